import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { setTimeout as wait } from "node:timers/promises";
import { createFindings } from "../../src/base/findings.ts";
import { streamEvents } from "../../src/ledger/read.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { stateIdOf, stateStream } from "../../src/state/address.ts";
import { createFold } from "../../src/state/fold.ts";
import { replayState } from "../../src/state/history/replay.ts";
import { requireState } from "../../src/state/load.ts";
import stateRoom from "../../src/state/module.ts";
import { hashOfState, versionOf } from "../../src/state/state.ts";
import { address } from "../state/random-history.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";

const { all } = await subjects();
const scratch = makeScratch();
const writer = path.join(import.meta.dirname, "state-writer.ts");
const modules = [stateRoom];
const KILLS = 6;
const MAX_MS = 30_000;

/** Lets a writer work until something more was confirmed to it, and kills it a random moment later. */
async function killOnce(location: string, name: string, acks: string): Promise<string> {
  const size = () => fs.statSync(acks, { throwIfNoEntry: false })?.size ?? 0;
  const before = size();
  const child = spawn(process.execPath, [writer, location, name, acks], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let complaint = "";
  child.stderr.on("data", (chunk) => {
    complaint += chunk;
  });
  const exit = once(child, "exit");
  const deadline = Date.now() + MAX_MS;
  while (size() === before && child.exitCode === null && Date.now() < deadline) await wait(5);
  await wait(Math.random() * 100);
  child.kill("SIGKILL");
  await exit;
  assert.ok(size() > before, "it has written before it was killed");
  return complaint;
}

for (const subject of all) {
  test(`processes killed while they change a state lose and double nothing (${subject.name})`, {
    skip: subject.skip,
  }, async (t) => {
    const location = subject.location();
    await (await openLedgerAt(location, { modules })).close();
    const acksOf = (name: string) => path.join(scratch, `${subject.name}-${name}`);
    const kill = async (name: string) => {
      for (let n = 0; n < KILLS; n++) {
        assert.equal(await killOnce(location, name, acksOf(name)), "");
      }
    };
    await Promise.all(["a", "b"].map(kill));
    const ledger = await openLedgerAt(location, { modules });
    const findings = createFindings();
    await verifyLedger(ledger, findings);
    assert.deepEqual(findings.list(), []);
    const { state } = await ledger.read((tx) => requireState(tx, address));
    const byId = new Map([...state.entries.values()].map((entry) => [entry.id, entry]));
    const lines = ["a", "b"].flatMap((name) =>
      fs
        .readFileSync(acksOf(name), "utf8")
        .split("\n")
        .filter((line) => line !== ""),
    );
    for (const line of lines) {
      const [id = "", version] = line.split(" ");
      const stored = byId.get(id);
      assert.ok(stored && versionOf(stored) >= Number(version), `"${line}" was acknowledged`);
    }
    const fold = createFold(null);
    const begun: unknown[] = [];
    for await (const event of streamEvents(ledger, stateStream(stateIdOf(address)))) {
      fold.apply(event);
      if (event.type === "state_committed") begun.push(event.body.id);
      const folded = fold.state();
      if (folded) assert.equal(hashOfState({ ...folded }), event.body.state_hash);
    }
    assert.equal(new Set(begun).size, begun.length, "no entry came twice");
    const replayed = await ledger.read((tx) => replayState(tx, address, { seq: state.head_seq }));
    assert.equal(hashOfState(replayed.state), hashOfState(state));
    await ledger.close();
    t.diagnostic(
      `${2 * KILLS} kills, ${lines.length} changes acknowledged, ${state.head_seq} stored`,
    );
  });
}
