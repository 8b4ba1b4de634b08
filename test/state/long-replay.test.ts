import assert from "node:assert/strict";
import path from "node:path";
import { test } from "node:test";
import { readStream } from "../../src/ledger/read.ts";
import { stateIdOf, stateStream } from "../../src/state/address.ts";
import { type Change, entryChange, toEvents } from "../../src/state/change.ts";
import { changeState } from "../../src/state/change-state.ts";
import { newEntry, updatedEntry } from "../../src/state/entry.ts";
import { createFold } from "../../src/state/fold.ts";
import { replayState } from "../../src/state/history/replay.ts";
import { requireState } from "../../src/state/load.ts";
import stateRoom from "../../src/state/module.ts";
import { hashOfState, type State } from "../../src/state/state.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt } from "../support/workspaces.ts";
import { actor, address, bounds, plain } from "./random-history.ts";

const EVENTS = 10_000;
const ENTRIES = 200;

/** The n-th change of a long history: new entries first, then each of them again and again. */
function change(state: State, n: number): Change {
  const id = `entry-${n % ENTRIES}`;
  const stored = state.entries.get(`shared/${id}`);
  const content = `${id} says ${n}`;
  const fresh = { content, tokens: 0, score: (n * 7) % 13, committed_at: "2026-03-01T12:00:00Z" };
  const after = stored
    ? updatedEntry(stored, fresh)
    : newEntry(state, { ...fresh, id, namespace: "shared", slot: "fact", status: "active" });
  return entryChange(state, stored ? "state_updated" : "state_committed", after, {});
}

test("replayState() is exact at every event of a long history", async () => {
  const location = path.join(makeScratch(), ".holdall");
  const ledger = await openLedgerAt(location, { modules: [stateRoom] });
  const hashes: string[] = [];
  for (let n = 0; n < EVENTS - 1; n += 500) {
    await changeState(ledger, { address, bounds, actor }, ({ state: before }) => {
      let state = before;
      const changes: Change[] = [];
      for (let at = n; at < Math.min(n + 500, EVENTS - 1); at++) {
        const next = change(state, at);
        ({ state } = toEvents(state, [next], null));
        changes.push(next);
        hashes.push(hashOfState(state));
      }
      return { changes, result: null };
    });
  }
  const stream = stateStream(stateIdOf(address));
  const fold = createFold(null);
  for (let from = 0; from < EVENTS; from += 1000) {
    for (const event of await ledger.read((tx) => readStream(tx, stream, { from }))) {
      fold.apply(event);
      const state = fold.state();
      const expected = hashes[event.seq - 1];
      if (state !== null && expected !== undefined) assert.equal(hashOfState(state), expected);
    }
  }
  assert.equal(fold.state()?.head_seq, EVENTS - 1);
  for (const seq of [1, 199, 200, 777, 5000, EVENTS - 1]) {
    const replayed = await ledger.read((tx) => replayState(tx, address, { seq }));
    assert.equal(replayed.state_hash, hashes[seq - 1]);
  }
  const { state } = await ledger.read((tx) => requireState(tx, address));
  assert.deepEqual(plain(state), plain(fold.state()));
  await ledger.close();
});
