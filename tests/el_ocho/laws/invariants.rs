//! Laws that every game of El Ocho's family obeys, whatever its edition and whoever plays: the
//! shipped game, two editions of the tests, and editions at random.

use std::collections::BTreeSet;
use std::fmt::Write;
use std::fs;
use std::sync::Arc;

use proptest::prelude::*;
use pushluck::diagnostic::Source;
use pushluck::games::el_ocho::edition::Edition;
use pushluck::games::el_ocho::engine::Seated;
use pushluck::games::el_ocho::fast::Matches;
use pushluck::games::el_ocho::fast::Turns;
use pushluck::games::el_ocho::rules::Rules;
use pushluck::games::el_ocho::scoring::{Keep, Verdict};
use pushluck::games::el_ocho::turn::{Game, Standing};

use crate::el_ocho::common;
use crate::el_ocho::common::anyone::{Anyone, anyone};
use crate::el_ocho::common::{engines, game_of, sit, tally_in_pieces};

/// Chance weights sum to their total, legal actions are sorted and unique, draws are the rolls.
fn check_rolls(game: &Game) {
    let sides = game.rules.edition.sides;
    for dice in 1..=game.dice() {
        let table = game.table(dice);
        assert_eq!(table.total(), u64::from(sides).pow(dice.into()));
        let weights = table.classes().iter().map(|class| class.weight);
        assert_eq!(weights.sum::<u64>(), table.total());
        let mut rolls = BTreeSet::new();
        for (index, class) in table.classes().iter().enumerate() {
            assert!(class.weight > 0);
            check_keeps(dice, class.keeps());
            assert_eq!(class.keeps().is_empty(), !matches!(class.verdict, Verdict::Keep(_)));
            if matches!(class.verdict, Verdict::Win { .. }) {
                assert_eq!(dice, game.dice(), "only all dice of the game win at once");
            }
            for rank in 0..class.weight {
                let roll = table.decode(index, rank);
                assert_eq!(roll.len(), usize::from(dice));
                assert!(roll.iter().all(|face| (1..=sides).contains(face)));
                let verdict = game.scoring.verdict(&common::counts(&roll, sides));
                assert_eq!(verdict, class.verdict, "{roll:?}");
                assert!(rolls.insert(roll), "a roll comes twice");
            }
        }
        assert_eq!(rolls.len() as u64, table.total());
    }
}

fn check_keeps(dice: u8, keeps: &[Keep]) {
    let more_dice_then_more_points = |a: &Keep, b: &Keep| (a.dice, a.points) > (b.dice, b.points);
    assert!(keeps.is_sorted_by(more_dice_then_more_points), "sorted, none twice: {keeps:?}");
    for keep in keeps {
        assert!((1..=dice).contains(&keep.dice) && keep.points > 0, "{keep:?}");
    }
}

/// Every engine counts the same turns and games.
fn check_play(game: &Arc<Game>, players: &[Anyone], seed: u64) {
    let players: Vec<_> = players.iter().map(|player| sit(game, player.clone())).collect();
    let mut turns = Turns {
        game: Seated::new(game, 2),
        players: players.clone(),
        standing: Standing::start(2),
        seed,
        isa: None,
    };
    let mut of_turns = Vec::new();
    for isa in engines() {
        turns.isa = isa;
        of_turns.push(tally_in_pieces(&turns, &[301]));
    }
    assert!(of_turns.iter().all(|tally| *tally == of_turns[0]));
    let of_games = [false, true].map(|folded| {
        let games = Matches {
            game: Seated::new(game, 2),
            players: players.clone(),
            lineups: vec![vec![0, players.len() - 1]],
            fixed_seats: false,
            seed,
            fold_for: folded.then_some(u64::MAX),
        };
        tally_in_pieces(&games, &[41])
    });
    assert_eq!(of_games[0], of_games[1]);
    let games = of_games[0].games.tables[0].iter().flat_map(|group| &group.seats);
    let (won, unfinished) = games
        .fold((0, 0), |(won, unfinished), seat| (won + seat.sole, unfinished + seat.unfinished));
    assert_eq!(won + unfinished / 2, 41, "won or given up");
}

/// Somebody whose turns end, however kind the dice are.
fn who_stops() -> impl Strategy<Value = Anyone> {
    anyone().prop_map(|mut player| {
        player.hold.iter_mut().for_each(|hold| *hold = (*hold).min(90));
        player
    })
}

pub(crate) fn test_edition(name: &str) -> Edition {
    let path = format!("{}/tests/editions/{name}", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).expect("the edition file");
    let source = Source { name: name.to_owned(), text };
    Edition::parse(Arc::new(source)).expect("a sound edition")
}

#[test]
fn rolls_of_other_editions_obey_the_laws() {
    check_rolls(&game_of(test_edition("six-dice.toml"), ""));
    check_rolls(&game_of(test_edition("pig.toml"), ""));
}

/// The text of an edition of some dice; what is left out by chance is left out of the file.
fn edition_text(dice: u8, sides: u8, points: &[u32], traits: u64) -> String {
    let chance = |bit: u32| traits >> bit & 1 == 1;
    let points = |index: usize| points[index % points.len()];
    let mut text = format!(
        "game = \"el-ocho\"\nname = \"Random\"\n\
         dice = {{ count = {dice}, sides = {sides}, from = \"PROPOSED\" }}\n\
         target = {{ points = 2000, from = \"PROPOSED\" }}\n\
         minimum_bank = {{ points = {}, from = \"PROPOSED\" }}\n\
         max_turns = {{ turns = 30, from = \"PROPOSED\" }}\n",
        if chance(0) { 0 } else { 100 },
    );
    let table = |entries: Vec<(u8, u32)>| {
        let entries: Vec<_> =
            entries.iter().map(|(key, value)| format!("{key} = {value}")).collect();
        format!("{{ {} }}", entries.join(", "))
    };
    let faces = |from: u32| {
        let bit = move |face: &u8| chance(from + u32::from(*face));
        (1..=sides).filter(bit).map(|face| (face, points(face.into()))).collect::<Vec<_>>()
    };
    if chance(1) {
        let singles = table(faces(2));
        writeln!(text, "singles = {{ points = {singles}, from = \"PROPOSED\" }}").expect("memory");
    }
    let set_size = if chance(12) { 2 } else { 3 };
    let sets = dice >= set_size;
    if sets {
        let sets = table(faces(13).into_iter().map(|(face, points)| (face, 3 * points)).collect());
        writeln!(text, "sets = {{ size = {set_size}, points = {sets}, from = \"PROPOSED\" }}")
            .expect("memory");
    }
    let joker = chance(23);
    if joker {
        writeln!(text, "joker = {{ face = {sides}, from = \"PROPOSED\" }}").expect("memory");
    }
    text.push_str("defaults = { level = \"a\" }\n[level.a]\n");
    let joker = if !joker {
        "off"
    } else if chance(24) {
        "standard"
    } else {
        "literal"
    };
    writeln!(text, "joker = \"{joker}\"\nfrom = \"PROPOSED\"").expect("memory");
    if sets && chance(25) {
        let series = (set_size + 1..=dice).map(|size| (size, 2 + u32::from(size)));
        writeln!(text, "series = {}", table(series.collect())).expect("memory");
    }
    if chance(26) {
        let runs = (2..=dice.min(sides)).filter(|length| chance(27 + u32::from(*length)));
        let runs = runs.map(|length| (length, points(length.into()))).collect();
        writeln!(text, "runs = {}", table(runs)).expect("memory");
    }
    if chance(36) {
        let wins = chance(37);
        writeln!(text, "all_alike = {{ points = {}, wins = {wins} }}", points(0)).expect("memory");
    }
    text
}

/// The keeps and points of a roll by brute force, from the numbers of the edition alone.
pub(crate) fn brute_force(rules: &Rules, roll: &[u8]) -> Verdict {
    let (edition, level) = (&rules.edition, rules.level());
    let count = |dice: &[u8], face: u8| dice.iter().filter(|die| **die == face).count();
    let all_alike = roll.len() == usize::from(edition.dice) && count(roll, roll[0]) == roll.len();
    if let (true, Some(all)) = (all_alike, level.all_alike)
        && all.wins
    {
        return Verdict::Win { points: all.points };
    }
    /// The best that so many alike score; `None` if some of them would not.
    fn alike(rules: &Rules, face: u8, dice: u8) -> Option<u32> {
        let edition = &rules.edition;
        let (single, set) = (edition.singles[usize::from(face)], edition.sets[usize::from(face)]);
        let mut groups = vec![(1, single), (edition.set_size, set)];
        groups.extend(rules.level().series.iter().map(|(size, times)| (*size, set * times)));
        let of = |(size, worth): &(u8, u32)| match dice.checked_sub(*size) {
            Some(rest) if *worth > 0 => Some(worth + alike(rules, face, rest)?),
            _ => None,
        };
        let all = level_all(rules, dice);
        groups.iter().filter_map(of).chain((dice == 0).then_some(0)).chain(all).max()
    }
    fn level_all(rules: &Rules, dice: u8) -> Option<u32> {
        let all = rules.level().all_alike.filter(|all| !all.wins);
        all.filter(|_| dice == rules.edition.dice).map(|all| all.points)
    }
    let mut keeps = BTreeSet::new();
    for subset in 1..1_u32 << roll.len() {
        let kept: Vec<u8> =
            (0..roll.len()).filter(|die| subset >> die & 1 == 1).map(|die| roll[die]).collect();
        let worth = (1..=edition.sides).map(|face| alike(rules, face, count(&kept, face) as u8));
        if let Some(points) = worth.sum::<Option<u32>>() {
            keeps.insert((kept.len() as u8, points));
        }
    }
    use pushluck::games::el_ocho::edition::Joker;
    let joker = edition.joker_face.is_some_and(|face| roll.contains(&face));
    if keeps.is_empty() && joker && rules.joker == Joker::Literal {
        return Verdict::Joker;
    }
    let mut sorted = roll.to_vec();
    sorted.sort_unstable();
    let run = level.runs.iter().find(|(length, _)| usize::from(*length) == roll.len());
    if let Some((length, points)) = run
        && sorted.windows(2).all(|pair| pair[0] + 1 == pair[1])
    {
        let better = keeps.iter().any(|(dice, other)| dice == length && other >= points);
        if !better {
            keeps.retain(|(dice, _)| dice != length);
            keeps.insert((*length, *points));
        }
    }
    match (keeps.is_empty(), joker && rules.joker == Joker::Standard) {
        (true, true) => Verdict::Joker,
        (true, false) => Verdict::Bust,
        (false, _) => {
            let keep = |(dice, points): &(u8, u32)| Keep { points: *points, dice: *dice };
            Verdict::Keep(keeps.iter().rev().map(keep).collect())
        }
    }
}

/// A verdict in points instead of units.
pub(crate) fn in_points(game: &Game, verdict: &Verdict) -> Verdict {
    let unit = game.scoring.unit;
    match verdict {
        Verdict::Win { points } => Verdict::Win { points: points * unit },
        Verdict::Keep(keeps) => {
            let keep = |keep: &Keep| Keep { points: keep.points * unit, dice: keep.dice };
            Verdict::Keep(keeps.iter().map(keep).collect())
        }
        other => other.clone(),
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 60,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn editions_at_random_obey_the_laws(
        dice in 1..=5_u8,
        sides in prop_oneof![2 => Just(4_u8), 1 => Just(2_u8), 1 => Just(8_u8), 3 => 2..=8_u8],
        points in prop::collection::vec((1..30_u32).prop_map(|n| n * 5), 3..6),
        traits in any::<u64>(),
        players in prop::collection::vec(who_stops(), 1..3),
        seed in any::<u64>(),
    ) {
        let dice = if u32::from(sides).pow(dice.into()) > 5000 { dice - 1 } else { dice };
        let text = edition_text(dice, sides, &points, traits);
        let source = Source { name: "random.toml".to_owned(), text: text.clone() };
        let edition = Edition::parse(Arc::new(source));
        let edition = edition.unwrap_or_else(|faults| panic!("{text}\n{faults:#?}"));
        let Ok(game) = Game::new(Rules::of(Arc::new(edition))) else {
            // Nothing that could ever be banked.
            return Ok(());
        };
        let game = Arc::new(game);
        check_rolls(&game);
        for dice in 1..=game.dice() {
            let table = game.table(dice);
            for (index, class) in table.classes().iter().enumerate() {
                let roll = table.decode(index, class.weight / 2);
                let expected = brute_force(&game.rules, &roll);
                prop_assert_eq!(in_points(&game, &class.verdict), expected, "{}\n{:?}", text, roll);
            }
        }
        check_play(&game, &players, seed);
    }

}
