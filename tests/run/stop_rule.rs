//! How far a run is from what it waits for.

use pushluck::run::stop_rule::{Stops, Until, Width};

#[test]
fn what_is_awaited_is_told_with_how_far_it_is() {
    let far = |until, widest| Stops { until: Some(until), most: 1, bound: None }.far(|_| widest);
    let win = Until::Width(Width::Win, 0.001);
    assert_eq!(far(win, Some(0.0034)), "±0.34 %, until ci(win) < 0.1%");
    assert_eq!(far(Until::Width(Width::Mean, 5.0), Some(7.5)), "±7.50, until ci(mean) < 5");
    assert_eq!(far(win, None), "until ci(win) < 0.1%");
    assert_eq!(far(Until::Ranked, None), "until rank settled");
}
