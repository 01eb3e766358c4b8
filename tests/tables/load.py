"""Loads every table with pandas, polars and DuckDB, by one rule for all of them: the types of the
dictionary (`pushluck list tables --format csv`)."""

import sys
from pathlib import Path

import duckdb
import pandas as pd
import polars as pl

work = Path(sys.argv[1])
words = pd.read_csv(work / "dictionary.csv", keep_default_na=False)
PANDAS = {"text": "string", "integer": "Int64", "number": "Float64"}
POLARS = {"text": pl.String, "integer": pl.Int64, "number": pl.Float64}
DUCKDB = {"text": "VARCHAR", "integer": "BIGINT", "number": "DOUBLE"}
types = {
    (game, table, tuple(group.column)): dict(zip(group.column, group.type))
    for (game, table, _), group in words.groupby(["game", "table", "form"], sort=False)
}
KEY = list(words[(words.table == "win_rates") & (words.game == "el-ocho")].column[:9])
loaded, runs = 0, 0
tables, frames_of_polars = {}, {}

for path in sorted(work.glob("*/*.csv")):
    header = tuple(path.open().readline().rstrip("\n").split(","))
    game = next(game for (game, table, columns) in types if table == path.stem and columns == header)
    known = types[game, path.stem, header]
    # Each with what the dictionary says, and once more as each guesses by itself.
    frame = pd.read_csv(path, dtype={c: PANDAS[t] for c, t in known.items()})
    rows = len(frame)
    polars = pl.read_csv(path, schema_overrides={c: POLARS[t] for c, t in known.items()})
    columns = ", ".join(f"'{c}': '{DUCKDB[t]}'" for c, t in known.items())
    duck = duckdb.sql(f"SELECT * FROM read_csv('{path}', header = true, columns = {{{columns}}})")
    assert len(polars) == rows == len(duck.fetchall()), path
    guesses = pd.read_csv(path)
    for column, kind in known.items():
        guessed = guesses[column]
        if kind != "text" and guessed.notna().any():
            assert pd.api.types.is_numeric_dtype(guessed), f"{path}: {column} is {guessed.dtype}"
        kinds = {type(value) for value in guessed.dropna()}
        assert len(kinds) <= 1, f"{path}: {column} is of {kinds}"
    guessed = pl.read_csv(path)
    for column, kind in known.items():
        if kind != "text" and guessed[column].null_count() < len(guessed):
            assert guessed[column].dtype.is_numeric(), f"{path}: polars takes {column} for text"
    if header[:9] == tuple(KEY):
        tables.setdefault(path.parent, {})[path.stem] = frame
        frames_of_polars[path] = polars
        if rows:
            groups = frame.groupby("rules").size().sum()
            assert groups == rows, f"{path}: groupby rules drops {rows - groups}"
            assert (frame.scope == "overall").any() or path.stem in ("comparisons",), path
    loaded += 1

SUMS = {
    "win_rates": (["policy", "parameters"], ["games", "wins", "shared_wins", "unfinished"]),
    "expected_scores": (["policy", "parameters", "unit"], ["n"]),
    "game_lengths": (["policy", "parameters", "unit"], ["n"]),
    "bust_probabilities": (["policy", "parameters", "situation"], ["trials", "busts"]),
    "turn_endings": (["policy", "parameters", "ending"], ["turns"]),
    "announcements": (["policy", "parameters", "outcome"], ["rounds", "count"]),
}
for folder, frames in tables.items():
    for name, (by, counts) in SUMS.items():
        if name not in frames:
            continue
        frame = frames[name]
        if "dice" in frame:
            by, frame = by + ["dice"], frame.assign(dice=frame.dice.fillna(0))
        sums = {
            scope: rows.groupby(by, dropna=False)[counts].sum().sort_index()
            for scope, rows in frame.groupby("scope")
        }
        whole = sums["overall"]
        for scope, these in sums.items():
            # What hangs together with nothing else, and turns of whole games, are told on the whole.
            same = whole[whole.index.isin(these.index)]
            pd.testing.assert_frame_equal(these, same, obj=f"{folder.name} {name} {scope}")
    if "win_rates" in frames and "expected_scores" in frames:
        # Whoever has won has scored: a join over the common columns keeps every row.
        wins = frames["win_rates"]
        scores = frames["expected_scores"].query("unit == 'game'")
        joined = wins.merge(scores, on=KEY, suffixes=("", "_score"))
        assert len(joined) == len(wins) == len(scores), f"{folder.name}: {len(joined)} of {len(wins)}"
        same = " AND ".join(f"a.{c} IS NOT DISTINCT FROM b.{c}" for c in KEY)
        found = duckdb.sql(f"SELECT count(*) FROM wins a JOIN scores b ON {same}").fetchall()[0][0]
        assert found == len(wins), f"{folder.name}: DuckDB joins {found} of {len(wins)}"
        wins_of = frames_of_polars[folder / "win_rates.csv"]
        scores_of = frames_of_polars[folder / "expected_scores.csv"].filter(pl.col("unit") == "game")
        joined = wins_of.join(scores_of, on=KEY, nulls_equal=True)
        assert len(joined) == len(wins), f"{folder.name}: polars joins {len(joined)} of {len(wins)}"
    settings = pd.read_csv(folder / "settings.csv", dtype="string", keep_default_na=False)
    labels = {(row.column, row.label) for row in settings.itertuples()}
    for name, frame in frames.items():
        for column in ("rules", "parameters", "opponents"):
            for label in frame[column].dropna().unique():
                assert (column, label) in labels, f"{folder.name} {name}: nobody tells {label}"
    runs += 1

print(f"{loaded} tables of {runs} runs loaded with pandas {pd.__version__}, polars {pl.__version__} "
      f"and DuckDB {duckdb.__version__}")
