/**
 * Changes a state until it is killed: `state-writer.ts LOCATION NAME ACKS`. Commits an entry, updates it and
 * sometimes puts it away; every change that was confirmed is a line of ACKS: the entry and its version.
 */
import fs from "node:fs";
import type { Decision } from "../../src/state/change.ts";
import { changeState, type StateView } from "../../src/state/change-state.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import stateRoom from "../../src/state/module.ts";
import { retireEntry } from "../../src/state/transitions.ts";
import { address, bounds, rules } from "../state/random-history.ts";
import { openLedgerAt } from "../support/workspaces.ts";

const [location = "", name = "", acks = ""] = process.argv.slice(2);
const descriptor = fs.openSync(acks, "a");
const ledger = await openLedgerAt(location, { modules: [stateRoom] });
const choice = {
  address,
  bounds: { ...bounds, budget_tokens: 1_000_000 },
  actor: { id: name, origin: "crash" },
};

async function change(
  decide: (
    view: StateView,
  ) =>
    | Promise<Decision<{ id: string | null; version: number | null }>>
    | Decision<{ id: string; version: number }>,
): Promise<void> {
  const { result } = await changeState(ledger, choice, decide);
  fs.writeSync(descriptor, `${result.id} ${result.version}\n`);
}

for (let round = 0; ; round++) {
  const id = `${name}-${process.pid}-${round}`;
  const content = `${id} says ${"word ".repeat(round % 20)}`;
  await change((view) => planCommit(view, { id, content, skipGate: true }, rules));
  const request = { id, content: `${content} again`, expect_version: 1, decided: true };
  await change((view) => planCommit(view, request, rules));
  if (round % 3 === 0) await change(({ state }) => retireEntry(state, { id }, "archive"));
}
