//! Gradients against finite differences, and what small networks can and cannot learn.

use super::*;
use crate::{
    graph::Random,
    model::{Aggregation, Network, NetworkConfig, Sample, SampleSide, Scorer, Words},
};

const DIMENSIONS: usize = 8;

fn random_words(count: usize, seed: u64) -> Words {
    let mut random = Random::new(seed, 0);
    Words::new((0..count * DIMENSIONS).map(|_| random.unit() as f32 * 2.0 - 1.0).collect(), DIMENSIONS)
}

/// A sample whose sides draw their words from the given ranges.
fn sample(random: &mut Random, ranges: [std::ops::Range<u32>; 2]) -> Sample {
    let vertices = 3 + random.below(3);
    let sides = ranges.map(|range| {
        let sentences: Vec<Vec<u32>> = (0..4)
            .map(|_| {
                (0..3 + random.below(4)).map(|_| range.start + random.below(range.len()) as u32).collect()
            })
            .collect();
        let mut assigned: Vec<Vec<u32>> = (0..vertices)
            .map(|_| (0..1 + random.below(2)).map(|_| random.below(4) as u32).collect())
            .collect();
        assigned[random.below(vertices)].clear();
        SampleSide { sentences, vertices: assigned }
    });
    let arcs = (1..vertices as u32).map(|to| (to - 1, to, 0.2 + random.unit() as f32)).collect();
    let term_similarities = (0..vertices).map(|_| [0; 5].map(|_: u8| random.unit() as f32)).collect();
    Sample { sides, arcs, term_similarities, features: vec![random.unit() as f32, random.unit() as f32] }
}

#[test]
fn gradients_agree_with_finite_differences() {
    let words = random_words(20, 1);
    for (window, aggregation, layers) in
        [(1, Aggregation::Successors, 2), (3, Aggregation::Predecessors, 3), (3, Aggregation::Both, 4)]
    {
        let config = NetworkConfig {
            window,
            filters: 4,
            layers,
            hidden: 5,
            aggregation,
            pair_features: true,
            mlp: 4,
            ..NetworkConfig::default()
        };
        let mut network = Network::new(config, DIMENSIONS, 2, 7).unwrap();
        let mut random = Random::new(3, 0);
        // Away from 0, where ReLU has a corner.
        for value in &mut network.parameters {
            *value += 0.05 * (random.unit() as f32 - 0.3);
        }
        let batch: Vec<Labelled> = (0..4)
            .map(|at| Labelled { sample: sample(&mut random, [0..20, 0..20]), label: at % 2 == 0 })
            .collect();
        let batch: Vec<&Labelled> = batch.iter().collect();
        let (_, gradient) = loss_and_gradient(&network, &words, &batch);
        let step = 1e-3f32;
        let largest = gradient.iter().fold(0.0f32, |most, value| most.max(value.abs()));
        let mut checked = 0;
        for tensor in network.tensors().to_vec() {
            for at in (tensor.start..tensor.start + tensor.rows * tensor.columns).step_by(3) {
                let mut moved = network.clone();
                let loss = |moved: &Network| loss_and_gradient(moved, &words, &batch).0;
                moved.parameters[at] = network.parameters[at] + step;
                let above = loss(&moved);
                moved.parameters[at] = network.parameters[at] - step;
                let below = loss(&moved);
                let (slope_above, slope_below) = (above - loss(&network), loss(&network) - below);
                // A corner between the two points says nothing about the slope at the middle.
                if (slope_above - slope_below).abs() > 0.01 * f64::from(step) * f64::from(largest) {
                    continue;
                }
                let expected = (above - below) / (2.0 * f64::from(step));
                assert!(
                    (f64::from(gradient[at]) - expected).abs() < 1e-3,
                    "{} at {at}: {} but {expected}",
                    tensor.name,
                    gradient[at]
                );
                checked += 1;
            }
        }
        assert!(checked > gradient.len() / 6, "only {checked} slopes of {} could be checked", gradient.len());
        assert!(largest > 1e-3, "the gradient is not nothing");
    }
}

/// Same label: both sides draw from the same half of the vocabulary.
fn shared_vocabulary(count: usize, seed: u64) -> Vec<Labelled> {
    let mut random = Random::new(seed, 0);
    (0..count)
        .map(|at| {
            let label = at % 2 == 0;
            let halves = [0..10u32, 10..20u32];
            let first = random.below(2);
            let second = if label { first } else { 1 - first };
            Labelled { sample: sample(&mut random, [halves[first].clone(), halves[second].clone()]), label }
        })
        .collect()
}

fn small() -> NetworkConfig {
    NetworkConfig { filters: 16, hidden: 16, term_similarities: false, ..NetworkConfig::default() }
}

fn quick() -> Params {
    Params { learning_rate: 0.005, epochs: 30, decay: 0.0, ..Params::default() }
}

fn accuracy(network: &Network, words: &Words, samples: &[Labelled]) -> f64 {
    let scored = losses(network, words, samples);
    let right = scored.iter().zip(samples).filter(|((logit, _), labelled)| (*logit > 0.0) == labelled.label);
    right.count() as f64 / samples.len() as f64
}

#[test]
fn learns_whether_both_sides_share_their_vocabulary() {
    let words = random_words(20, 2);
    let (train_set, valid, test) =
        (shared_vocabulary(400, 1), shared_vocabulary(100, 2), shared_vocabulary(300, 3));
    let network = Network::new(small(), DIMENSIONS, 0, 1).unwrap();
    let trained = train(network, &words, (&train_set, &valid), &quick(), None, &mut |_| {}).unwrap();
    let reached = accuracy(&trained.network, &words, &test);
    assert!(reached >= 0.99, "{reached}");
}

#[test]
fn labels_without_meaning_stay_at_chance() {
    let words = random_words(20, 2);
    let mut random = Random::new(9, 0);
    let mut set = |count| {
        let mut samples = shared_vocabulary(count, random.next());
        samples.iter_mut().for_each(|labelled| labelled.label = random.below(2) == 0);
        samples
    };
    let (train_set, valid, test) = (set(200), set(100), set(600));
    let network = Network::new(small(), DIMENSIONS, 0, 1).unwrap();
    let params = Params { epochs: 8, ..quick() };
    let trained = train(network, &words, (&train_set, &valid), &params, None, &mut |_| {}).unwrap();
    let reached = accuracy(&trained.network, &words, &test);
    assert!((reached - 0.5).abs() < 0.08, "{reached}");
}

#[test]
fn any_number_of_threads_gives_the_same_network() {
    let words = random_words(20, 2);
    let (train_set, valid) = (shared_vocabulary(60, 1), shared_vocabulary(20, 2));
    let params = Params { epochs: 3, ..quick() };
    let run = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let network = Network::new(small(), DIMENSIONS, 0, 1).unwrap();
        pool.install(|| train(network, &words, (&train_set, &valid), &params, None, &mut |_| {}).unwrap())
    };
    assert_eq!(run(1), run(3));
}

#[test]
fn a_run_that_was_stopped_goes_on_to_the_same_network() {
    let words = random_words(20, 2);
    let (train_set, valid) = (shared_vocabulary(60, 1), shared_vocabulary(20, 2));
    let folder = std::env::temp_dir().join(format!("samestep-train-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let path = folder.join("checkpoint.safetensors");
    let run = |epochs, checkpoint| {
        let network = Network::new(small(), DIMENSIONS, 0, 1).unwrap();
        let params = Params { epochs, ..quick() };
        train(network, &words, (&train_set, &valid), &params, checkpoint, &mut |_| {})
    };
    let whole = run(6, None).unwrap();
    run(2, Some((path.as_path(), "same"))).unwrap();
    assert_eq!(run(6, Some((path.as_path(), "same"))).unwrap(), whole);
    let refused = run(6, Some((path.as_path(), "other"))).unwrap_err().to_string();
    assert!(refused.contains("other data or settings"), "{refused}");
    let bytes = std::fs::read(&path).unwrap();
    std::fs::write(&path, &bytes[..bytes.len() / 2]).unwrap();
    assert!(run(6, Some((path.as_path(), "same"))).unwrap_err().to_string().contains("start anew"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn scoring_agrees_with_the_forward_pass_of_training() {
    let words = random_words(20, 2);
    for window in [1, 3] {
        let config = NetworkConfig { window, pair_features: true, ..NetworkConfig::default() };
        let network = Network::new(config, DIMENSIONS, 2, 5).unwrap();
        let mut random = Random::new(8, 0);
        let samples: Vec<Labelled> =
            (0..30).map(|_| Labelled { sample: sample(&mut random, [0..20, 5..15]), label: true }).collect();
        let scorer = Scorer::new(network.clone(), &words);
        // Training keeps every layer for the gradient and tables for the batch; scoring encodes each document once.
        for (labelled, (logit, _)) in samples.iter().zip(losses(&network, &words, &samples)) {
            let [left, right] = [0, 1].map(|side| scorer.encode(&labelled.sample.sides[side].sentences));
            assert!((scorer.logit_of(&labelled.sample, [&left, &right]) - logit).abs() < 1e-5);
        }
    }
}
