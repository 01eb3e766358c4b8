//! Splits an expression into tokens with their byte spans.
//!
//! Spellings of other languages (`=`, `=>`, `and`, `|`, …) are reported with the spelling of this
//! language and read with their intended meaning, so that the rest of the text is checked too.

use std::ops::Range;

use super::fault::Fault;
use crate::diagnostic::quoted;

/// The kind of a token.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum TokenKind<'a> {
    Number(f64),
    Name(&'a str),
    True,
    False,
    If,
    Then,
    Else,
    Plus,
    Minus,
    Star,
    Slash,
    Div,
    Mod,
    Not,
    And,
    Or,
    Equal,
    NotEqual,
    Less,
    LessEqual,
    Greater,
    GreaterEqual,
    Open,
    Close,
    Comma,
    End,
}

impl TokenKind<'_> {
    /// Returns the token as it appears in messages.
    pub(crate) fn shown(self) -> String {
        let text = match self {
            Self::Number(value) => return quoted(&value.to_string()),
            Self::Name(name) => return quoted(name),
            Self::End => return "the end of the expression".to_owned(),
            Self::True => "true",
            Self::False => "false",
            Self::If => "if",
            Self::Then => "then",
            Self::Else => "else",
            Self::Plus => "+",
            Self::Minus => "-",
            Self::Star => "*",
            Self::Slash => "/",
            Self::Div => "div",
            Self::Mod => "mod",
            Self::Not => "!",
            Self::And => "&&",
            Self::Or => "||",
            Self::Equal => "==",
            Self::NotEqual => "!=",
            Self::Less => "<",
            Self::LessEqual => "<=",
            Self::Greater => ">",
            Self::GreaterEqual => ">=",
            Self::Open => "(",
            Self::Close => ")",
            Self::Comma => ",",
        };
        quoted(text)
    }
}

/// A token and its span in bytes.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Token<'a> {
    pub(crate) kind: TokenKind<'a>,
    pub(crate) span: Range<usize>,
}

/// The reserved words of the language.
pub(crate) const RESERVED: [&str; 15] = [
    "true", "false", "if", "then", "else", "and", "or", "not", "div", "mod", "min", "max", "abs",
    "floor", "chance",
];

/// Returns whether `name` is a valid name: a letter or `_`, then letters, digits and `_`.
pub(crate) fn is_name(name: &str) -> bool {
    let mut bytes = name.bytes();
    bytes.next().is_some_and(starts_name) && bytes.all(continues_name)
}

const fn starts_name(byte: u8) -> bool {
    byte.is_ascii_alphabetic() || byte == b'_'
}

const fn continues_name(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_'
}

/// Returns all tokens of `text`, with [`TokenKind::End`] as the last, and the faults.
pub(crate) fn tokens(text: &str) -> (Vec<Token<'_>>, Vec<Fault>) {
    let mut lexer = Lexer { text, at: 0, tokens: Vec::new(), faults: Vec::new() };
    while lexer.at < text.len() {
        lexer.token();
    }
    let end = text.trim_end().len();
    lexer.tokens.push(Token { kind: TokenKind::End, span: end..end });
    (lexer.tokens, lexer.faults)
}

struct Lexer<'a> {
    text: &'a str,
    at: usize,
    tokens: Vec<Token<'a>>,
    faults: Vec<Fault>,
}

impl<'a> Lexer<'a> {
    fn token(&mut self) {
        let bytes = self.text.as_bytes();
        match bytes[self.at] {
            b' ' | b'\t' | b'\n' | b'\r' => self.at += 1,
            byte if starts_name(byte) => self.name(),
            byte if byte.is_ascii_digit() => self.number(),
            _ => self.sign(),
        }
    }

    /// Returns the end of the run of bytes from `from` that satisfy `inside`.
    fn run(&self, from: usize, inside: impl Fn(u8) -> bool) -> usize {
        let rest = &self.text.as_bytes()[from..];
        from + rest.iter().position(|&byte| !inside(byte)).unwrap_or(rest.len())
    }

    fn push(&mut self, kind: TokenKind<'a>, end: usize) {
        self.tokens.push(Token { kind, span: self.at..end });
        self.at = end;
    }

    /// Reports `self.at..end` as a foreign spelling of `kind`, and continues as if it were `kind`.
    fn foreign(&mut self, kind: TokenKind<'a>, end: usize, meaning: &str) {
        let spelt = &self.text[self.at..end];
        let fault = Fault::error(self.at..end, format!("`{spelt}` is not an operator here"))
            .help(format!("{meaning} is written {}", kind.shown()));
        self.faults.push(fault);
        self.push(kind, end);
    }

    fn name(&mut self) {
        let end = self.run(self.at, continues_name);
        let kind = match &self.text[self.at..end] {
            "true" => TokenKind::True,
            "false" => TokenKind::False,
            "if" => TokenKind::If,
            "then" => TokenKind::Then,
            "else" => TokenKind::Else,
            "div" => TokenKind::Div,
            "mod" => TokenKind::Mod,
            "and" => return self.foreign(TokenKind::And, end, "“and”"),
            "or" => return self.foreign(TokenKind::Or, end, "“or”"),
            "not" => return self.foreign(TokenKind::Not, end, "“not”"),
            name => TokenKind::Name(name),
        };
        self.push(kind, end);
    }

    fn number(&mut self) {
        let bytes = self.text.as_bytes();
        let start = self.at;
        let digit = |byte: u8| byte.is_ascii_digit() || byte == b'_';
        let mut end = self.run(start, digit);
        if bytes.get(end) == Some(&b'.') {
            end = self.run(end + 1, digit);
        }
        let digits = &self.text[start..end];
        let tail = self.run(end, |byte| continues_name(byte) || byte == b'.');
        if tail > end || !is_decimal(digits) {
            let shown = quoted(&self.text[start..tail]);
            self.faults.push(
                Fault::error(start..tail, format!("{shown} is not a number"))
                    .help("numbers are written in full: `1_000_000`, `0.25`, `25%`"),
            );
            return self.push(TokenKind::Number(1.0), tail);
        }
        let percent = bytes.get(end) == Some(&b'%');
        end += usize::from(percent);
        let decimal: String = digits.chars().filter(|&digit| digit != '_').collect();
        let exponent = if percent { -2 } else { 0 };
        // Parsing rounds to the nearest number. Digits always parse, possibly to infinity.
        let value = format!("{decimal}e{exponent}").parse().unwrap_or(f64::INFINITY);
        if value.is_finite() {
            self.push(TokenKind::Number(value), end);
        } else {
            self.faults.push(too_large(start..end));
            self.push(TokenKind::Number(1.0), end);
        }
        if percent {
            self.no_operand();
        }
    }

    /// Reports an operand after `30%`, for which `%` was meant as an operator.
    fn no_operand(&mut self) {
        let start = self.run(self.at, |byte| byte.is_ascii_whitespace());
        let end = self.run(start, continues_name);
        let operand = match &self.text[start..end] {
            "div" | "mod" | "then" | "else" | "and" | "or" => false,
            "" => self.text.as_bytes().get(start) == Some(&b'('),
            _ => true,
        };
        if operand {
            self.faults.push(
                Fault::error(self.at - 1..self.at, "`%` is not an operator here")
                    .help("`30%` is the number 0.3; the remainder of a division is written `mod`"),
            );
        }
    }

    /// Reads `%` without digits before it, the spelling of `mod` in other languages.
    fn percent(&mut self) {
        let fault = Fault::error(self.at..self.at + 1, "`%` is not an operator here")
            .help("the remainder of a division is written `mod`; a percentage has no space: `30%`");
        self.faults.push(fault);
        self.push(TokenKind::Mod, self.at + 1);
    }

    fn sign(&mut self) {
        use TokenKind as K;
        let rest = &self.text[self.at..];
        let two = |kind| (kind, 2);
        let (kind, length) = match rest.as_bytes() {
            [b'=', b'=', b'=', ..] => return self.foreign(K::Equal, self.at + 3, "equality"),
            [b'=', b'=', ..] => two(K::Equal),
            [b'!', b'=', ..] => two(K::NotEqual),
            [b'<', b'=', ..] => two(K::LessEqual),
            [b'>', b'=', ..] => two(K::GreaterEqual),
            [b'&', b'&', ..] => two(K::And),
            [b'|', b'|', ..] => two(K::Or),
            [b'=', b'>', ..] => return self.foreign(K::GreaterEqual, self.at + 2, "“at least”"),
            [b'=', b'<', ..] => return self.foreign(K::LessEqual, self.at + 2, "“at most”"),
            [b'<', b'>', ..] => return self.foreign(K::NotEqual, self.at + 2, "“not equal”"),
            [b'=', ..] => return self.foreign(K::Equal, self.at + 1, "equality"),
            [b'&', ..] => return self.foreign(K::And, self.at + 1, "“and”"),
            [b'|', ..] => return self.foreign(K::Or, self.at + 1, "“or”"),
            [b'+', ..] => (K::Plus, 1),
            [b'-', ..] => (K::Minus, 1),
            [b'*', ..] => (K::Star, 1),
            [b'/', ..] => (K::Slash, 1),
            [b'%', ..] => return self.percent(),
            [b'!', ..] => (K::Not, 1),
            [b'<', ..] => (K::Less, 1),
            [b'>', ..] => (K::Greater, 1),
            [b'(', ..] => (K::Open, 1),
            [b')', ..] => (K::Close, 1),
            [b',', ..] => (K::Comma, 1),
            _ => return self.stray(),
        };
        self.push(kind, self.at + length);
    }

    /// Reports and skips a character that is not part of the language.
    fn stray(&mut self) {
        let Some(character) = self.text[self.at..].chars().next() else { return };
        let end = self.at + character.len_utf8();
        let help = match character {
            '≤' => return self.foreign(TokenKind::LessEqual, end, "“at most”"),
            '≥' => return self.foreign(TokenKind::GreaterEqual, end, "“at least”"),
            '≠' => return self.foreign(TokenKind::NotEqual, end, "“not equal”"),
            '×' => return self.foreign(TokenKind::Star, end, "multiplication"),
            '−' | '–' => return self.foreign(TokenKind::Minus, end, "minus"),
            '?' | ':' => Some("a choice of two values is written `if … then … else …`"),
            '"' | '\'' => Some("expressions have numbers and truth values, but no texts"),
            '[' | ']' | '{' | '}' => Some("use `(` and `)` for grouping"),
            '^' => Some("there is no power operator; multiply instead"),
            '.' => Some("a number begins with a digit: `0.5`"),
            _ => None,
        };
        let title = format!("{} has no meaning in an expression", quoted(&character.to_string()));
        self.faults.push(Fault::error(self.at..end, title).maybe_help(help.map(str::to_owned)));
        self.at = end;
    }
}

/// Returns whether digits and `_`, with an optional decimal point, are a number: each part must
/// start with a digit.
fn is_decimal(text: &str) -> bool {
    let whole = |part: &str| part.starts_with(|c: char| c.is_ascii_digit());
    match text.split_once('.') {
        Some((left, right)) => whole(left) && whole(right),
        None => whole(text),
    }
}

/// Returns the fault of a literal that is too large.
fn too_large(span: Range<usize>) -> Fault {
    Fault::error(span, "the number is too large").help("the largest number is about 1.8e308")
}
