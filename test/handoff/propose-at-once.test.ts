import assert from "node:assert/strict";
import { test } from "node:test";
import { streamEvents } from "../../src/ledger/read.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { DEFAULT_ADDRESS, stateIdOf, stateStream } from "../../src/state/address.ts";
import { startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";
import { writeSession } from "./claude-session.ts";

const scratch = makeScratch();
const { all } = await subjects();
const PROCESSES = 6;
const session = writeSession(scratch, [
  ["user", "Never cache prices. Use bun not npm."],
  ["assistant", "Understood."],
  ["user", "Go on."],
]);

interface Proposed {
  readonly new: number;
  readonly known: number;
}

/** Imports a session with what it proposes in a process of its own. */
async function importState(location: string): Promise<Proposed> {
  const args = ["import", session, "--state", "--store", location, "--json"];
  const child = startHoldall(args, { env: { HOME: scratch } });
  let text = "";
  child.stdout?.on("data", (chunk) => {
    text += chunk;
  });
  child.stderr?.resume();
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.equal(code, 0, text);
  return JSON.parse(text).proposed;
}

for (const subject of all) {
  const { name, skip } = subject;
  test(`six processes that import one session at once propose each claim once (${name})`, {
    skip,
  }, async () => {
    const location = subject.location();
    const modules = await loadModules();
    await (await openLedgerAt(location, { modules })).close();
    const runs = Array.from({ length: PROCESSES }, () => importState(location));
    const done = await Promise.all(runs);
    const sum = (key: keyof Proposed) => done.reduce((total, each) => total + each[key], 0);
    assert.deepEqual([sum("new"), sum("known")], [2, 2 * (PROCESSES - 1)]);
    const ledger = await openLedgerAt(location, { modules });
    const stream = stateStream(stateIdOf(DEFAULT_ADDRESS));
    const events = await Array.fromAsync(streamEvents(ledger, stream));
    await ledger.close();
    const types = events.map(({ type }) => type);
    assert.deepEqual(types, ["state_declared", "state_proposed", "state_proposed"]);
  });
}
