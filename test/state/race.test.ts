import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import path from "node:path";
import { suite, test } from "node:test";
import { promisify } from "node:util";
import { stateIdOf, stateStream } from "../../src/state/address.ts";
import { changeState } from "../../src/state/change-state.ts";
import { planCommit } from "../../src/state/commit/plan-commit.ts";
import { readTrail } from "../../src/state/history/read-trail.ts";
import { requireState } from "../../src/state/load.ts";
import stateRoom from "../../src/state/module.ts";
import { versionOf } from "../../src/state/state.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";
import { actor, address, bounds, rules } from "./random-history.ts";

const { all } = await subjects();
const racer = path.join(import.meta.dirname, "racer.ts");
const TIMES = 20;

for (const subject of all) {
  suite(`racing over ${subject.name}`, () => {
    test("two processes that change one entry lose no write", { skip: subject.skip }, async () => {
      const location = subject.location();
      const ledger = await openLedgerAt(location, { modules: [stateRoom] });
      const first = {
        id: "counter",
        content: "the counter was raised 0 times",
        extra: { added: 0 },
      };
      await changeState(ledger, { address, bounds, actor }, (view) =>
        planCommit(view, first, rules),
      );
      const run = (name: string) =>
        promisify(execFile)(process.execPath, [racer, location, name, String(TIMES)]);
      const ends = await Promise.all([run("ada"), run("bob")]);
      const lost = ends.reduce((sum, { stdout }) => sum + Number(JSON.parse(stdout).lost), 0);
      const { state } = await ledger.read((tx) => requireState(tx, address));
      const [counter] = state.entries.values();
      assert.equal(counter?.image.added, 2 * TIMES);
      assert.equal(counter && versionOf(counter), 2 * TIMES + 1);
      const stream = stateStream(stateIdOf(address));
      const rejected = await ledger.read((tx) =>
        readTrail(tx, stream, { limit: 10_000, type: "rejected" }),
      );
      assert.equal(rejected.length, lost, "every lost race is in the trail");
      assert.equal(state.head_seq, 1 + 2 * TIMES + lost, "the events have no gap");
      await ledger.close();
    });
  });
}
