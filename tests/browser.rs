//! The pages in a real browser: Chromium, driven over its DevTools protocol. Where there is no
//! browser, the tests say so and pass.

use std::fs;
use std::net::TcpStream;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use pushluck::games::el_ocho::exact::{Control, Solver};
use serde_json::{Value, json};
use tempfile::TempDir;
use tungstenite::stream::MaybeTlsStream;
use tungstenite::{Message, WebSocket, connect};

use crate::el_ocho::common::game;
use crate::program::{cache, done, output, pushluck, root};

/// The names of the program.
const NAMES: [&str; 3] = ["chromium", "chromium-browser", "google-chrome"];

/// A browser with one page.
struct Browser {
    child: Child,
    socket: WebSocket<MaybeTlsStream<TcpStream>>,
    session: String,
    next: u64,
    /// What a page must not do: errors on the console, and requests beyond its own file.
    problems: Vec<String>,
    _profile: TempDir,
}

impl Browser {
    /// Starts the browser, if there is one.
    fn start() -> Option<Self> {
        let there = |name: &&&str| {
            let found = Command::new(name).arg("--version").stdout(Stdio::null()).status();
            found.is_ok_and(|status| status.success())
        };
        let Some(name) = NAMES.iter().find(there) else {
            eprintln!("skipped: no Chromium on this machine");
            return None;
        };
        let profile = TempDir::new().expect("a folder");
        let child = Command::new(name)
            .args(["--headless=new", "--no-sandbox", "--disable-gpu", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", profile.path().display()))
            .arg("about:blank")
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .spawn()
            .expect("a browser");
        let port = profile.path().join("DevToolsActivePort");
        let since = Instant::now();
        let address = loop {
            let text = fs::read_to_string(&port).unwrap_or_default();
            if let Some((port, path)) = text.trim().split_once('\n') {
                break format!("ws://127.0.0.1:{port}{path}");
            }
            assert!(since.elapsed() < Duration::from_secs(60), "{name} does not start");
            thread::sleep(Duration::from_millis(50));
        };
        let (socket, _) = connect(address).expect("the browser listens");
        let (session, problems) = (String::new(), Vec::new());
        let mut browser = Self { child, socket, session, next: 0, problems, _profile: profile };
        let target = browser.send("Target.createTarget", json!({ "url": "about:blank" }));
        let attach = json!({ "targetId": target["targetId"], "flatten": true });
        let attached = browser.send("Target.attachToTarget", attach);
        browser.session = attached["sessionId"].as_str().expect("a session").to_owned();
        for domain in ["Runtime", "Log", "Network", "Page"] {
            browser.send(&format!("{domain}.enable"), json!({}));
        }
        Some(browser)
    }

    /// Sends a command and returns its result.
    #[track_caller]
    fn send(&mut self, method: &str, parameters: Value) -> Value {
        self.next += 1;
        let id = self.next;
        let mut command = json!({ "id": id, "method": method, "params": parameters });
        if !self.session.is_empty() {
            command["sessionId"] = self.session.clone().into();
        }
        self.socket.send(Message::text(command.to_string())).expect("the browser listens");
        loop {
            let message = self.receive();
            if message["id"] == id {
                assert!(message["error"].is_null(), "{method}: {}", message["error"]);
                return message["result"].clone();
            }
        }
    }

    /// The next message; problems that it reports are kept.
    fn receive(&mut self) -> Value {
        let message = self.socket.read().expect("an answer");
        let message: Value = serde_json::from_str(message.to_text().expect("text")).expect("JSON");
        let parameters = &message["params"];
        match message["method"].as_str().unwrap_or_default() {
            "Runtime.exceptionThrown" | "Log.entryAdded" => self.problems.push(message.to_string()),
            "Runtime.consoleAPICalled" if parameters["type"] == "error" => {
                self.problems.push(message.to_string());
            }
            "Network.requestWillBeSent" => {
                let url = parameters["request"]["url"].as_str().unwrap_or_default();
                if !["file:", "data:", "about:"].iter().any(|own| url.starts_with(own)) {
                    self.problems.push(url.to_owned());
                }
            }
            _ => {}
        }
        message
    }

    /// Opens a page of this width, light or dark.
    fn open(&mut self, path: &Path, width: u32, scheme: &str) {
        let size =
            json!({ "width": width, "height": 900, "deviceScaleFactor": 1, "mobile": false });
        self.send("Emulation.setDeviceMetricsOverride", size);
        let media = json!([{ "name": "prefers-color-scheme", "value": scheme }]);
        self.send("Emulation.setEmulatedMedia", json!({ "features": media }));
        self.send("Page.navigate", json!({ "url": format!("file://{}", path.display()) }));
        while self.receive()["method"] != "Page.loadEventFired" {}
    }

    /// The value of an expression on the page.
    #[track_caller]
    fn eval(&mut self, expression: &str) -> Value {
        let parameters = json!({ "expression": expression, "returnByValue": true });
        let result = self.send("Runtime.evaluate", parameters);
        assert!(result["exceptionDetails"].is_null(), "{expression}: {result}");
        result["result"]["value"].clone()
    }

    /// Checks that the open page fits its width, reports no problem and has a legible contrast.
    #[track_caller]
    fn assert_clean(&mut self, what: &str) {
        let root = "document.documentElement";
        let fits = self.eval(&format!("{root}.scrollWidth <= {root}.clientWidth"));
        assert_eq!(fits, true, "{what} scrolls horizontally");
        assert_eq!(self.problems, Vec::<String>::new(), "{what}");
        // The contrast of the text by WCAG 2.
        let contrast = self.eval(
            "(() => {
                const light = (colour) => {
                    const linear = (c) => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
                    const [r, g, b] = colour.match(/[\\d.]+/g).map((c) => linear(c / 255));
                    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
                };
                const style = getComputedStyle(document.body);
                const [a, b] = [light(style.color), light(style.backgroundColor)];
                return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
            })()",
        );
        assert!(contrast.as_f64().expect("a number") >= 4.5, "{what}: contrast {contrast}");
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
fn a_faulty_page_is_noticed() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a folder");
    let path = folder.path().join("page.html");
    let wide = "<div style='width:3000px'>wide</div><script>console.error('no')</script>";
    fs::write(&path, format!("{wide}<img src='http://127.0.0.1:9/x.png'>")).expect("a page");
    browser.open(&path, 800, "light");
    let root = "document.documentElement";
    assert_eq!(browser.eval(&format!("{root}.scrollWidth > {root}.clientWidth")), true);
    assert!(browser.problems.iter().any(|problem| problem.contains("127.0.0.1:9")));
    assert!(browser.problems.iter().any(|problem| problem.contains("consoleAPICalled")));
}

#[test]
fn report_pages_open_at_every_width_sort_and_filter() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a folder");
    for (name, line) in [
        ("simulate", "simulate el-ocho --games 20"),
        ("long", "simulate long-shot --games 4 --players 2"),
        ("cards", "simulate str8-eight --games 10"),
        ("networks", "simulate eight-seven-central --games 10"),
        ("bulls", "simulate eight-seconds --games 10"),
        ("turns", "simulate el-ocho --turns 100"),
        ("compare", "compare el-ocho --policy hold-at --policy keep-few --games 20"),
        ("sweep", "sweep el-ocho --policy hold-at --vary hold=400..800:200 --games 20"),
        ("solve", "solve el-ocho --rules level=2"),
        ("advise", "advise el-ocho --roll 1,5,5,2,3 --turn 300"),
        ("balance", "balance eight-seconds --turns 50"),
        ("verify", "verify long-shot --games 500"),
    ] {
        done(folder.path(), &format!("{line} --quiet --out {name}"));
        let page = folder.path().join(name).join("report.html");
        for (width, scheme) in [(320, "light"), (768, "dark"), (1920, "light")] {
            browser.open(&page, width, scheme);
            browser.assert_clean(&format!("{line}, {width} px, {scheme}"));
        }
    }
    done(folder.path(), "report simulate compare --out both.html");
    browser.open(&folder.path().join("both.html"), 320, "dark");
    browser.assert_clean("two folders");

    browser.open(&folder.path().join("simulate/report.html"), 1000, "light");
    let column = "[...document.querySelectorAll('table.data th')].findIndex((th) => \
                  th.textContent === 'win_rate')";
    let sorted = |browser: &mut Browser| {
        browser
            .eval(&format!("document.querySelectorAll('table.data th button')[{column}].click()"));
        let values = browser.eval(&format!(
            "[...document.querySelector('table.data').tBodies[0].rows].map((row) => \
             Number(row.cells[{column}].textContent))"
        ));
        let values = values.as_array().expect("a column").iter();
        values.map(|value| value.as_f64().expect("a number")).collect::<Vec<_>>()
    };
    let up = sorted(&mut browser);
    assert!(up.len() > 9 && up.is_sorted(), "{up:?}");
    let down = sorted(&mut browser);
    assert!(down.iter().rev().is_sorted(), "{down:?}");
    let shown = browser.eval(
        "(() => {
            const input = document.querySelector('section.table input');
            input.value = 'overall keep-few';
            input.dispatchEvent(new Event('input'));
            return [...document.querySelector('table.data').tBodies[0].rows]
                .filter((row) => !row.hidden).length;
        })()",
    );
    assert_eq!(shown, 1);
    // A tap on a picture shows the value.
    let hint = browser.eval(
        "(() => {
            document.querySelector('svg rect title').parentElement
                .dispatchEvent(new MouseEvent('click', { bubbles: true }));
            return document.getElementById('hint').textContent;
        })()",
    );
    assert!(hint.as_str().is_some_and(|hint| hint.contains("win rate, %")), "{hint}");
}

#[test]
fn the_printed_card_is_one_sheet_of_letter_and_a4_paper() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a folder");
    let six = root().join("tests/editions/six-dice.toml");
    for (name, options) in [
        ("one", "--rules target=2000".to_owned()),
        ("two", "--rules level=2,target=2000".to_owned()),
        ("six", format!("--edition {} --rules target=4000", six.display())),
    ] {
        done(folder.path(), &format!("card el-ocho {options} --out {name}.html"));
        browser.open(&folder.path().join(format!("{name}.html")), 320, "light");
        browser.assert_clean(name);
        for [width, height] in [[8.5, 11.0], [8.27, 11.69]] {
            let paper = json!({ "paperWidth": width, "paperHeight": height });
            let printed = browser.send("Page.printToPDF", paper);
            let pdf = STANDARD.decode(printed["data"].as_str().expect("a PDF")).expect("base 64");
            let pages = String::from_utf8_lossy(&pdf).matches("/Type /Page\n").count();
            assert_eq!(pages, 1, "{name}, {width} × {height} inches");
        }
    }
}

/// Compares the values of the open page for all keeps of a roll with those of `advise`.
fn keeps_as_advised(
    browser: &mut Browser,
    folder: &Path,
    options: &str,
    (roll, [own, opponent]): (&[u64], [u64; 2]),
) {
    let faces = roll.iter().map(u64::to_string).collect::<Vec<_>>().join(",");
    let line = format!(
        "advise el-ocho {options} --roll {faces} --own {own} --opponent {opponent} --format csv"
    );
    let mut command = pushluck(folder, &line);
    let stdout = output(command.env("PUSHLUCK_CACHE", cache())).stdout;
    let csv = String::from_utf8(stdout).expect("UTF-8");
    let mut rows = csv::Reader::from_reader(csv.as_bytes());
    let at = rows.headers().expect("a header").iter().position(|name| name == "value");
    let values: Vec<f64> =
        rows.records().filter_map(|row| row.expect("a row").get(at?)?.parse().ok()).collect();
    let question = json!({ "own": own, "opponent": opponent, "roll": roll });
    let answer = browser.eval(&format!("pocket.solve({question}).map((one) => one.value)"));
    let answer: Vec<f64> =
        answer.as_array().expect("values").iter().filter_map(Value::as_f64).collect();
    assert_eq!(answer.len(), values.len(), "{line}: {csv}");
    let near = answer.iter().zip(&values).all(|(one, other)| (one - other).abs() < 1e-6);
    assert!(near, "{line}: {answer:?}, not {values:?}");
}

#[test]
fn the_page_for_a_phone_knows_patterns_and_runs_within_a_roll() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a folder");
    for (edition, rules) in
        [("farkle", "target=1500"), ("kingdom-come", "beyond_target=on,target=1500")]
    {
        let options = format!("--edition {edition} --rules {rules}");
        done(folder.path(), &format!("card el-ocho {options} --page --out {edition}.html"));
        browser.open(&folder.path().join(format!("{edition}.html")), 320, "light");
        for roll in ["112233", "123451", "223456", "123456", "444455", "552346", "111111"] {
            let roll: Vec<u64> = roll.bytes().map(|face| u64::from(face - b'0')).collect();
            keeps_as_advised(&mut browser, folder.path(), &options, (&roll, [500, 900]));
        }
    }
}

/// Numbers that repeat, for positions.
fn numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |below| {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % below
    }
}

#[test]
fn the_page_for_a_phone_answers_as_advise_does() {
    let Some(mut browser) = Browser::start() else { return };
    let folder = TempDir::new().expect("a folder");
    let rules = "level=2,target=2000";
    done(folder.path(), &format!("card el-ocho --rules {rules} --page --out pocket.html"));
    let page = folder.path().join("pocket.html");
    for (width, scheme) in [(320, "light"), (320, "dark"), (800, "light"), (1920, "dark")] {
        browser.open(&page, width, scheme);
        browser.assert_clean(&format!("the page for a phone, {width} px, {scheme}"));
    }
    // Stop or roll, against the solver.
    let game = game(rules);
    let solver = Solver::new(Arc::clone(&game));
    let win = solver.win(Control::default()).expect("small").expect("not stopped");
    let (unit, target) = (game.points(1), win.target());
    let mut random = numbers(1);
    let (mut asked, mut expected) = (Vec::new(), Vec::new());
    while asked.len() < 10_000 {
        let [own, opponent] = [(); 2].map(|()| random(u64::from(target)) as u32);
        let (units, dice) = (random(u64::from(target)) as u32, 1 + random(8) as u8);
        let position = win.position(own, opponent);
        if !solver.turn_states(units).contains(units, dice) {
            continue;
        }
        let Some(roll) = position.roll(units, dice) else { continue };
        let [own, opponent, turn] = [own, opponent, units].map(|all| i64::from(all) * unit);
        asked.push(json!({ "own": own, "opponent": opponent, "turn": turn, "dice": dice }));
        expected.push((roll, position.stop(units)));
    }
    let since = Instant::now();
    let answers = browser.eval(&format!(
        "{}.map((one) => pocket.solve(one)[0]).map((best) => [best.rollValue, best.stopValue])",
        Value::Array(asked.clone())
    ));
    let took = since.elapsed() / 10_000;
    assert!(took < Duration::from_millis(50), "{took:?} for each answer");
    for ((question, answer), (roll, stop)) in
        asked.iter().zip(answers.as_array().expect("answers")).zip(expected)
    {
        let near = |value: &Value, exact: f64| {
            value.as_f64().is_some_and(|value| (value - exact).abs() < 1e-6)
        };
        assert!(near(&answer[0], roll), "{question}: {answer}, not {roll}");
        assert!(
            stop.is_none_or(|stop| near(&answer[1], stop)),
            "{question}: {answer}, not {stop:?}"
        );
    }
    // What to keep, against the command.
    for _ in 0..40 {
        let roll: Vec<u64> = (0..8).map(|_| 1 + random(8)).collect();
        let totals = [(); 2].map(|()| 50 * (8 + random(31)));
        keeps_as_advised(&mut browser, folder.path(), &format!("--rules {rules}"), (&roll, totals));
    }
    // Taps: the dice 1 and 5, and the answer is read out.
    browser.open(&page, 320, "light");
    let said = browser.eval(
        "(() => {
            const tap = (text) => [...document.querySelectorAll('button')]
                .find((button) => button.textContent.trim() === text).click();
            ['1', '5', '5', '2', '3', '3', '3', '8'].forEach(tap);
            return document.querySelector('[aria-live]').textContent;
        })()",
    );
    let said = said.as_str().expect("a text");
    assert!(said.contains("Keep") && said.contains('%'), "{said}");
}
