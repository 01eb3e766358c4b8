//! Parses an expression by operator precedence (Pratt parser).
//!
//! From lowest to highest precedence: `if … then … else …`, `||`, `&&`, comparisons (which do not
//! chain), `+ -`, `* / div mod`, the prefix operators `-` and `!`.

use std::ops::Range;

use super::ast::{Ast, BinarySign, Node, UnarySign};
use super::expr::{Arithmetic, Comparison, Logic, negate};
use super::fault::Fault;
use super::lexer::{self, Token, TokenKind};

/// The maximum depth of nesting, so that no text can overflow the stack.
pub(crate) const MAX_DEPTH: usize = 200;

/// The maximum length of an expression in bytes.
pub(crate) const MAX_LENGTH: usize = 64 * 1024;

/// Returns the tree of `text`, if possible, and all syntax faults. There may be both: foreign
/// spellings are read with their intended meaning.
pub(crate) fn parse(text: &str) -> (Option<Ast>, Vec<Fault>) {
    if text.len() > MAX_LENGTH {
        let fault = Fault::error(0..text.len(), "the expression is too long")
            .help(format!("use at most {MAX_LENGTH} bytes; split it over several rules"));
        return (None, vec![fault]);
    }
    let (tokens, mut faults) = lexer::tokens(text);
    if let [_end] = &tokens[..] {
        if faults.is_empty() {
            let fault = Fault::error(0..text.len(), "the expression is empty")
                .help("write an expression or remove the key");
            faults.push(fault);
        }
        return (None, faults);
    }
    let mut parser = Parser { tokens: &tokens, at: 0, depth: 0 };
    match parser.whole() {
        Ok(tree) => (Some(tree), faults),
        // A fault after a faulty token is often only its consequence.
        Err(_) if !faults.is_empty() => (None, faults),
        Err(fault) => (None, vec![fault]),
    }
}

/// Returns the precedence of a binary operator.
fn binary(kind: TokenKind<'_>) -> Option<(u8, BinarySign)> {
    use BinarySign as S;
    Some(match kind {
        TokenKind::Or => (1, S::Logic(Logic::Or)),
        TokenKind::And => (2, S::Logic(Logic::And)),
        TokenKind::Equal => (COMPARISON, S::Comparison(Comparison::Equal)),
        TokenKind::NotEqual => (COMPARISON, S::Comparison(Comparison::NotEqual)),
        TokenKind::Less => (COMPARISON, S::Comparison(Comparison::Less)),
        TokenKind::LessEqual => (COMPARISON, S::Comparison(Comparison::LessEqual)),
        TokenKind::Greater => (COMPARISON, S::Comparison(Comparison::Greater)),
        TokenKind::GreaterEqual => (COMPARISON, S::Comparison(Comparison::GreaterEqual)),
        TokenKind::Plus => (4, S::Arithmetic(Arithmetic::Add)),
        TokenKind::Minus => (4, S::Arithmetic(Arithmetic::Subtract)),
        TokenKind::Star => (5, S::Arithmetic(Arithmetic::Multiply)),
        TokenKind::Slash => (5, S::Arithmetic(Arithmetic::Divide)),
        TokenKind::Div => (5, S::Arithmetic(Arithmetic::Quotient)),
        TokenKind::Mod => (5, S::Arithmetic(Arithmetic::Remainder)),
        _ => return None,
    })
}

const COMPARISON: u8 = 3;
/// The prefix operators `-` and `!` bind tighter than any binary operator.
const PREFIX: u8 = 6;

struct Parser<'t, 'a> {
    tokens: &'t [Token<'a>],
    at: usize,
    depth: usize,
}

type Parsed = Result<Ast, Fault>;

impl<'a> Parser<'_, 'a> {
    fn peek(&self) -> &Token<'a> {
        // `End` is the last token; `take` never moves past it.
        &self.tokens[self.at]
    }

    fn take(&mut self) -> Token<'a> {
        let token = self.peek().clone();
        if token.kind != TokenKind::End {
            self.at += 1;
        }
        token
    }

    fn take_if(&mut self, kind: TokenKind<'_>) -> bool {
        let found = self.peek().kind == kind;
        if found {
            self.take();
        }
        found
    }

    fn expect(&mut self, kind: TokenKind<'_>, after: &str) -> Result<Range<usize>, Fault> {
        let token = self.take();
        if token.kind == kind {
            return Ok(token.span);
        }
        let title =
            format!("expected {} after {after}, found {}", kind.shown(), token.kind.shown());
        Err(Fault::error(token.span, title))
    }

    fn whole(&mut self) -> Parsed {
        let tree = self.expression(0)?;
        let token = self.take();
        match token.kind {
            TokenKind::End => Ok(tree),
            TokenKind::Close => {
                Err(Fault::error(token.span, "this `)` has no opening `(`").help("remove it"))
            }
            kind => Err(Fault::error(
                token.span,
                format!("expected an operator, found {}", kind.shown()),
            )
            .help("join conditions with `&&` or `||`")),
        }
    }

    /// Parses an expression whose binary operators bind tighter than `loosest`.
    fn expression(&mut self, loosest: u8) -> Parsed {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(too_deep(self.peek().span.clone()));
        }
        let mut left = self.prefix()?;
        // Whether `left` is a comparison without parentheses.
        let mut compared = false;
        while let Some((strength, sign)) = binary(self.peek().kind) {
            if strength <= loosest {
                break;
            }
            let token = self.take();
            let compares = matches!(sign, BinarySign::Comparison(_));
            if compares && compared {
                return Err(Fault::error(token.span, "comparisons do not chain")
                    .label("the left side is already a comparison")
                    .help("write `a < b && b < c`, or put one of them in parentheses"));
            }
            let right = self.expression(strength)?;
            let span = left.span.start..right.span.end;
            let depth = left.depth.max(right.depth) + 1;
            let node = Node::Binary { sign, left: Box::new(left), right: Box::new(right) };
            left = node_of(node, span, depth)?;
            compared = compares;
        }
        self.depth -= 1;
        Ok(left)
    }

    fn prefix(&mut self) -> Parsed {
        let token = self.take();
        let span = token.span.clone();
        match token.kind {
            TokenKind::Number(value) => node_of(Node::Number(value), span, 1),
            TokenKind::True => node_of(Node::Truth(true), span, 1),
            TokenKind::False => node_of(Node::Truth(false), span, 1),
            TokenKind::Name(name) if self.take_if(TokenKind::Open) => self.call(name, span),
            TokenKind::Name(name) => node_of(Node::Name(name.to_owned()), span, 1),
            TokenKind::Minus => {
                // A minus sign directly before digits is part of the number.
                if let &Token { kind: TokenKind::Number(value), span: ref digits } = self.peek() {
                    let span = span.start..digits.end;
                    self.take();
                    return node_of(Node::Number(negate(value)), span, 1);
                }
                self.unary(UnarySign::Negate, span)
            }
            TokenKind::Not => self.unary(UnarySign::Not, span),
            TokenKind::Open => {
                let mut inner = self.expression(0)?;
                let close = self.take();
                match close.kind {
                    TokenKind::Close => {}
                    TokenKind::End => {
                        return Err(Fault::error(span, "this `(` is never closed")
                            .help("add `)` where the group ends"));
                    }
                    kind => {
                        let title = format!("expected an operator or `)`, found {}", kind.shown());
                        return Err(Fault::error(close.span, title));
                    }
                }
                inner.span = span.start..close.span.end;
                Ok(inner)
            }
            TokenKind::If => {
                let condition = self.expression(0)?;
                self.expect(TokenKind::Then, "the condition of `if`")?;
                let then = self.expression(0)?;
                self.expect(TokenKind::Else, "the value of `then`")?;
                let otherwise = self.expression(0)?;
                let depth = condition.depth.max(then.depth).max(otherwise.depth) + 1;
                let span = span.start..otherwise.span.end;
                let node = Node::If {
                    condition: Box::new(condition),
                    then: Box::new(then),
                    otherwise: Box::new(otherwise),
                };
                node_of(node, span, depth)
            }
            TokenKind::End => Err(Fault::error(span, "the expression ends too early")
                .label("a value is missing here")),
            kind => Err(Fault::error(span, format!("expected a value, found {}", kind.shown()))),
        }
    }

    fn unary(&mut self, sign: UnarySign, span: Range<usize>) -> Parsed {
        let operand = self.expression(PREFIX)?;
        let span = span.start..operand.span.end;
        let depth = operand.depth + 1;
        node_of(Node::Unary { sign, operand: Box::new(operand) }, span, depth)
    }

    fn call(&mut self, name: &str, name_span: Range<usize>) -> Parsed {
        let mut arguments = Vec::new();
        let mut end = self.peek().span.end;
        if !self.take_if(TokenKind::Close) {
            loop {
                arguments.push(self.expression(0)?);
                let token = self.take();
                end = token.span.end;
                match token.kind {
                    TokenKind::Comma => {}
                    TokenKind::Close => break,
                    TokenKind::End => {
                        return Err(Fault::error(
                            name_span,
                            "the arguments of this call are never closed",
                        )
                        .help("add `)` after the last argument"));
                    }
                    kind => {
                        let title = format!("expected `,` or `)`, found {}", kind.shown());
                        return Err(Fault::error(token.span, title));
                    }
                }
            }
        }
        let depth = 1 + arguments.iter().map(|argument| argument.depth).max().unwrap_or(0);
        let span = name_span.start..end;
        node_of(Node::Call { name: name.to_owned(), name_span, arguments }, span, depth)
    }
}

/// Returns a node, unless it is deeper than [`MAX_DEPTH`].
fn node_of(node: Node, span: Range<usize>, depth: usize) -> Parsed {
    if depth > MAX_DEPTH { Err(too_deep(span)) } else { Ok(Ast { node, span, depth }) }
}

fn too_deep(span: Range<usize>) -> Fault {
    Fault::error(span, "the expression is nested too deeply")
        .help(format!("use at most {MAX_DEPTH} levels; split it over several rules"))
}
