//! UTF-8 is taken; anything else is refused by its name.

/// A text with the number of bytes that its byte order mark took.
pub(super) struct Decoded {
    pub(super) text: String,
    pub(super) mark: usize,
}

/// First bytes of files that are no text, and what they are called.
const BINARY: [(&[u8], &str); 14] = [
    (b"%PDF-", "a PDF document; extract its text first, for example with pdftotext"),
    (b"PK\x03\x04", "a ZIP archive (DOCX, ODT and EPUB are such); export it as text, Markdown or HTML first"),
    (b"PK\x05\x06", "an empty ZIP archive; a text was expected"),
    (b"\x89PNG", "a PNG image; a text was expected"),
    (b"\xff\xd8\xff", "a JPEG image; a text was expected"),
    (b"GIF8", "a GIF image; a text was expected"),
    (b"\x7fELF", "an ELF program; a text was expected"),
    (b"\xd0\xcf\x11\xe0", "an old Microsoft Office file (DOC, XLS, PPT); export it as text or HTML first"),
    (b"{\\rtf", "an RTF document; export it as text or HTML first"),
    (b"BZh", "bzip2 data; unpack it first (gzip and zstd are read as they are)"),
    (b"\xfd7zXZ\0", "xz data; unpack it first (gzip and zstd are read as they are)"),
    (b"7z\xbc\xaf", "a 7z archive; unpack it first"),
    (b"Rar!", "a RAR archive; unpack it first"),
    (b"SQLite format 3\0", "an SQLite database; a text was expected"),
];

/// Checks that `bytes` are UTF-8 text and takes off a byte order mark.
///
/// `offset` is where the bytes stand in their file: messages count from the file's start, and only there a byte
/// order mark or the mark of a binary format is looked for. The error is the message.
pub(super) fn decode(mut bytes: Vec<u8>, offset: usize) -> Result<Decoded, String> {
    if offset == 0
        && let Some(name) = named(&bytes)
    {
        return Err(format!("is {name}"));
    }
    let mark = if offset == 0 && bytes.starts_with(b"\xef\xbb\xbf") { 3 } else { 0 };
    if mark > 0 {
        bytes.drain(..mark);
    }
    if let Some(at) = bytes.iter().position(|&byte| byte == 0) {
        return Err(nul(&bytes, at, at + mark + offset));
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(Decoded { text, mark }),
        Err(error) => {
            let at = error.utf8_error().valid_up_to();
            let ends = error.utf8_error().error_len().is_none();
            Err(invalid(error.as_bytes(), at, mark + offset, ends))
        }
    }
}

fn named(bytes: &[u8]) -> Option<String> {
    let wide = |name: &str| format!("{name} text; convert it with iconv -f {name} -t UTF-8");
    match bytes {
        [0xff, 0xfe, 0, 0, ..] => return Some(wide("UTF-32LE")),
        [0, 0, 0xfe, 0xff, ..] => return Some(wide("UTF-32BE")),
        [0xff, 0xfe, ..] => return Some(wide("UTF-16LE")),
        [0xfe, 0xff, ..] => return Some(wide("UTF-16BE")),
        _ => {}
    }
    if bytes.get(257..262) == Some(b"ustar") {
        return Some("a tar archive; unpack it first".to_owned());
    }
    BINARY.iter().find(|(magic, _)| bytes.starts_with(magic)).map(|(_, name)| (*name).to_owned())
}

/// Every other byte NUL: UTF-16 without its mark; else a binary file.
fn nul(bytes: &[u8], at: usize, shown: usize) -> String {
    let sample = &bytes[..bytes.len().min(1024)];
    let nuls = |odd: usize| sample.iter().skip(odd).step_by(2).filter(|&&b| b == 0).count();
    let most = sample.len() / 2 * 3 / 4;
    let wide = match (nuls(0), nuls(1)) {
        (even, odd) if odd > most && even == 0 => Some("UTF-16LE"),
        (even, odd) if even > most && odd == 0 => Some("UTF-16BE"),
        _ => None,
    };
    match wide {
        Some(name) if at < 2 => {
            format!("looks like {name} without a byte order mark; convert it with iconv -f {name} -t UTF-8")
        }
        _ => format!("is a binary file: NUL at byte {shown}; text in UTF-8 was expected"),
    }
}

fn invalid(bytes: &[u8], at: usize, offset: usize, ends: bool) -> String {
    let shown = at + offset;
    if ends {
        return format!("not UTF-8: the text ends inside a character, at byte {shown}");
    }
    let (name, code) = match guess(&bytes[at..]) {
        Guess::Chinese => ("GB18030 (Chinese)", "GB18030"),
        Guess::Western => ("Latin-1 or Windows-1252", "WINDOWS-1252"),
    };
    format!("not UTF-8 at byte {shown}: looks like {name}; convert it with iconv -f {code} -t UTF-8")
}

enum Guess {
    Chinese,
    Western,
}

/// Accented letters stand alone between ASCII ones; Chinese characters are runs of high bytes.
fn guess(bytes: &[u8]) -> Guess {
    let (mut alone, mut paired) = (0usize, 0usize);
    let sample = &bytes[..bytes.len().min(4096)];
    for run in sample.split(|byte| *byte < 0x80).filter(|run| !run.is_empty()) {
        if run.len() == 1 {
            alone += 1;
        } else {
            paired += run.len();
        }
    }
    if paired > alone { Guess::Chinese } else { Guess::Western }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn refusal(bytes: &[u8]) -> String {
        decode(bytes.to_vec(), 0).err().expect("these bytes are no UTF-8 text")
    }

    #[test]
    fn other_encodings_are_refused_by_name() {
        assert!(refusal(b"\xff\xfeS\0t\0").contains("UTF-16LE"));
        assert!(refusal(b"\xfe\xff\0S\0t").contains("UTF-16BE"));
        assert!(refusal(b"\xff\xfe\0\0S\0\0\0").contains("UTF-32LE"));
        assert!(refusal(b"\0\0\xfe\xff\0\0\0S").contains("UTF-32BE"));
        assert!(refusal(b"S\0t\0e\0p\0").contains("UTF-16LE without a byte order mark"));
        assert!(refusal(b"Step\0one").contains("NUL at byte 4"));
        assert_eq!(
            refusal(b"Entferne das Geh\xe4use"),
            "not UTF-8 at byte 16: looks like Latin-1 or Windows-1252; convert it with iconv -f WINDOWS-1252 -t UTF-8"
        );
        assert!(refusal(b"\xb2\xbd\xd6\xe8\xd2\xbb").contains("GB18030"));
        assert!(
            refusal("步".as_bytes().split_last().expect("three bytes").1).contains("ends inside a character")
        );
    }

    #[test]
    fn binary_files_are_refused_by_name() {
        for (magic, name) in BINARY {
            assert_eq!(refusal(&[magic, b" and more"].concat()), format!("is {name}"));
        }
        assert!(refusal(&[&[b'a'; 257][..], b"ustar"].concat()).contains("tar archive"));
    }

    #[test]
    fn a_byte_order_mark_is_taken_off() {
        let decoded = decode(b"\xef\xbb\xbfStep".to_vec(), 0).expect("UTF-8 with a mark");
        assert_eq!((decoded.text.as_str(), decoded.mark), ("Step", 3));
    }
}
