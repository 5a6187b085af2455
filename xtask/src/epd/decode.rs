//! From bytes to lines, whatever wrote the file.

const UTF8_BOM: &[u8] = &[0xEF, 0xBB, 0xBF];
const UTF16_LE_BOM: &[u8] = &[0xFF, 0xFE];
const UTF16_BE_BOM: &[u8] = &[0xFE, 0xFF];

/// The text of a file: UTF-8 or UTF-16 by its byte order mark, UTF-8 without one, else Latin-1 (in
/// which every byte is a character, so that an accent in a comment costs no record).
pub(super) fn decode(bytes: &[u8]) -> String {
    if let Some(rest) = bytes.strip_prefix(UTF16_LE_BOM) {
        return decode_utf16(rest, u16::from_le_bytes);
    }
    if let Some(rest) = bytes.strip_prefix(UTF16_BE_BOM) {
        return decode_utf16(rest, u16::from_be_bytes);
    }
    let bytes = bytes.strip_prefix(UTF8_BOM).unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => text.to_owned(),
        Err(_) => bytes.iter().map(|&byte| char::from(byte)).collect(),
    }
}

fn decode_utf16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> String {
    let units = bytes.chunks(2).map(|pair| match *pair {
        [a, b] => unit([a, b]),
        _ => u16::from(b'?'),
    });
    char::decode_utf16(units)
        .map(|decoded| decoded.unwrap_or(char::REPLACEMENT_CHARACTER))
        .collect()
}

/// The lines with their numbers from 1; LF, CR LF and a lone CR all end one. Control characters
/// (tabs, the end-of-file mark of old systems) become blanks.
pub(super) fn lines(text: &str) -> Vec<(usize, String)> {
    text.replace("\r\n", "\n")
        .split(['\n', '\r'])
        .map(|line| {
            line.chars()
                .map(|c| {
                    if c.is_control() || c.is_whitespace() {
                        ' '
                    } else {
                        c
                    }
                })
                .collect::<String>()
        })
        .map(|line| line.trim().to_owned())
        .enumerate()
        .map(|(index, line)| (index + 1, line))
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_encoding_gives_the_same_text() {
        let text = "a é\nb";
        let mut utf16_le = UTF16_LE_BOM.to_vec();
        let mut utf16_be = UTF16_BE_BOM.to_vec();
        for unit in text.encode_utf16() {
            utf16_le.extend(unit.to_le_bytes());
            utf16_be.extend(unit.to_be_bytes());
        }
        let utf8_bom = [UTF8_BOM, text.as_bytes()].concat();
        let latin1: Vec<u8> = b"a \xE9\nb".to_vec();
        for bytes in [
            utf16_le,
            utf16_be,
            utf8_bom,
            latin1,
            text.as_bytes().to_vec(),
        ] {
            assert_eq!(decode(&bytes), text);
        }
    }

    #[test]
    fn every_line_end_counts_once() {
        let numbered = lines("a\r\n\r\nb\rc\nd\u{1a}");
        let expected = [(1, "a"), (2, ""), (3, "b"), (4, "c"), (5, "d")];
        assert_eq!(
            numbered,
            expected.map(|(number, line)| (number, line.to_owned()))
        );
    }
}
