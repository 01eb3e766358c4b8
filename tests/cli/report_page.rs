//! The report page of folders of results: what it holds, and that it is closed to the network.

use std::fs;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use resvg::tiny_skia::Pixmap;
use sha2::{Digest, Sha256};
use tempfile::TempDir;

use crate::program::{done, files, run};

/// The text between two marks.
#[track_caller]
fn between<'a>(text: &'a str, from: &str, to: &str) -> &'a str {
    let (_, rest) = text.split_once(from).unwrap_or_else(|| panic!("{from} in {text}"));
    rest.split_once(to).unwrap_or_else(|| panic!("{to} after {from}")).0
}

/// The page of a folder of results.
#[track_caller]
fn page(folder: &TempDir, line: &str) -> String {
    done(folder.path(), line);
    fs::read_to_string(folder.path().join("out/report.html")).expect("a page")
}

#[test]
fn the_command_on_the_page_repeats_the_run() {
    for line in [
        "simulate el-ocho --policy hold-at:hold=700 --policy keep-few --games 20 --rules level=2 --seed 7",
        "simulate long-shot --games 4 --players 2 --policy value-bettor --policy no-bets --fixed-seats",
        "simulate el-ocho --policy hold-at --turns 100",
        "compare str8-eight --policy fastest-eight --policy weigh-every-card --games 8 --head-to-head",
        "compare el-ocho --policy hold-at --policy keep-few --games 20 --confidence 0.9",
        "tune el-ocho --policy hold-at --games 400 --quiet",
    ] {
        let (first, second) =
            (TempDir::new().expect("a folder"), TempDir::new().expect("a folder"));
        let shown = page(&first, &format!("{line} --threads 1 --out out"));
        let command = between(&shown, "<pre tabindex=\"0\">pushluck ", "</pre>");
        page(&second, &format!("{command} --threads 2 --out out"));
        let [first, second] = [first, second].map(|folder| files(&folder.path().join("out")));
        assert!(first == second, "{command}");
    }
}

#[test]
fn the_page_admits_only_its_own_style_and_script() {
    let folder = TempDir::new().expect("a folder");
    let shown = page(&folder, "simulate eight-seven-central --games 10 --out out");
    let policy = between(&shown, "http-equiv=\"Content-Security-Policy\" content=\"", "\"");
    let hash = |text: &str| format!("'sha256-{}'", STANDARD.encode(Sha256::digest(text)));
    let style = hash(between(&shown, "<style>", "</style>"));
    let script = hash(between(&shown, "<script>", "</script>"));
    assert_eq!(
        policy,
        format!(
            "default-src 'none'; style-src {style}; script-src {script}; base-uri 'none'; form-action 'none'"
        )
    );
    for outside in [" src=", " href=", "url(", "@import"] {
        assert!(!shown.contains(outside), "{outside}");
    }
    // An inline style would be blocked.
    assert!(!shown.contains(" style="), "an inline style");
    // The finding is first, and every picture and table is there.
    let finding = between(&shown, "<h1>", "</h1>");
    assert!(finding.contains("wins most"), "{finding}");
    for (name, _) in files(&folder.path().join("out")) {
        let shown_name = name.ends_with(".csv") || name.ends_with(".svg");
        assert!(!shown_name || shown.contains(&format!("aria-label=\"{name}\"")), "{name}");
    }
}

#[test]
fn texts_of_users_are_escaped() {
    let folder = TempDir::new().expect("a folder");
    let text = done(folder.path(), "list policy hold-at");
    let text = text.replace("description = \"", "description = \"</pre><script>alert(1)</script>");
    fs::write(folder.path().join("a&b.toml"), text).expect("a policy");
    let shown = page(&folder, "simulate el-ocho --policy ./a&b.toml --games 10 --out out");
    assert_eq!(shown.matches("<script>").count(), 1);
    assert!(shown.contains("&lt;script&gt;alert(1)") && shown.contains("a&amp;b"));
}

#[test]
fn report_shows_folders_side_by_side() {
    let folder = TempDir::new().expect("a folder");
    let one =
        page(&folder, "simulate el-ocho --policy hold-at --policy keep-few --games 10 --out out");
    done(folder.path(), "solve el-ocho --out solved");
    assert_eq!(done(folder.path(), "report out"), one, "the page of one folder");
    done(folder.path(), "report out solved --out both.html");
    let both = fs::read_to_string(folder.path().join("both.html")).expect("a page");
    assert_eq!(both.matches("<article>").count(), 2);
    // An earlier page is replaced, another file is not.
    done(folder.path(), "report solved --out both.html --force");
    fs::write(folder.path().join("mine.html"), "mine").expect("a file");
    for (line, reason) in [
        ("report out --out mine.html", "exists and has other contents"),
        ("report out --out page.svg", "is in HTML"),
        ("report nothing", "`nothing` has no run.toml"),
        ("report out/run.toml", "has no run.toml"),
        ("report", "required arguments"),
    ] {
        let (code, _, stderr) = run(folder.path(), line);
        assert_eq!(code, Some(2), "{line}: {stderr}");
        assert!(stderr.contains(reason), "{line}: {stderr}");
    }
    fs::remove_file(folder.path().join("out/win_rates.csv")).expect("a table");
    let (code, _, stderr) = run(folder.path(), "report out");
    assert!(code == Some(2) && stderr.contains("win_rates.csv"), "{stderr}");
}

#[test]
fn a_png_next_to_each_svg_shows_its_texts_and_is_the_same_on_every_thread() {
    let folder = TempDir::new().expect("a folder");
    let line = "simulate el-ocho --policy hold-at --policy keep-few --games 50 --quiet";
    let drawn = |out: &str, more: &str| {
        done(folder.path(), &format!("{line} --out {out} {more}"));
        files(&folder.path().join(out))
    };
    let both = drawn("both", "--picture png --threads 1");
    assert!(both == drawn("again", "--picture png --threads 2"));
    let plain = drawn("plain", "--picture svg");
    let svgs = || plain.keys().filter_map(|name| name.strip_suffix(".svg"));
    assert!(svgs().count() > 2 && both.len() == plain.len() + svgs().count());
    for name in svgs() {
        let svg = std::str::from_utf8(&plain[&format!("{name}.svg")]).expect("a text");
        let side = |side: &str| between(svg, &format!(" {side}=\""), "\"").parse::<u32>();
        let picture = Pixmap::decode_png(&both[&format!("{name}.png")]).expect("a PNG");
        assert_eq!(side("width"), Ok(picture.width() / 2));
        assert_eq!(side("height"), Ok(picture.height() / 2));
        // The title is in the first lines.
        let title = 2 * 30 * picture.width() as usize;
        let dark = picture.pixels()[..title].iter().filter(|pixel| pixel.red() < 64).count();
        assert!(dark > 500, "{name}: {dark}");
        assert!(picture.pixels().iter().all(|pixel| pixel.alpha() == u8::MAX), "{name}");
    }
    let (code, _, error) = run(folder.path(), &format!("{line} --picture png"));
    assert!(code == Some(2) && error.contains("--out <DIR>"), "{error}");
}
