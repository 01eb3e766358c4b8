//! Bounds the probability that a game reaches the turn limit.
//!
//! Solutions assume games without a turn limit, but the engine ends a game after `max_turns`. The
//! probability of such a long game bounds the difference, and it has a bound itself. A round with
//! two busts leaves the totals unchanged. Any other round ends the game or raises a total by at
//! least the minimum bank. Let *r* be the probability that a round changes nothing. The number of
//! rounds until one changes something is geometric, so for *z* with *z r* < 1
//!
//! ```text
//! G(a, b) = z (1 − r) / (1 − z r) · max of G over the next pairs       E z^rounds ≤ G
//! ```
//!
//! With three players a round has three turns, and totals are triples.
//!
//! and a game has more than *n* rounds with probability at most *G* / *zⁿ* (Chernoff bound).

/// A lower probability changes no figure in the output.
pub const NEGLIGIBLE: f64 = 1e-10;

/// The tried values of ln *zⁿ*.
const EXPONENTS: [f64; 6] = [30.0, 45.0, 70.0, 120.0, 250.0, 600.0];

/// Upper bound on the probability that a game lasts more than `rounds` rounds, from any totals.
/// `sizes` are the numbers of totals below the target, by player, 1 for each player who does not take
/// part; `least` is the minimum bank, and `stays` returns the probability that a round changes no
/// total. Totals that are never left (probability 1) count as the end of the game: such a game has
/// no winner with or without a limit.
pub fn given_up(
    sizes: [usize; 3],
    least: usize,
    rounds: u32,
    stays: impl Fn([usize; 3]) -> f64,
) -> f64 {
    let [first, second, third] = sizes;
    let bound = |exponent: f64| {
        let z = (exponent / f64::from(rounds)).exp();
        // By totals: the maximum of ln G over these and all higher totals.
        let mut most = vec![0.0_f64; first * second * third];
        for cell in (0..most.len()).rev() {
            let totals = [cell / (second * third), cell / third % second, cell % third];
            // The maximum if one of the totals is higher by `by`.
            let higher = |by: usize| {
                let strides = [second * third, third, 1].into_iter().enumerate();
                let within = strides.filter(|(player, _)| totals[*player] + by < sizes[*player]);
                within.map(|(_, stride)| most[cell + by * stride]).fold(0.0, f64::max)
            };
            let here = match stays(totals).max(0.0) {
                stays if stays >= 1.0 - 1e-12 => 0.0,
                stays if z * stays >= 1.0 => f64::INFINITY,
                stays => (z * (1.0 - stays) / (1.0 - z * stays)).ln() + higher(least),
            };
            most[cell] = here.max(higher(1));
        }
        (most.first().copied().unwrap_or(0.0) - exponent).exp()
    };
    EXPONENTS.into_iter().map(bound).fold(1.0, f64::min)
}
