use std::{io::Write, path::Path};

use super::*;
use crate::Document;

const FILE: &str = "file";

fn parse(bytes: &[u8]) -> crate::Result<WordVectors> {
    WordVectors::parse(Path::new(FILE), bytes)
}

fn refusal(bytes: &[u8]) -> String {
    parse(bytes).expect_err("refused").to_string()
}

fn three() -> WordVectors {
    let words = ["lid", "cover", "泵"].map(Box::from).to_vec();
    WordVectors::new(words, 2, vec![1.0, 0.25, 0.5, 0.1, -1e-30, 3e7]).unwrap()
}

fn binary(header: &str, rows: &[(&[u8], [f32; 2])]) -> Vec<u8> {
    let mut bytes = header.as_bytes().to_vec();
    for (word, numbers) in rows {
        bytes.extend_from_slice(word);
        bytes.push(b' ');
        numbers.iter().for_each(|number| bytes.extend(number.to_le_bytes()));
    }
    bytes
}

#[test]
fn lookups() {
    let vectors = three();
    assert_eq!((vectors.len(), vectors.dimensions()), (3, 2));
    assert_eq!(vectors.get("cover"), Some(&[0.5, 0.1][..]));
    assert_eq!((vectors.index("泵"), vectors.get("pump")), (Some(2), None));
    assert_eq!(vectors.row(0), [1.0, 0.25]);
    assert!((vectors.mean()[0] - 0.5).abs() < 1e-6 && (vectors.mean()[1] - 1e7).abs() < 10.0);
    let near = vectors.neighbours("lid", 5).unwrap();
    assert_eq!(near.iter().map(|near| near.word).collect::<Vec<_>>(), ["cover", "泵"]);
    assert!(near[0].cosine > 0.99 && near[1].cosine < 0.25);
    assert_eq!(vectors.neighbours("lid", 1).unwrap().len(), 1);
    assert_eq!(vectors.neighbours("pump", 1), None);
}

#[test]
fn zero_vectors_have_neighbours_in_the_order_of_their_numbers() {
    let words = ["a", "b", "c"].map(Box::from).to_vec();
    let vectors = WordVectors::new(words, 1, vec![0.0; 3]).unwrap();
    let near = vectors.neighbours("b", 2).unwrap();
    assert_eq!(near, [Neighbour { word: "a", cosine: 0.0 }, Neighbour { word: "c", cosine: 0.0 }]);
}

#[test]
fn what_is_written_is_read_again() {
    let folder = std::env::temp_dir().join(format!("samestep-vectors-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    for name in ["v.txt", "v.bin", "v.vec"] {
        let path = folder.join(name);
        three().save(&path).unwrap();
        assert_eq!(WordVectors::open(&path).unwrap(), three(), "{name}");
        let plain = std::fs::read(&path).unwrap();
        let mut gzip = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::fast());
        gzip.write_all(&plain).unwrap();
        std::fs::write(&path, gzip.finish().unwrap()).unwrap();
        assert_eq!(WordVectors::open(&path).unwrap(), three(), "{name}, gzip");
        std::fs::write(&path, zstd::encode_all(&plain[..], 1).unwrap()).unwrap();
        assert_eq!(WordVectors::open(&path).unwrap(), three(), "{name}, zstd");
    }
    let refused = three().save(&folder.join("v.gz")).unwrap_err().to_string();
    assert!(refused.ends_with("its name must end in .txt (word2vec text) or .bin (word2vec binary)"));
    let spaced = WordVectors::new(vec![". .".into()], 1, vec![1.0]).unwrap();
    assert!(spaced.save(&folder.join("s.txt")).unwrap_err().to_string().contains("white space"));
    std::fs::remove_dir_all(folder).unwrap();
}

#[test]
fn texts_of_other_tools_are_read() {
    let glove = parse(b"the 1 2\n. . . 3 4\nlid 5e-1 -6\n").unwrap();
    assert_eq!(
        (glove.len(), glove.get(". . ."), glove.get("lid")),
        (3, Some(&[3.0, 4.0][..]), Some(&[0.5, -6.0][..]))
    );
    let fasttext = parse(b"2 2\r\n</s> 1 2 \r\n12 3 4 \r\n").unwrap();
    assert_eq!(fasttext.get("12"), Some(&[3.0, 4.0][..]));
}

#[test]
fn binary_with_and_without_line_breaks() {
    let plain = binary("2 2\n", &[(b"a", [1.0, 2.0]), (b"b", [3.0, 4.0])]);
    let broken = binary("2 2\n", &[(b"a", [1.0, 2.0]), (b"\nb", [3.0, 4.0])]);
    assert_eq!(parse(&plain).unwrap(), parse(&broken).unwrap());
}

#[test]
fn damaged_texts_are_refused() {
    let cases: [(&str, &str); 17] = [
        ("", "file: is empty: expected word vectors"),
        (
            "\n",
            "file:1: no word vectors: expected the counts of words and dimensions (word2vec), or a word and its numbers (GloVe)",
        ),
        (
            "Remove the lid.\n",
            "file:1: no word vectors: expected the counts of words and dimensions (word2vec), or a word and its numbers (GloVe)",
        ),
        ("a 1 2\nb 3\n", "file:2: 2 columns: expected a word and 2 numbers"),
        ("a 1 2\nb 3 4 5\n", "file:2: 4 columns: expected a word and 2 numbers"),
        ("a 1 2\n\nb 3 4\n", "file:2: 0 columns: expected a word and 2 numbers"),
        ("a 1 2\nb 3 x\n", "file:2: \"x\" is no number"),
        ("a 1 2\nb 3 NaN\n", "file:2: the vector of \"b\" holds NaN: expected finite numbers"),
        ("a 1 2\nb 3 -1e99\n", "file:2: the vector of \"b\" holds -inf: expected finite numbers"),
        ("2 2\na 1 2\na 3 4\n", "file:3: the word \"a\" is there twice"),
        ("2 2\na 1 2\n 3 4\n", "file:3: the word is empty"),
        ("1 2\na 1 2\nb 3 4\n", "file:3: a word more than the 1 that the header promises"),
        ("3 2\na 1.5 2.5\nb 3.5 4.5\n", "file: the header promises 3 words, found 2"),
        ("0 2\n", "file:1: the header promises no words: expected at least 1"),
        ("2 0\na\nb\n", "file:1: vectors of 0 dimensions: expected from 1 to 4096"),
        ("1 4097\na 1\n", "file:1: vectors of 4097 dimensions: expected from 1 to 4096"),
        (
            "18446744073709551615 4096\na 1\n",
            "file:1: the header promises 18446744073709551615 words of 4096 dimensions, but only 4 bytes follow: \
             the file is cut off or the header wrong",
        ),
    ];
    for (text, expected) in cases {
        assert_eq!(refusal(text.as_bytes()), expected, "{text:?}");
    }
    let long = format!("a{}\n", " 1".repeat(4097));
    assert_eq!(refusal(long.as_bytes()), "file:1: vectors of 4097 dimensions: expected from 1 to 4096");
}

#[test]
fn damaged_binaries_are_refused() {
    let whole = binary("2 2\n", &[(b"a", [1.0, 2.0]), (b"b", [3.0, 4.0])]);
    for length in 0..whole.len() {
        assert!(parse(&whole[..length]).is_err(), "cut to {length} bytes");
    }
    let cases: [(Vec<u8>, &str); 8] = [
        (
            whole[..whole.len() - 2].to_vec(),
            "file:1: the header promises 2 words of 2 dimensions, but only 18 bytes follow: the file is cut off or the header wrong",
        ),
        (
            binary("2 2\n", &[(b"long", [1.0, 2.0]), (b"b", [3.0, 4.0])])[..24].to_vec(),
            "file: word 2 of 2: the file ends within it",
        ),
        (
            binary("99999999 4096\n", &[(b"a", [1.0, 2.0])]),
            "file:1: the header promises 99999999 words of 4096 dimensions, but only 10 bytes follow: the file is cut off or the header wrong",
        ),
        (
            binary("1 2\n", &[(b"a", [1.0, f32::NAN])]),
            "file: word 1 of 1: the vector of \"a\" holds NaN: expected finite numbers",
        ),
        (
            binary("2 2\n", &[(b"a", [1.0, 2.0]), (b"a", [3.0, 4.0])]),
            "file: word 2 of 2: the word \"a\" is there twice",
        ),
        (binary("1 2\n", &[(b"\xff", [1.0, 2.0])]), "file: word 1 of 1: the word is not UTF-8"),
        (
            binary("1 2\n", &[(b"a", [1.0, 2.0]), (b"b", [3.0, 4.0])]),
            "file: 10 bytes after the last of 1 words",
        ),
        (
            b"\x89PNG\0\0".to_vec(),
            "file: holds no word vectors: expected word2vec text or binary, or GloVe text, in UTF-8",
        ),
    ];
    for (bytes, expected) in cases {
        assert_eq!(refusal(&bytes), expected);
    }
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_the_reader_panic(head in "[0-9]{1,3} [0-9]{1,2}\n|", bytes in proptest::collection::vec(0u8.., 0..80)) {
        let _ = parse(&[head.as_bytes(), &bytes].concat());
        let _ = parse(&[head.as_bytes(), String::from_utf8_lossy(&bytes).as_bytes()].concat());
    }
}

/// Sentences about a kitchen and about a garage: their words never meet.
fn two_rooms() -> Corpus {
    let rooms = [["pan", "egg", "salt", "oil", "stove"], ["tyre", "rim", "valve", "pump", "wheel"]];
    let mut corpus = Corpus::default();
    for turn in 0..300usize {
        let room = rooms[turn % 2];
        corpus.add_sentence((0..5).map(|at| room[(turn / 2 * 7 + at * at) % 5]));
    }
    corpus
}

fn small(model: Model) -> Params {
    Params { model, dim: 16, epochs: 20, sample: 0.0, ..Params::default() }
}

#[test]
fn words_used_together_come_to_lie_together() {
    for model in [Model::Skipgram, Model::Cbow] {
        let vectors = train(&two_rooms(), &small(model), |_| ()).unwrap();
        for (word, room) in
            [("egg", ["oil", "pan", "salt", "stove"]), ("rim", ["pump", "tyre", "valve", "wheel"])]
        {
            let mut near: Vec<&str> =
                vectors.neighbours(word, 4).unwrap().iter().map(|near| near.word).collect();
            near.sort_unstable();
            assert_eq!(near, room, "{model:?}");
        }
    }
}

#[test]
fn the_seed_alone_decides() {
    for model in [Model::Skipgram, Model::Cbow] {
        let trained = |seed| train(&two_rooms(), &Params { seed, ..small(model) }, |_| ()).unwrap();
        assert_eq!(trained(1), trained(1));
        assert_ne!(trained(1), trained(2));
    }
}

#[test]
fn words_stand_by_frequency_and_then_by_the_alphabet() {
    let mut corpus = Corpus::default();
    for (word, count) in [("rare", 1), ("pear", 2), ("fig", 2), ("the", 3)] {
        (0..count).for_each(|_| corpus.add_sentence([word]));
    }
    let vectors = train(&corpus, &Params { min_count: 2, ..small(Model::Cbow) }, |_| ()).unwrap();
    assert_eq!(vectors.words().iter().map(|word| &**word).collect::<Vec<_>>(), ["the", "fig", "pear"]);
}

#[test]
fn progress_reaches_its_end() {
    let mut last = None;
    train(&two_rooms(), &small(Model::Cbow), |progress| {
        assert!(last.is_none_or(|last: Progress| last.words < progress.words));
        last = Some(progress);
    })
    .unwrap();
    assert_eq!(last, Some(Progress { words: 30_000, total: 30_000, epoch: 20 }));
}

#[test]
fn a_corpus_takes_words_and_numbers_in_lower_case() {
    let mut corpus = Corpus::default();
    corpus.add(&Document::from_text("d", "Remove the 3 screws, please! (...) 盖上锅盖。"));
    let words: Vec<Vec<&str>> =
        corpus.sentences().map(|sentence| sentence.iter().map(|&word| corpus.word(word)).collect()).collect();
    assert_eq!(words.concat(), ["remove", "the", "3", "screws", "please", "盖上", "锅盖"]);
    assert!(words.iter().all(|sentence| !sentence.is_empty()));
}

#[test]
fn nothing_to_learn_from_is_an_error() {
    let told = |corpus: &Corpus| train(corpus, &Params::default(), |_| ()).unwrap_err().to_string();
    let mut corpus = Corpus::default();
    assert_eq!(told(&corpus), "the corpus holds no word to train vectors on");
    corpus.add_sentence(["once"]);
    assert_eq!(told(&corpus), "no word occurs 5 times: lower --min-count");
    let bad = Params { dim: 0, ..Params::default() };
    assert_eq!(train(&corpus, &bad, |_| ()).unwrap_err().to_string(), "dim is 0: it must be from 1 to 4096");
    assert!(Params { learning_rate: f32::NAN, ..Params::default() }.check().is_err());
}

#[test]
fn mismatched_counts_are_refused() {
    assert!(WordVectors::new(Vec::new(), 2, Vec::new()).is_err());
    assert!(WordVectors::new(vec!["a".into()], 2, vec![1.0]).is_err());
    assert!(WordVectors::new(vec!["a".into()], 1, vec![f32::INFINITY]).is_err());
    assert!(WordVectors::new(vec!["a".into(), "a".into()], 1, vec![1.0, 2.0]).is_err());
}
