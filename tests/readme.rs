//! Every example of the README, run as it stands there.
#![cfg(target_os = "linux")]

use std::path::Path;

mod transcript;

#[test]
fn every_example_of_the_readme_gives_what_it_says() {
    transcript::check(&Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md"), true, &[]);
}
