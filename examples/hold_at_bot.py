"""The policy `hold-at` of El Ocho as a bot, with the standard library of Python alone.

    pushluck simulate el-ocho --policy 'bot:python3 examples/hold_at_bot.py 700' --policy keep-few

It plays as the file policies/el-ocho/hold-at.toml does. `pushluck help bots` explains the protocol.
"""

import json
import sys

FEATURES = ["own_total", "target", "turn_points", "points", "dice_kept"]


def choose(decision, hold):
    """Returns the number of an action, from 0, or its name."""
    actions = decision["actions"]
    if decision["point"] == "keep":
        value = lambda place: 100 * actions[place]["points"] + actions[place]["dice_kept"]
        return max(range(len(actions)), key=value)
    points = decision["turn_points"]
    stops = points >= hold or decision["own_total"] + points >= decision["target"]
    may_stop = actions[0]["action"] == "stop"
    return "stop" if stops and may_stop else "roll"


def main():
    hold = int(sys.argv[1]) if len(sys.argv) > 1 else 600
    sys.stdin.readline()  # what the game publishes
    print(json.dumps({"protocol": 1, "features": FEATURES}), flush=True)
    for line in sys.stdin:
        decisions = json.loads(line)
        print(json.dumps([choose(decision, hold) for decision in decisions]), flush=True)


if __name__ == "__main__":
    main()
