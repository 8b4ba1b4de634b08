/** What is left of a ledger when the power fails while events are appended. See power-cut.test.ts. */

import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { messageOf } from "../../src/base/errors.ts";
import { createFindings } from "../../src/base/findings.ts";
import { streamEvents } from "../../src/ledger/read.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { randomFrom } from "../support/damage.ts";
import {
  type CrashState,
  crashStates,
  readDisk,
  writeState,
} from "../support/power-cut/crash-states.ts";
import { record, recordingIsImpossible } from "../support/power-cut/recording.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
const skip = recordingIsImpossible();
const writer = path.join(import.meta.dirname, "../support/power-cut/append-writer.ts");

test("a loss of power takes no event that was reported as stored", { skip }, async (t) => {
  const root = fs.mkdtempSync(path.join(scratch, "disk-"));
  const disk = readDisk(root);
  const location = path.join(root, ".holdall");
  const command = [process.execPath, writer, location];
  const steps = record({ root, cwd: root, env: process.env, command });
  let tried = 0;
  const faults: string[] = [];
  for (const state of crashStates(disk, steps, randomFrom(27))) {
    tried++;
    const fault = await faultOf(state);
    if (fault !== null) faults.push(`${fault} (${state.description})`);
  }
  t.diagnostic(`${steps.length} steps, ${tried} states, ${faults.length} of them a loss`);
  assert.deepEqual(faults.slice(0, 5), []);
  assert.ok(tried > 50, `only ${tried} states were tried`);
});

/** What is wrong after a loss of power; null when the ledger is intact and has everything that was reported. */
async function faultOf(state: CrashState): Promise<string | null> {
  const folder = path.join(scratch, "after");
  writeState(state, folder);
  const reported = state.output.split("\n").filter((line) => line !== "");
  try {
    // Before the first report, the workspace may be one whose creation has to be repeated.
    const isNew = reported.length === 0;
    const ledger = await openLedgerAt(path.join(folder, ".holdall"), isNew ? { isNew } : {});
    const findings = createFindings();
    await verifyLedger(ledger, findings);
    const stored = (await Array.fromAsync(streamEvents(ledger, "continuity:a"))).map(
      ({ id }) => id,
    );
    await ledger.close();
    const lost = reported.filter((id) => !stored.includes(id));
    if (lost.length > 0) return `lost ${lost.join(", ")}`;
    return findings.list()[0]?.message ?? null;
  } catch (error) {
    return messageOf(error);
  }
}
