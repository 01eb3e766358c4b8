//! The cards and numbers of 8/7 Central: those of the rules, copied from their tables, and any others.

/// The genres in the order of the rules.
pub(crate) const GENRES: [&str; 4] = ["Comedy", "News", "Drama", "Niche"];

/// A Program card (EC-51).
#[derive(Clone, Debug)]
pub(crate) struct Show {
    pub(crate) title: String,
    pub(crate) hour: bool,
    /// By genre.
    pub(crate) levels: [Option<u32>; 4],
    pub(crate) hits: Vec<u8>,
    /// Among `NCL`.
    pub(crate) symbols: Vec<char>,
}

/// What a Modifier does beside its Hit#s.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Change {
    Raise(u32),
    Add(u32),
    Block,
    NoHits,
    Lower(u32),
    NoScoring,
    NoShark,
    Pay(u32),
}

/// What an Event does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    CountersPerHit(u32),
    NoModifiers,
    GenreWorth(usize, u32),
    AdsTimes(u32),
    AdsPayNothing,
    NoCounters,
    AddCounters(u32),
    RemoveCounters(u32),
    Fine(u32),
    Draw(u32),
}

#[derive(Clone, Debug)]
pub(crate) enum Text {
    Ad { symbols: Vec<char>, dollars: u32, cards: u32 },
    Modifier { hits: Vec<u8>, change: Option<Change> },
    Event(Effect),
}

/// How long a card stays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stay {
    Immediate,
    Day,
    Week,
    Game,
}

/// A Play card and its copies (EC-52 to EC-54).
#[derive(Clone, Debug)]
pub(crate) struct Print {
    pub(crate) title: String,
    pub(crate) copies: usize,
    pub(crate) cost: u32,
    pub(crate) text: Text,
    pub(crate) stay: Stay,
}

/// Where Programs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Source {
    Auctions,
    Display,
    Random,
}

/// What is played as an Ad.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum AdRule {
    Cards,
    AnyCard,
    FlatCard,
}

#[derive(Clone, Debug)]
pub(crate) struct Kit {
    pub(crate) shows: Vec<Show>,
    /// Ads, Modifiers, Events.
    pub(crate) prints: Vec<Print>,
    pub(crate) weeks: usize,
    pub(crate) money: u32,
    pub(crate) fundraising: u32,
    pub(crate) discard: u32,
    pub(crate) bump: u32,
    pub(crate) source: Source,
    pub(crate) rounds: usize,
    /// The prices of half hours and of hours.
    pub(crate) rows: [Vec<u32>; 2],
    pub(crate) dealt: usize,
    pub(crate) kept: usize,
    pub(crate) ads: AdRule,
    pub(crate) at_once: u32,
    pub(crate) on_hit: u32,
    pub(crate) loses_all: bool,
}

/// The table of Programs in the rules.
const PROGRAMS: &str = "
Laugh Track Live | ½-hr | Comedy-5 | 6, 8 | N+C
The Evening Bulletin | ½-hr | News-5 | 5, 7 | N+L
Harbor Ward | ½-hr | Drama-5 | 7, 9 | C+L
Model Railway Digest | ½-hr | Niche-5 | 3, 4, 8 | N+C
Weekend Wisecrack | ½-hr | Comedy-4, News-3 | 7 | N
Anchors Away | ½-hr | News-4, Comedy-3 | 4, 10 | C
Late Desk | ½-hr | Comedy-3, News-2 | 5, 6 | N+L
Correspondents' Table | ½-hr | News-3, Comedy-2 | 6, 9 | C+L
Roommates & Rivals | ½-hr | Comedy-4, Drama-3 | 2, 6 | L
Second Act | ½-hr | Drama-4, Comedy-3 | 9, 11 | N
The Understudy | ½-hr | Comedy-3, Drama-2 | 8, 9 | N+C
Sunday Supper | ½-hr | Drama-3, Comedy-2 | 5, 8 | N+L
Gadget Gagsters | ½-hr | Comedy-4, Niche-3 | 8, 12 | C
Orbit Club | ½-hr | Niche-4, Comedy-3 | 3, 5 | L
Quiz Kitchen | ½-hr | Comedy-3, Niche-2 | 4, 7 | C+L
Puppet Parliament | ½-hr | Niche-3, Comedy-2 | 8, 9 | N+C
Frontline Files | ½-hr | News-4, Drama-3 | 3, 5 | N
The Whistleblower | ½-hr | Drama-4, News-3 | 8, 12 | C
Court Report | ½-hr | News-3, Drama-2 | 7, 10 | N+L
City Hall Nights | ½-hr | Drama-3, News-2 | 5, 6 | C+L
Science Beat | ½-hr | News-4, Niche-3 | 9, 11 | L
Wild Planet Wire | ½-hr | Niche-4, News-3 | 2, 6 | N
Auction Alert | ½-hr | News-3, Niche-2 | 6, 9 | N+C
Farm & Market | ½-hr | Niche-3, News-2 | 7, 10 | N+L
Midnight Archive | ½-hr | Drama-4, Niche-3 | 4, 10 | C
Star Cadets | ½-hr | Niche-4, Drama-3 | 7 | L
Castle Keep | ½-hr | Drama-3, Niche-2 | 5, 8 | C+L
Vampire Diner | ½-hr | Niche-3, Drama-2 | 4, 7 | N+C
Newsroom Nights | 1-hr | Comedy-3, News-4, Drama-4 | 5, 6 | N+C+L
Capital Capers | 1-hr | Comedy-4, News-3, Drama-4 | 8, 9 | N+C
The Press Gang | 1-hr | Comedy-4, News-4, Drama-3 | 4, 7 | N+L
Sketch Bureau | 1-hr | Comedy-3, News-4, Niche-4 | 7, 10 | C+L
Tabloid Tales | 1-hr | Comedy-4, News-3, Niche-4 | 6, 9 | N+C+L
Odd News Hour | 1-hr | Comedy-4, News-4, Niche-3 | 5, 8 | N+C
Family Practice | 1-hr | Comedy-3, Drama-4, Niche-4 | 2, 3, 7 | N+L
Galaxy Precinct | 1-hr | Comedy-4, Drama-3, Niche-4 | 7, 11, 12 | C+L
Prop Comics | 1-hr | Comedy-4, Drama-4, Niche-3 | 4, 8, 12 | N+C+L
Documentary Drama Club | 1-hr | News-3, Drama-4, Niche-4 | 2, 6, 10 | N+C
True Crime Lab | 1-hr | News-4, Drama-3, Niche-4 | 3, 4, 9 | N+L
The Expedition | 1-hr | News-4, Drama-4, Niche-3 | 5, 10, 11 | C+L";

impl Kit {
    /// The game of the rules: its tables, and the numbers of 2006, with the given number of players.
    pub(crate) fn of_the_rules(players: usize) -> Self {
        Self {
            shows: PROGRAMS.lines().skip(1).map(show).collect(),
            prints: prints(),
            weeks: players,
            money: 30,
            fundraising: 2,
            discard: 1,
            bump: 1,
            source: Source::Auctions,
            rounds: 6,
            rows: [vec![3, 4, 6, 9], vec![5, 8]],
            dealt: 8,
            kept: 6,
            ads: AdRule::Cards,
            at_once: 1,
            on_hit: 2,
            loses_all: false,
        }
    }
}

fn show(line: &str) -> Show {
    let cells: Vec<&str> = line.split(" | ").collect();
    let mut levels = [None; 4];
    for part in cells[2].split(", ") {
        let (genre, level) = part.split_once('-').expect("a genre and its level");
        let genre = GENRES.iter().position(|name| *name == genre).expect("a genre");
        levels[genre] = Some(level.parse().expect("a level"));
    }
    Show {
        title: cells[0].to_owned(),
        hour: cells[1] == "1-hr",
        levels,
        hits: cells[3].split(", ").map(|hit| hit.parse().expect("a number")).collect(),
        symbols: cells[4].chars().filter(|symbol| *symbol != '+').collect(),
    }
}

/// The tables of Play cards in the rules.
fn prints() -> Vec<Print> {
    let ad = |copies, title: &str, symbols: &str, dollars, cards| Print {
        title: title.to_owned(),
        copies,
        cost: 0,
        text: Text::Ad { symbols: symbols.chars().collect(), dollars, cards },
        stay: Stay::Game,
    };
    let modifier = |copies, title: &str, cost, hits: &[u8], change, stay| Print {
        title: title.to_owned(),
        copies,
        cost,
        text: Text::Modifier { hits: hits.to_vec(), change },
        stay,
    };
    let event = |copies, title: &str, cost, effect, stay| Print {
        title: title.to_owned(),
        copies,
        cost,
        text: Text::Event(effect),
        stay,
    };
    vec![
        ad(4, "Grocery Chain", "N", 3, 0),
        ad(4, "Phone Company", "C", 3, 0),
        ad(4, "Perfume House", "L", 3, 0),
        ad(3, "Family Car", "NC", 2, 0),
        ad(3, "Insurance Club", "NL", 2, 0),
        ad(3, "Vacation Air", "CL", 2, 0),
        ad(1, "Super Sponsor", "NCL", 1, 0),
        ad(2, "Station Identification", "NCL", 0, 1),
        modifier(2, "Guest Star", 2, &[7], None, Stay::Day),
        modifier(2, "Sweeps Stunt", 2, &[5, 9], None, Stay::Day),
        modifier(2, "Lead-In Promo", 1, &[4, 10], None, Stay::Day),
        modifier(2, "Award Nomination", 4, &[6], None, Stay::Game),
        modifier(1, "Spin-Off Hype", 4, &[8], None, Stay::Game),
        modifier(2, "Ensemble Cast", 3, &[], Some(Change::Raise(1)), Stay::Game),
        modifier(2, "Genre Crossover", 3, &[], Some(Change::Add(2)), Stay::Game),
        modifier(2, "Bad Review", 2, &[], Some(Change::Block), Stay::Day),
        modifier(1, "Cast Walkout", 3, &[], Some(Change::NoHits), Stay::Day),
        modifier(1, "Clip Show", 2, &[], Some(Change::Lower(1)), Stay::Day),
        modifier(1, "Pre-empted", 3, &[], Some(Change::NoScoring), Stay::Day),
        modifier(1, "Loyal Fans", 3, &[], Some(Change::NoShark), Stay::Game),
        modifier(1, "Product Placement", 2, &[], Some(Change::Pay(2)), Stay::Game),
        event(2, "Sweeps Week", 3, Effect::CountersPerHit(2), Stay::Week),
        event(1, "Writers' Strike", 4, Effect::NoModifiers, Stay::Week),
        event(1, "Breaking News", 2, Effect::GenreWorth(1, 2), Stay::Day),
        event(1, "Comedy Festival", 2, Effect::GenreWorth(0, 2), Stay::Day),
        event(1, "Finale Fever", 2, Effect::GenreWorth(2, 2), Stay::Day),
        event(1, "Cult Following", 2, Effect::GenreWorth(3, 2), Stay::Day),
        event(1, "Ad Boom", 2, Effect::AdsTimes(2), Stay::Week),
        event(1, "Recession", 2, Effect::AdsPayNothing, Stay::Week),
        event(2, "Audience Survey", 2, Effect::AddCounters(1), Stay::Immediate),
        event(2, "Scandal", 3, Effect::RemoveCounters(1), Stay::Immediate),
        event(1, "Broadcast Fine", 2, Effect::Fine(3), Stay::Immediate),
        event(1, "Network Retreat", 0, Effect::Draw(3), Stay::Immediate),
        event(1, "Reruns", 2, Effect::NoCounters, Stay::Day),
    ]
}
