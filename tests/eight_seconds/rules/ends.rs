//! The end of the game and its score, ES-36 to ES-41.

use pushluck::games::eight_seconds::compiled::Game;
use pushluck::games::eight_seconds::event::Event;
use pushluck::games::eight_seconds::state::State;

use super::scene::{scene, table};
use crate::eight_seconds::common::{
    NoWatch, Player, Silent, Watch, bulls, game, play_game, random,
};

/// Who ended turns with what, and how the game ended.
#[derive(Default)]
struct Turns {
    seats: Vec<u8>,
    /// The Bulls dealt, in order.
    dealt: Vec<u8>,
    /// How many of them in turns that were played to their end.
    played: usize,
    /// Whether the Rider had what brings the end, after each turn.
    triggered: Vec<bool>,
    most_bulls: u32,
    reshuffled: bool,
}

struct Follow<'a> {
    turns: Turns,
    bulls: u32,
    trigger: &'a dyn Fn(&State, u8) -> bool,
}

impl Watch for Follow<'_> {
    fn told(&mut self, state: &State, event: &Event) {
        match event {
            Event::TurnEnds { seat, .. } => {
                self.turns.seats.push(*seat);
                self.turns.played = self.turns.dealt.len();
                self.turns.triggered.push((self.trigger)(state, *seat));
                self.bulls = state.seats[usize::from(*seat)].bulls.count_ones();
                self.turns.most_bulls = self.turns.most_bulls.max(self.bulls);
            }
            Event::BullDealt { bull, .. } => self.turns.dealt.push(*bull),
            Event::Reshuffled { .. } => self.turns.reshuffled = true,
            _ => {}
        }
    }
}

fn follow(game: &Game, players: usize, number: u64, trigger: &dyn Fn(&State, u8) -> bool) -> Turns {
    let seats: Vec<&Player> = vec![&Silent; players];
    let mut watch = Follow { turns: Turns::default(), bulls: 0, trigger };
    let end = play_game(game, &seats, (3, number), &mut watch);
    assert!(end.finished);
    watch.turns
}

#[test]
fn es_36_es_q19_each_other_player_has_one_more_turn() {
    for players in 2..=5 {
        let game = game("", players);
        for number in 0..50 {
            let three =
                |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= 3;
            let turns = follow(&game, players, number, &three);
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), first + players);
            let after: Vec<u8> = turns.seats[first + 1..].to_vec();
            let order: Vec<u8> = (1..players as u8)
                .map(|ahead| (turns.seats[first] + ahead) % players as u8)
                .collect();
            assert_eq!(after, order);
        }
    }
}

#[test]
fn es_37_a_score_is_bulls_and_tokens() {
    let game = game("", 2);
    let (scores, winners) =
        game.final_scores(&table(&game, &[(&["3-2-2", "2-1-0"], 4), (&["2-2-2"], 0)]));
    assert_eq!((scores[0].total(), scores[1].total(), winners), (22, 10, 0b01));
}

#[test]
fn es_38_es_q20_ties_go_to_bull_points_then_to_the_highest_untied_bull() {
    let game = game("", 3);
    let winners = |seats: &[(&[&str], u16)]| game.final_scores(&table(&game, seats)).1;
    // More in Bulls wins over tokens.
    assert_eq!(winners(&[(&["2-1-1"], 2), (&["2-2-1"], 0)]), 0b10);
    // 7 + 5 + 5 with no token against 10 + 7: equal scores, equal Bulls, and the 10 is untied.
    let lesser: (&[&str], u16) = (&["2-2-1", "2-1-1", "1-2-1"], 0);
    let greater: (&[&str], u16) = (&["2-2-2", "2-1-2"], 0);
    assert_eq!(winners(&[lesser, greater]), 0b10);
    // 10/5/5/5 against 10/10/5: the second highest decides.
    assert_eq!(
        winners(&[(&["2-2-2", "2-1-1", "1-2-1", "1-1-2"], 0), (&["3-2-1", "1-3-2", "2-2-0"], 0)]),
        0b10
    );
    // Wholly equal: both win.
    assert_eq!(winners(&[(&["2-2-1"], 1), (&["2-1-2"], 1), (&[], 0)]), 0b011);
}

#[test]
fn es_39_es_40_ratings() {
    let game = game("", 2);
    let rated: Vec<usize> =
        [0, 4, 5, 10, 11, 17, 18, 22, 23, 29, 30, 99].map(|score| game.rating(score, 2)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6, 6]);
    let rated: Vec<usize> =
        [0, 20, 21, 30, 31, 45, 46, 60, 61, 70, 71].map(|score| game.rating(score, 1)).into();
    assert_eq!(rated, [1, 1, 2, 2, 3, 3, 4, 4, 5, 5, 6]);
}

#[test]
fn es_40_es_q13_solitaire_is_one_pass_through_the_deck() {
    let game = game("", 1);
    let three = |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= 3;
    let mut rode_on = 0;
    for number in 0..30 {
        let turns = follow(&game, 1, number, &three);
        assert!(!turns.reshuffled);
        assert_eq!(turns.played, 28, "the last Bull makes a turn of its own");
        let mut dealt = turns.dealt;
        dealt.sort_unstable();
        assert_eq!(dealt, (0..28).collect::<Vec<_>>(), "every Bull once");
        assert!(turns.seats.len() >= 10, "nine turns of three Bulls and one of the last");
        // Three Bulls end nothing.
        rode_on += u32::from(turns.triggered.iter().position(|yes| *yes) < Some(9));
    }
    assert!(rode_on > 20, "{rode_on}");
}

#[test]
fn es_41_es_q41_more_bulls_and_equal_turns() {
    let has = |count: u32| {
        move |state: &State, seat: u8| state.seats[usize::from(seat)].bulls.count_ones() >= count
    };
    for players in [2, 3, 5] {
        let (mut more, mut equal) = (0, [0; 5]);
        for number in 0..40 {
            // Five Bulls and not three bring the end, with a turn for each other player.
            let turns = follow(&game("bulls=5", players), players, number, &has(5));
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), first + players);
            let with_three = follow(&game("", players), players, number, &has(3));
            more += u32::from(with_three.seats.len() < turns.seats.len());
            // Equal turns: the round of the third Bull is played out, and nothing after it.
            let turns = follow(&game("length=equal", players), players, number, &has(3));
            let first = turns.triggered.iter().position(|yes| *yes).expect("an end");
            assert_eq!(turns.seats.len(), (first / players + 1) * players);
            equal[first % players] += 1;
        }
        assert!(more > 30, "{more} of 40 games were longer");
        assert!(equal[..players].iter().all(|times| *times > 0), "from every seat: {equal:?}");
    }
}

#[test]
fn es_41_es_q41_three_bulls_and_a_buckle_allow_no_fourth_bull() {
    let ended = scene("buckles,length=buckle", 2)
        .with(|game, state| {
            state.seats[0].bulls = bulls(game, &["0-1-3", "3-1-0", "2-0-2"]);
            state.seats[0].bull_points = 15;
            state.deck &= !state.seats[0].bulls;
        })
        .rolls(&["TTBTTBTB"])
        .plays("act dismount")
        .play();
    assert!(!ended.at("act")[0].offers("ride"));
    let game = game("buckles,length=buckle,max_turns=3000", 2);
    let both = |state: &State, seat: u8| {
        let has = &state.seats[usize::from(seat)];
        has.bulls.count_ones() >= 3 && has.buckles != 0
    };
    let seats: Vec<&Player> = vec![random(); 2];
    let mut watch = Follow { turns: Turns::default(), bulls: 0, trigger: &both };
    let end = play_game(&game, &seats, (3, 5), &mut watch);
    assert!(end.finished);
    assert_eq!(watch.turns.most_bulls, 3);
    let first = watch.turns.triggered.iter().position(|yes| *yes).expect("an end");
    assert_eq!(watch.turns.seats.len(), first + 2);
}

#[test]
fn a_limit_of_turns_leaves_a_game_unfinished() {
    let game = game("max_turns=1", 4);
    let seats: Vec<&Player> = vec![&Silent; 4];
    let end = play_game(&game, &seats, (1, 1), &mut NoWatch);
    assert!(!end.finished);
    assert_eq!(end.turns, 4);
}
