//! Advice and reviews: the same bytes on any number of threads and in shards, and no sight of hidden
//! cards.

use pushluck::contract::{Definition, Game as _};
use pushluck::diagnostic::Source;
use pushluck::game::contract::{Next, Silent};
use pushluck::game::decision::{ActionList, Decision};
use pushluck::game::play::{Streams, play_until};
use pushluck::game::position;
use pushluck::games;
use pushluck::games::str8_eight::engine::Str8Eight;
use pushluck::policy::parse_spec;
use pushluck::report::csv;
use pushluck::run::{AdviceSpec, Arena, At, Conditions, Question, ReviewSpec, RunSpec};
use pushluck::sim::interrupt::StopFlag;
use pushluck::sim::random::UnitKey;

use crate::program::{done, files};

fn review(threads: usize) -> Vec<Vec<u8>> {
    let stop = StopFlag::new();
    let conditions =
        Conditions { threads: Some(threads), stop: &stop, watch: None, cache: None, journal: None };
    let arena = Arena { seed: 5, games: Some(3), ..Arena::default() };
    let [policy, base] = ["ad-seller", "random"].map(|name| parse_spec(name).expect("a SPEC"));
    let question = Question::Review(ReviewSpec { arena, policy, base: Some(base) });
    let game = games::game("eight-seven-central").expect("a game");
    let results = game.question(&question).expect("a review").run(conditions).expect("results");
    results.tables.iter().map(csv).collect()
}

#[test]
fn reviews_do_not_depend_on_the_number_of_threads() {
    let one = review(1);
    assert!(one == review(2) && one == review(7));
}

#[test]
fn shards_of_a_review_are_merged_to_the_whole() {
    let work = tempfile::tempdir().expect("a folder");
    let work = work.path();
    let line =
        "review eight-seven-central --policy ad-seller --base random --games 5 --seed 2 --quiet";
    done(work, &format!("{line} --out whole"));
    for shard in 1..=2 {
        done(work, &format!("{line} --shard {shard}/2 --checkpoint {shard}.part"));
    }
    done(work, "merge 2.part 1.part --quiet --out merged");
    let [whole, merged] = ["whole", "merged"].map(|name| files(&work.join(name)));
    assert_eq!(whole.keys().collect::<Vec<_>>(), merged.keys().collect::<Vec<_>>());
    for (name, bytes) in &whole {
        assert!(name == "run.toml" || name == "report.html" || *bytes == merged[name], "{name}");
    }
}

/// Two deals that differ in hidden cards alone get the same advice.
#[test]
fn advice_does_not_see_hidden_cards() {
    let game = Str8Eight::game(&Default::default(), 2).expect("a game");
    let unit = UnitKey::of_game(1, 1);
    let (mut state, mut steps) = (game.start(&mut Silent), 0);
    let stop = |state: &_| {
        steps += 1;
        steps > 20 && matches!(game.next(state), Next::Decide { .. })
    };
    let decide = |decision: &Decision<'_, Str8Eight>| decision.any_action();
    let (mut streams, mut list) = (Streams::new(unit), ActionList::default());
    play_until(&game, &mut state, &mut streams, decide, &mut Silent, &mut list, stop);
    let Next::Decide { seat, .. } = game.next(&state) else { panic!("a decision") };
    let other = game.hide(&state, seat, &mut unit.stream(24, 9));
    let texts = [state, other].map(|state| position::write(&game, &state, None).expect("a text"));
    assert_ne!(texts[0], texts[1], "the hidden cards differ");
    let seen = [state, other].map(|state| position::write(&game, &state, Some(seat)));
    assert_eq!(seen[0], seen[1]);
    let advice = texts.map(|text| {
        let stop = StopFlag::new();
        let conditions =
            Conditions { threads: Some(2), stop: &stop, watch: None, cache: None, journal: None };
        let run = RunSpec { players: Some(2), seed: 3, ..RunSpec::default() };
        let at = At::Position(Source::new("text", text));
        let base = Some(parse_spec("random").expect("a SPEC"));
        let ask = AdviceSpec { run, at, base, playouts: Some(300) };
        let entry = games::game("str8-eight").expect("a game");
        let advice = entry.advise(&ask, conditions).expect("advice").run(conditions);
        advice.expect("values").tables.iter().map(csv).collect::<Vec<_>>()
    });
    assert!(advice[0] == advice[1]);
}
