//! The card: a self-contained page with the numbers of the exact solution.

use std::fs;

use crate::program::{done, number, rows};
use snapbox::{assert_data_eq, str};

const PIG: &str = include_str!("../editions/pig.toml");

#[test]
fn a_small_game_has_a_small_card_in_which_texts_are_escaped() {
    let folder = tempfile::tempdir().unwrap();
    let text = PIG.replace("\"Pig\"", "\"<b>Pig & 'co'\"");
    assert_ne!(text, PIG);
    fs::write(folder.path().join("pig.toml"), text).unwrap();
    let html = done(folder.path(), "card el-ocho --edition pig.toml --rules target=40");
    for outside in ["<script", "<img", "<link", "http:", "https:", "url(", "@import", "<b>Pig"] {
        assert!(!html.contains(outside), "{outside}");
    }
    assert!(html.starts_with("<!DOCTYPE html>") && html.contains("@page"));
    let body = html.split_once("<body>").map_or("", |(_, body)| body);
    // One line per row, so that a difference is easy to find.
    let lines = body.replace("<tr>", "\n<tr>").replace("<h2>", "\n<h2>").replace("<p", "\n<p");
    assert_data_eq!(
        lines,
        str![[r#"
<h1>&lt;b&gt;Pig &amp; 'co' (pig.toml): when to stop</h1>
<p class="rules"><b>Level pig</b>. First to 40 points. Changed rules: target=40.</p>
<h2>Stop or roll</h2><div class="scroll" tabindex="0" role="region" aria-label="Stop or roll"><table class="wide"><thead>
<tr><th>dice left</th><th>1</th></tr></thead><tbody>
<tr><th>stop from</th><td class="stop">20</td></tr>
<tr><th>the roll<br>busts</th><td class="risk">17 %<br><span class="small">1 in 6</span></td></tr></tbody></table></div>
<p>With fewer points in the turn, roll. Played this way, a turn averages <b>8.1</b> points and busts in <b>62 %</b> of all turns. Without an opponent, it takes 5.33 turns to 40 points; the fewest possible are 5.13. Against an opponent who plays optimally, it wins 44.7 % of the games if each begins half of them; optimal play itself would win 50 %.</p>
<h2>Near the end, with two players</h2><div class="scroll" tabindex="0" role="region" aria-label="Near the end"><table><thead>
[..]
[..]
[..]
[..]
[..]
<p class="small">For the best chance to win. Above a range, roll again: the target is near. <b>win</b>: roll until the turn wins. * There are exceptions. If both play optimally, the player who begins wins 54.5 % of the games.</p><footer class="small">
<p>Exact values, computed and not simulated: <code>pushluck card el-ocho --edition pig.toml --rules target=40 --out card.html</code>, pushluck [..].</p></footer></body></html>
"#]]
    );
}

#[test]
fn the_card_of_level_2_says_what_to_keep_and_where_to_stop() {
    let folder = tempfile::tempdir().unwrap();
    let html = done(folder.path(), "card el-ocho --rules level=2,target=1000");
    let stops = html.split("<td class=\"stop\">").skip(1);
    let stops: Vec<&str> = stops.filter_map(|rest| rest.split('<').next()).collect();
    assert_eq!(stops, ["400", "never", "800", "never", "never", "never", "never", "never"]);
    // With a 1 and a 5 in eight dice, the 1 is kept; in four dice, both are kept.
    let die = |face: u8| format!("<span class=\"die\">{face}</span>");
    let row =
        html.split("<tr>").find(|row| row.starts_with(&format!("<th>{}{}</th>", die(1), die(5))));
    let cells: Vec<&str> = row.expect("the row").split("<td>").skip(1).collect();
    assert!(cells[0].starts_with(&(die(1) + "</td>")) && cells[4].starts_with("all<"), "{cells:?}");
    let solved = "solve el-ocho --objective win --policy optimal-turn --rules level=2,target=1000";
    let solved = format!("{solved} --format csv --table policy_values --quiet");
    let solved = done(folder.path(), &solved);
    let rows = rows(&solved);
    let wins = rows.iter().find(|row| row["scope"] == "overall").expect("a row");
    let wins = format!("it wins {:.1} % of the games", 100.0 * number(wins, "value"));
    assert!(html.contains(&wins), "{wins}");
    assert!(html.contains("888.7") && html.contains("Changed rules: target=1000."));
}
