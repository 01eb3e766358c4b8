//! Transcripts: commands, their output, and their exit codes other than 0.
//!
//! ```console
//! $ pushluck list policy hold
//! ? 2
//! error: el-ocho has no policy `hold`
//! ```
//!
//! Commands run in a shell; all commands of a file run in one new folder. The output joins stdout and
//! stderr. In the expected output, `[..]` matches any text within a line and `...` any lines. In
//! Markdown, the `console` blocks are transcripts, and a `toml` block whose first line is a comment
//! with a file name is written to that file.
//! `SNAPSHOTS=overwrite cargo test --test suite cli::` updates the expected output.

use std::env;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use snapbox::Data;
use snapbox::filter::NormalizeToExpected;

use crate::program::{cache, output};

/// A command and its expected output.
struct Step {
    command: String,
    expected: String,
}

/// Runs the transcripts in `file` in a folder with copies of `files`, and compares or updates their
/// output. With `fences`, only the `console` blocks of the file are transcripts.
#[track_caller]
pub(crate) fn check(file: &Path, fences: bool, files: &[&Path]) {
    let text = fs::read_to_string(file).expect("a transcript");
    let folder = tempfile::tempdir().expect("a folder");
    for path in files {
        for entry in fs::read_dir(path).expect("a folder of files") {
            let entry = entry.expect("a file");
            fs::copy(entry.path(), folder.path().join(entry.file_name())).expect("a copy");
        }
    }
    let mut fresh = String::new();
    let mut faults = Vec::new();
    let mut inside = !fences;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        fresh += &format!("{line}\n");
        if fences && line.starts_with("```") {
            inside = line == "```console";
        }
        // A file of the example; its first line is its name.
        if fences
            && line == "```toml"
            && let Some(name) = lines.peek().and_then(|first| first.strip_prefix("# "))
            && name.ends_with(".toml")
        {
            let path = folder.path().join(name);
            let mut body = String::new();
            while let Some(line) = lines.next_if(|line| !line.starts_with("```")) {
                body += &format!("{line}\n");
            }
            fs::write(path, &body).expect("a file of the reader's");
            fresh += &body;
        }
        let Some(first) = line.strip_prefix("$ ").filter(|_| inside) else { continue };
        let mut step = Step { command: first.to_owned(), expected: String::new() };
        while let Some(more) = lines.next_if(|line| line.starts_with("> ") || *line == ">") {
            fresh += &format!("{more}\n");
            step.command += &format!("\n{}", more.get(2..).unwrap_or(""));
        }
        let over = |line: &&str| !(line.starts_with("$ ") || fences && line.starts_with("```"));
        while let Some(answer) = lines.next_if(over) {
            step.expected += &format!("{answer}\n");
        }
        // Blank lines before the next command do not belong to the output.
        let end = step.expected.trim_end_matches('\n').len();
        let (answer, gap) = step.expected.split_at(end);
        let gap = gap.strip_prefix('\n').unwrap_or(gap).to_owned();
        let answer = answer.to_owned();
        let given = run(&step.command, folder.path());
        let given = given.trim_end_matches('\n').to_owned();
        if alike(&given, &answer) {
            fresh += &answer;
        } else {
            fresh += &given;
            faults.push(format!("$ {}\n--- expected\n{answer}\n--- given\n{given}", step.command));
        }
        if !fresh.ends_with('\n') {
            fresh.push('\n');
        }
        fresh += &gap;
    }
    if env::var("SNAPSHOTS").is_ok_and(|mode| mode == "overwrite") {
        fs::write(file, fresh).expect("a new transcript");
        return;
    }
    assert!(
        faults.is_empty(),
        "{}: {} answers differ (SNAPSHOTS=overwrite accepts them)\n\n{}",
        file.display(),
        faults.len(),
        faults.join("\n\n")
    );
}

fn alike(given: &str, expected: &str) -> bool {
    let expected = Data::text(expected);
    NormalizeToExpected::new().redact().normalize(Data::text(given), &expected) == expected
}

fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_pushluck")).parent().expect("its folder");
    let path = env::var_os("PATH").unwrap_or_default();
    let paths = [program.to_owned()].into_iter().chain(env::split_paths(&path));
    let mut shell = Command::new("sh");
    shell
        .args(["-c", &format!("exec 2>&1\n{command}")])
        .current_dir(folder)
        .env("PATH", env::join_paths(paths).expect("a path"))
        .env_remove("NO_COLOR")
        .env_remove("CLICOLOR_FORCE")
        .env("PUSHLUCK_CACHE", cache())
        .env("LC_ALL", "C")
        .stdin(Stdio::null());
    let output = output(&mut shell);
    let text = String::from_utf8_lossy(&output.stdout);
    match output.status.code() {
        Some(0) => text.into_owned(),
        Some(code) => format!("? {code}\n{text}"),
        None => format!("? {}\n{text}", output.status),
    }
}
