//! `samestep train`: from labelled pairs to a model's folder.

use std::{fs, path::Path, sync::Arc};

use anyhow::{Context, Result, bail};
use indicatif::ProgressBar;
use samestep::{
    Config, WordVectors,
    eval::{Metrics, PairFile, protocol::Manifest},
    files::{clear_temporaries, make_folder},
    model::MOST_MEMBERS,
    pipeline::{Learned, ModelConfig, PairOptions, Progress, checkpoint_of, learn},
    train::Epoch,
};
use sha2::{Digest, Sha256};

use super::{bad_records::BadRecords, card::Card};
use crate::{
    args::{Common, Train},
    output, progress, settings,
};

const STYLE: &str = "{msg}  {bar:24} {pos}/{len} epochs  {left}";
const CHECKPOINT: &str = "checkpoint.safetensors";

pub fn run(common: &Common, args: &Train) -> Result<()> {
    let mut config = common.filed.config.clone();
    settings::assign(&mut config, &args.set)?;
    config.check()?;
    let inputs = Inputs::read(common, args)?;
    let fingerprint = inputs.fingerprint(&config)?;
    if finished(args, &fingerprint)? {
        if !common.quiet {
            output::remark(&format!("{} holds this very model already", args.output.display()));
        }
        return Ok(());
    }
    let learned = teach(common, args, &config, &inputs, &fingerprint)?;
    let card = card(common, args, &inputs, &learned)?;
    learned.classifier.save(&args.output, &fingerprint, &card.markdown())?;
    remove_checkpoints(&args.output)?;
    if !common.quiet {
        output::remark(&card.summary());
        output::remark(&format!("model in {}", args.output.display()));
    }
    Ok(())
}

/// What a model is learned from.
struct Inputs {
    train: PairFile,
    valid: PairFile,
    test: Option<PairFile>,
    manifest: Option<Manifest>,
    vectors: Option<Arc<WordVectors>>,
    /// The hash of all files that training depends on.
    hash: String,
}

impl Inputs {
    fn read(common: &Common, args: &Train) -> Result<Self> {
        let folder = &args.pairs;
        let mut hash = Sha256::new();
        let files = [folder.join("train.jsonl"), folder.join("valid.jsonl")];
        if !files[0].is_file() {
            bail!("{}: holds no train.jsonl; `samestep pairs` writes such a folder", folder.display());
        }
        for path in files.iter().chain(&args.vectors) {
            hash.update(Sha256::digest(fs::read(path).with_context(|| path.display().to_string())?));
        }
        let test = folder.join("test.jsonl");
        let mut bad = BadRecords::new(args.keep_going);
        let mut pairs = |path: &Path| read_pairs(common, args, path, &mut bad);
        let (train, valid) = (pairs(&files[0])?, pairs(&files[1])?);
        let test = if test.exists() { Some(pairs(&test)?) } else { None };
        bad.count();
        // Which pairs are left out depends on limits, too, and the files do not tell them.
        for line in [&train, &valid].iter().flat_map(|file| &file.bad).map(|bad| bad.line) {
            hash.update(line.to_le_bytes());
        }
        Ok(Inputs {
            train,
            valid,
            test,
            manifest: manifest(&folder.join("pairs.json"))?,
            vectors: args.vectors.as_ref().map(|path| WordVectors::open(path).map(Arc::new)).transpose()?,
            hash: hex(&hash.finalize()),
        })
    }

    /// Names everything that the trained model depends on.
    fn fingerprint(&self, config: &Config) -> Result<String> {
        let mut hash = Sha256::new();
        hash.update(&self.hash);
        hash.update(serde_json::to_string(config)?);
        hash.update(env!("CARGO_PKG_VERSION"));
        Ok(hex(&hash.finalize()))
    }
}

/// The pairs of a file, and a word on each that is left out.
fn read_pairs(common: &Common, args: &Train, path: &Path, bad: &mut BadRecords) -> Result<PairFile> {
    common.check_size(path)?;
    let limits = common.read_options().limits;
    let options = PairOptions { keep_going: args.keep_going, limits, ..PairOptions::default() };
    let file = PairFile::read_with(path, options)?;
    bad.tell_pairs(path, &file);
    Ok(file)
}

fn manifest(path: &Path) -> Result<Option<Manifest>> {
    if !path.exists() {
        return Ok(None);
    }
    let text = fs::read_to_string(path).with_context(|| path.display().to_string())?;
    Ok(Some(serde_json::from_str(&text).with_context(|| path.display().to_string())?))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the folder holds the model that would be trained; another model is refused, or with --overwrite removed.
fn finished(args: &Train, fingerprint: &str) -> Result<bool> {
    let folder = &args.output;
    make_folder(folder)?;
    clear_temporaries(folder)?;
    let config = folder.join("config.json");
    if !config.exists() {
        if args.overwrite {
            remove_checkpoints(folder)?;
        }
        return Ok(false);
    }
    let same = ModelConfig::load(folder).is_ok_and(|config| config.fingerprint == fingerprint);
    if same {
        remove_checkpoints(folder)?;
        return Ok(true);
    }
    if !args.overwrite {
        bail!(
            "{}: holds a model that was trained with other pairs or settings; give another folder, or --overwrite",
            folder.display()
        );
    }
    remove(&config)?;
    remove_checkpoints(folder)?;
    Ok(false)
}

/// Removes the checkpoints of as many networks as a model may have.
fn remove_checkpoints(folder: &Path) -> Result<()> {
    let first = folder.join(CHECKPOINT);
    (0..MOST_MEMBERS).try_for_each(|member| remove(&checkpoint_of(&first, member)))
}

fn remove(path: &Path) -> Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => {
            Err(error).with_context(|| path.display().to_string())
        }
        _ => Ok(()),
    }
}

fn teach(
    common: &Common,
    args: &Train,
    config: &Config,
    inputs: &Inputs,
    fingerprint: &str,
) -> Result<Learned> {
    let epochs = config.train.epochs * config.network.members;
    let bar = progress::bar(common, epochs as u64, || progress::style(STYLE));
    let checkpoint = args.output.join(CHECKPOINT);
    let learned = learn(
        config,
        (&inputs.train.labelled(), &inputs.valid.labelled()),
        inputs.vectors.clone(),
        Some((&checkpoint, fingerprint)),
        &mut |progress| tell(&bar, config.train.epochs, progress),
    );
    bar.finish_and_clear();
    Ok(learned?)
}

/// Shows an epoch; a network that stopped early counts as if it had taken all `epochs`.
fn tell(bar: &ProgressBar, epochs: usize, progress: Progress<'_>) {
    match progress {
        Progress::Basis => bar.set_message("learning words"),
        Progress::Graphs => bar.set_message("building graphs"),
        Progress::Epoch(member, Epoch { number, loss, valid_loss, valid, .. }) => {
            bar.set_message(format!(
                "loss {loss:.3}, validation {valid_loss:.3}, {:.1} % right",
                100.0 * valid.accuracy
            ));
            bar.set_position((member * epochs + number) as u64);
        }
    }
}

fn card(common: &Common, args: &Train, inputs: &Inputs, learned: &Learned) -> Result<Card> {
    let best = |history: &Vec<Epoch>| history.iter().rfind(|epoch| epoch.best).cloned();
    let best: Option<Vec<Epoch>> = learned.histories.iter().map(best).collect();
    let best = best.context("training ended without an epoch")?;
    let valid = match &best[..] {
        [alone] => alone.valid,
        _ => {
            let probabilities = learned.classifier.probabilities(&inputs.valid.labelled())?;
            Metrics::new(&probabilities, &inputs.valid.labels())
        }
    };
    let kept = best.iter().zip(&learned.histories).map(|(best, history)| (best.number, history.len()));
    let test = match &inputs.test {
        Some(file) => {
            let pairs = file.labelled();
            Some(Metrics::new(&learned.classifier.probabilities(&pairs)?, &file.labels()))
        }
        None => None,
    };
    Ok(Card {
        manifest: inputs.manifest.clone(),
        data_licence: args.data_licence.clone(),
        inputs: inputs.hash.clone(),
        train: inputs.train.pairs.len(),
        kept: kept.collect(),
        valid,
        test,
        settings: learned.classifier.sampler().config().clone(),
        vectors_given: inputs.vectors.is_some(),
        command: command(common, args),
    })
}

/// The command as it may be given again; folders by their names alone, so that the card does not tell where they lay.
fn command(common: &Common, args: &Train) -> String {
    let name = |path: &Path| path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let mut command = format!("samestep train {} -o {}", name(&args.pairs), name(&args.output));
    for assignment in &args.set {
        command += &format!(" --set {assignment}");
    }
    for (option, path) in [("--vectors", &args.vectors), ("--config", &common.config)] {
        if let Some(path) = path {
            command += &format!(" {option} {}", name(path));
        }
    }
    if let Some(seed) = common.seed {
        command += &format!(" --seed {seed}");
    }
    command
}
