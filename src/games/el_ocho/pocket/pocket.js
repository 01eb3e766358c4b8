'use strict';
(() => {
  const find = (id) => document.getElementById(id);
  const data = JSON.parse(find('data').textContent);
  const { unit, dice: allDice, target } = data;

  // Win probabilities by own total, then by opponent's total: 24 bits each.
  const packed = atob(data.win);
  const wins = Float64Array.from({ length: target * target }, (_, cell) => {
    const byte = (place) => packed.charCodeAt(3 * cell + place);
    return (byte(0) * 65536 + byte(1) * 256 + byte(2)) / 16777215;
  });

  // `to` is the distance from the row of a state to the cell of an option.
  const rolls = data.rolls.map((roll) => ({
    ...roll,
    to: Int32Array.from(roll.steps, ([points, left]) => points * allDice + left),
    depth: Int32Array.from(roll.steps, (step) => step[2]),
    weight: Float64Array.from(roll.steps, (step) => step[3]),
  }));
  const depths = 2 + Math.max(0, ...rolls.map((roll) => roll.depth.reduce((a, b) => Math.max(a, b), 0)));

  /** The win probability at the start of the turn of a player with total `own`. */
  const winOf = (own, other) => (own >= target ? 1 : other >= target ? 0 : wins[own * target + other]);

  /** The objective: the values of stopping and of a bust, of a winning roll and of its points. */
  function aim(mode, own, opponent) {
    if (mode === 'points') {
      return { rows: data.turn_rows, stop: (units) => units, lost: 0, won: 0, perUnit: 1, scale: unit };
    }
    const stop = (units) => 1 - winOf(opponent, own + units);
    const rows = Math.max(target - own, data.min_bank);
    const wait = (units) => (own + units >= target ? 1 : stop(units));
    return { rows, stop: wait, lost: stop(0), won: 1, perUnit: 0, scale: 1 };
  }

  /**
   * The values of rolling in rows (units of the turn) `from` to `rows` - 1, by row and number of
   * dice. From `rows` on, stopping is optimal. Each step extends a list of options, of which the
   * best so far is in `prefix`.
   */
  function sweep(goal, from, rows) {
    const last = rows + data.most;
    const best = new Float64Array((last + 1) * allDice);
    const roll = new Float64Array(rows * allDice);
    for (let row = rows; row <= last; row++) {
      best.fill(goal.stop(row), row * allDice, (row + 1) * allDice);
    }
    const prefix = new Float64Array(depths).fill(-Infinity);
    for (let row = rows - 1; row >= from; row--) {
      const stopped = row >= data.min_bank ? goal.stop(row) : -Infinity;
      const base = row * allDice;
      for (let dice = 0; dice < allDice; dice++) {
        const { to, depth, weight, bust, wins: won, win_points: points, settled } = rolls[dice];
        let sum = won * (goal.won + goal.perUnit * row) + goal.perUnit * points + bust * goal.lost;
        for (let step = 0; step < to.length; step++) {
          const option = best[base + to[step]];
          const before = prefix[depth[step]];
          const better = option > before ? option : before;
          prefix[depth[step] + 1] = better;
          sum += weight[step] * better;
        }
        const value = sum / settled;
        roll[base + dice] = value;
        best[base + dice] = stopped >= value ? stopped : value;
      }
    }
    return roll;
  }

  // The last solved turn of each objective: totals are constant during a turn.
  const solved = {};

  /** The value of rolling, by units of the turn and number of dice. */
  function rolling(mode, own, opponent) {
    const goal = aim(mode, own, opponent);
    const key = mode === 'points' ? '' : `${own} ${opponent}`;
    if (solved[mode]?.key !== key) {
      solved[mode] = { key, roll: sweep(goal, 0, goal.rows) };
    }
    const { roll } = solved[mode];
    const value = (units, dice) => {
      const table = units < goal.rows ? roll : sweep(goal, units, units + 1);
      return table[units * allDice + dice - 1];
    };
    return { goal, value };
  }

  /** The lists of dice that score as singles and sets. Low faces come first. */
  function withoutRuns(counts) {
    let ways = [{ units: 0, faces: [] }];
    for (let face = 1; face <= data.sides; face++) {
      const numbers = Array.from({ length: counts[face] + 1 }, (_, less) => counts[face] - less);
      const scoring = numbers.filter((number) => data.alike[face][number] !== null);
      ways = ways.flatMap((way) => scoring.map((number) => ({
        units: way.units + data.alike[face][number],
        faces: [...way.faces, ...new Array(number).fill(face)],
      })));
    }
    return ways;
  }

  /** The lists of dice that score, also as runs within the roll, each with the most units it scores. */
  function lists(counts) {
    const best = new Map(withoutRuns(counts).map((way) => [way.faces.join(' '), way]));
    for (const [first, last, units] of data.runs_within) {
      const run = Array.from({ length: last - first + 1 }, (_, place) => first + place);
      if (!run.every((face) => counts[face] > 0)) continue;
      for (const way of lists(counts.map((count, face) => count - run.includes(face)))) {
        const faces = [...way.faces, ...run].sort((a, b) => a - b);
        const known = best.get(faces.join(' '));
        if (!known || known.units < way.units + units) {
          best.set(faces.join(' '), { units: way.units + units, faces });
        }
      }
    }
    return [...best.values()];
  }

  /**
   * What a roll is, and its legal keeps, most dice first. `faces` lists the dice of a keep; there are
   * several lists if different dice score the same.
   */
  function judge(roll) {
    const counts = new Array(data.sides + 1).fill(0);
    for (const face of roll) counts[face]++;
    if (data.win_points !== null && roll.length === allDice && counts.includes(allDice)) {
      return { ending: 'win', keeps: [] };
    }
    const keeps = new Map();
    const joker = data.joker_face > 0 && counts[data.joker_face] > 0;
    if (joker && data.joker === 'literal' && withoutRuns(counts).length === 1) {
      return { ending: 'joker', keeps: [] };
    }
    for (const { units, faces } of lists(counts).filter((way) => way.faces.length > 0)) {
      const key = `${faces.length} ${units}`;
      if (!keeps.has(key)) keeps.set(key, { units, dice: faces.length, faces: [] });
      keeps.get(key).faces.push(faces);
    }
    const sorted = [...roll].sort((a, b) => a - b);
    let found = [...keeps.values()];
    const isRun = sorted.every((face, place) => face === sorted[0] + place);
    const alike = counts.filter((count) => count > 0).sort((a, b) => b - a).join(' ');
    const shown = data.patterns.filter(([pattern]) => pattern.join(' ') === alike);
    const units = Math.max(isRun ? data.runs[roll.length] : 0, ...shown.map(([, units]) => units));
    if (units > 0) {
      const all = found.find((keep) => keep.dice === roll.length);
      if (all) all.units = Math.max(all.units, units);
      else found.push({ units, dice: roll.length, faces: [sorted] });
    }
    if (found.length === 0 && joker && data.joker === 'standard') return { ending: 'joker', keeps: [] };
    if (found.length === 0 && data.nothing[roll.length] > 0) {
      found.push({ units: data.nothing[roll.length], dice: roll.length, faces: [sorted] });
    }
    if (found.length === 0) return { ending: 'bust', keeps: [] };
    found = found.sort((a, b) => b.dice - a.dice || b.units - a.units);
    if (data.keep_all) found = found.slice(0, 1);
    return { ending: null, keeps: found };
  }

  /**
   * The choices in a position, best first, with points for all amounts: `kept` are the dice to keep,
   * `also` other dice that score the same, `stop` whether to stop then, and `value` the win
   * probability or the expected points of the turn. A roll without a choice is one entry with an
   * `ending`: 'bust', 'joker' (the dice are rolled again) or 'win'.
   */
  function solve({ own = 0, opponent = 0, turn = 0, roll = null, dice = allDice, mode = 'win' }) {
    const { goal, value } = rolling(mode, own / unit, opponent / unit);
    const choice = (units, left, keep) => {
      const stopValue = units >= data.min_bank ? goal.stop(units) * goal.scale : null;
      const rollValue = value(units, left) * goal.scale;
      const stop = stopValue !== null && stopValue >= rollValue;
      const { bust, settled } = rolls[left - 1];
      return {
        kept: keep ? keep.faces[0] : [],
        also: keep ? keep.faces.slice(1) : [],
        points: keep ? keep.units * unit : 0,
        turn: units * unit,
        dice: left,
        stop,
        value: stop ? stopValue : rollValue,
        stopValue,
        rollValue,
        bust: bust / settled,
        ending: null,
      };
    };
    const units = turn / unit;
    if (roll === null) return [choice(units, dice, null)];
    const { ending, keeps } = judge(roll);
    if (ending === 'joker') {
      const again = choice(units, roll.length, null);
      return [{ ...again, stop: false, stopValue: null, value: again.rollValue, ending }];
    }
    if (ending !== null) {
      const points = ending === 'win' ? data.win_points : 0;
      const won = mode === 'points' ? (units + points) * unit : 1;
      const end = ending === 'win' ? won : goal.lost * goal.scale;
      return [{
        kept: [], also: [], points: points * unit, turn: (units + points) * unit, dice: 0, stop: true,
        value: end, stopValue: end, rollValue: null, bust: 0, ending,
      }];
    }
    return keeps
      .map((keep) => choice(units + keep.units, roll.length - keep.dice || allDice, keep))
      .sort((a, b) => b.value - a.value);
  }

  globalThis.pocket = { solve };

  // The page.

  const start = () => ({
    own: 0, opponent: 0, turn: 0, dice: allDice, taps: [], waits: false, mode: 'win', over: '', note: '',
  });
  const store = `pushluck ${document.title}`;
  let state = start();
  let past = [];

  const number = (points) => points.toLocaleString('en');
  const diceWords = (count) => `${count} ${count === 1 ? 'die' : 'dice'}`;
  const figure = (value) => (state.mode === 'win'
    ? `${(100 * value).toFixed(2)}\u00a0%`
    : `${value.toLocaleString('en', { minimumFractionDigits: 1, maximumFractionDigits: 1 })} points`);
  const then = (choice) => {
    if (choice.stop) return 'stop';
    return `roll ${choice.dice === allDice && allDice > 1 ? 'all ' : ''}${diceWords(choice.dice)}`;
  };
  const capital = (text) => text[0].toUpperCase() + text.slice(1);

  function element(tag, text = '', className = '') {
    const made = document.createElement(tag);
    made.textContent = text;
    made.className = className;
    return made;
  }

  /** Applies a change that Undo takes back. */
  function act(change) {
    past.push(JSON.stringify({ ...state, note: '' }));
    past = past.slice(-500);
    state.note = '';
    change(state);
    show();
  }

  /** Focuses the dice, after the focused button is gone. */
  function tapNext() {
    document.querySelector('.face').focus({ preventScroll: true });
  }

  const newTurn = { turn: 0, dice: allDice, taps: [], waits: false };
  // The opponent's turn is next.
  const endedTurn = { ...newTurn, waits: true };

  function keep(choice) {
    act((next) => Object.assign(next, { turn: choice.turn, dice: choice.dice, taps: [] }));
    if (choice.stop) find('bank').focus();
    else tapNext();
  }

  function bank() {
    act((next) => {
      const total = next.own + next.turn;
      Object.assign(next, endedTurn, { own: total, note: `You banked ${number(next.turn)}.` });
      if (total >= target * unit) next.over = 'You win.';
    });
    find('scored').focus();
  }

  function bust() {
    act((next) => Object.assign(next, endedTurn, { note: 'The turn is a bust.' }));
    find('scored').focus();
  }

  function again() {
    act((next) => Object.assign(next, start(), { mode: next.mode }));
  }

  /** The points in a field, or `null` with a note on what is possible. */
  function read(field, below) {
    const points = Number(field.value || 0);
    if (points >= 0 && points < below * unit && Number.isInteger(points / unit)) return points;
    state.note = `${field.value} is not possible: write a multiple of ${unit} from 0 to ${number((below - 1) * unit)}.`;
    show();
    return null;
  }

  function edit(id, key, below) {
    const field = find(id);
    field.addEventListener('change', () => {
      const points = read(field, below);
      if (points !== null) act((next) => Object.assign(next, { [key]: points, waits: false }));
    });
  }

  function choiceItem(choice, place) {
    const item = element('li');
    const button = element('button', '', place === 0 ? 'choice best' : 'choice');
    button.type = 'button';
    const kept = element('span', 'keep ');
    for (const face of choice.kept) kept.append(element('b', String(face), 'die'), ' ');
    for (const other of choice.also) kept.append(`or ${other.join(' ')} `);
    kept.append('→ ');
    const odds = `bust ${(100 * choice.bust).toFixed(1)}\u00a0%`;
    const stopping = choice.stopValue === null ? 'no stop' : `stop ${figure(choice.stopValue)}`;
    const details = `${number(choice.turn)} set aside · ${stopping} · roll ${figure(choice.rollValue)}, ${odds}`;
    kept.append(element('span', `${then(choice)} `, 'then'));
    button.append(
      kept,
      element('span', `${figure(choice.value)} `, 'value'),
      element('span', details, 'details'),
    );
    button.addEventListener('click', () => keep(choice));
    item.append(button);
    return item;
  }

  function endingItem({ ending, points }) {
    const item = element('li');
    const words = { bust: 'Bust', joker: `Roll ${diceWords(state.dice)} again`, win: 'Win the game' };
    const button = element('button', words[ending], 'choice best');
    button.type = 'button';
    button.addEventListener('click', () => {
      if (ending === 'bust') bust();
      else if (ending === 'joker') {
        act((next) => { next.taps = []; });
        tapNext();
      } else act((next) => Object.assign(next, newTurn, { over: `You win: all dice alike, ${number(points)} points.` }));
    });
    item.append(button);
    return item;
  }

  /** The sentence of the answer, and the choices to list. */
  function answer() {
    if (state.over) return [state.over, []];
    if (state.waits) {
      const chance = 1 - winOf(state.opponent / unit, state.own / unit);
      const until = state.mode === 'win' ? `: ${figure(chance)} to win` : '';
      return [`Now enter your opponent's turn${until}.`, []];
    }
    const missing = state.dice - state.taps.length;
    if (state.taps.length > 0 && missing > 0) return [`Tap ${diceWords(missing)} more.`, []];
    const roll = missing === 0 ? state.taps : null;
    const choices = solve({ ...state, roll });
    const best = choices[0];
    const goal = state.mode === 'win' ? ' to win' : ' on average';
    const value = `${figure(best.value)}${goal}`;
    if (best.ending === 'bust') return ['Nothing scores: the turn busts.', choices];
    if (best.ending === 'joker') return [`Joker: roll the same ${diceWords(best.dice)} again: ${value}.`, choices];
    if (best.ending === 'win') return ['All dice alike: you win the game.', choices];
    if (roll) return [`Keep ${best.kept.join(' ')}, then ${then(best)}: ${value}.`, choices];
    const other = best.stop ? `Rolling: ${figure(best.rollValue)}.` : `Stopping: ${figure(best.stopValue ?? 0)}.`;
    return [`${capital(then(best))}: ${value}. ${best.stopValue === null ? '' : other}`, []];
  }

  function show() {
    const over = state.over !== '';
    find('own').value = state.own;
    find('opponent').value = state.opponent;
    find('turn').value = state.turn;
    find('left').value = String(state.dice);
    for (const input of document.querySelectorAll('input[name=mode]')) input.checked = input.value === state.mode;

    const full = state.taps.length >= state.dice;
    // A disabled button would lose the focus of the keyboard.
    for (const face of document.querySelectorAll('.face')) face.setAttribute('aria-disabled', over || full);
    const tray = find('tray');
    tray.replaceChildren();
    state.taps.forEach((face, place) => {
      const die = element('button', String(face), 'die');
      die.type = 'button';
      die.setAttribute('aria-label', `remove the ${face}`);
      die.addEventListener('click', () => {
        act((next) => { next.taps.splice(place, 1); });
        tapNext();
      });
      tray.append(die);
    });
    const count = `${state.taps.length} of ${diceWords(state.dice)}`;
    tray.append(element('span', state.taps.length > 0 ? `${count}; tap a die here to remove it` : count));

    const [sentence, choices] = answer();
    const text = `${state.note} ${sentence}`.trim();
    // An equal text would be announced again.
    if (find('answer').textContent !== text) find('answer').textContent = text;
    find('choices').replaceChildren(...choices.map((choice, place) => (
      choice.ending ? endingItem(choice) : choiceItem(choice, place))));

    const banks = state.turn / unit >= data.min_bank && state.taps.length === 0;
    const wins = banks && state.own + state.turn >= target * unit;
    const least = `Bank from ${number(data.min_bank * unit)}`;
    find('bank').textContent = banks ? `Bank ${number(state.turn)}${wins ? ' and win' : ''}` : least;
    find('bank').disabled = over || !banks;
    find('bust').disabled = over;
    find('score').disabled = over;
    find('undo').disabled = past.length === 0;
    // Storage may be refused, as in a file of some browsers.
    try {
      localStorage.setItem(store, JSON.stringify({ state, past: past.slice(-50) }));
    } catch { /* The game is lost when the page is closed. */ }
  }

  try {
    const kept = JSON.parse(localStorage.getItem(store));
    if (kept) ({ state, past } = kept);
    show();
  } catch {
    // The stored game is missing or of another version.
    [state, past] = [start(), []];
    show();
  }

  edit('own', 'own', target);
  edit('opponent', 'opponent', target);
  edit('turn', 'turn', 1000000 / unit);
  find('left').addEventListener('change', () => act((next) => {
    const dice = Number(find('left').value);
    Object.assign(next, { dice, taps: next.taps.slice(0, dice), waits: false });
  }));
  for (const face of document.querySelectorAll('.face')) {
    face.addEventListener('click', () => {
      if (state.over || state.taps.length >= state.dice) return;
      act((next) => Object.assign(next, { taps: [...next.taps, Number(face.value)], waits: false }));
    });
  }
  for (const input of document.querySelectorAll('input[name=mode]')) {
    input.addEventListener('change', () => act((next) => { next.mode = input.value; }));
  }
  find('bank').addEventListener('click', bank);
  find('bust').addEventListener('click', bust);
  find('again').addEventListener('click', again);
  find('undo').addEventListener('click', () => {
    state = JSON.parse(past.pop());
    show();
  });
  find('score').addEventListener('click', () => {
    const points = read(find('scored'), 1000000 / unit);
    if (points === null) return;
    find('scored').value = 0;
    act((next) => {
      next.opponent += points;
      Object.assign(next, newTurn);
      if (next.opponent >= target * unit) next.over = 'Your opponent wins.';
    });
  });
  // The first answer for points takes longest; it is computed in advance.
  setTimeout(() => rolling('points', 0, 0));
})();
