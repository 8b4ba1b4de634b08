import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { createFindings } from "../../src/base/findings.ts";
import { verifyLedger } from "../../src/ledger/verify.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { HEAD_FILE } from "../../src/stores/sqlite/head-file.ts";
import { holdall, holdallJson } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { message, openLedgerAt } from "../support/workspaces.ts";

const scratch = makeScratch();
const POSTS = 50;

/** A workspace as a process leaves it that is killed after its posts were reported as stored. */
async function killedWorkspace(name: string) {
  const cwd = path.join(scratch, name);
  const open = path.join(scratch, `${name}-open`, ".holdall");
  const modules = await loadModules();
  await (await openLedgerAt(open, { modules })).close();
  const ledger = await openLedgerAt(open, { modules });
  for (let n = 0; n < POSTS; n++) await ledger.append([message("continuity:a", `post ${n}`)]);
  const store = path.join(cwd, ".holdall");
  fs.cpSync(open, store, { recursive: true });
  await ledger.close();
  return { cwd, store };
}

function removeLog(store: string): void {
  for (const end of ["-wal", "-shm"]) {
    fs.rmSync(path.join(store, `ledger.sqlite${end}`), { force: true });
  }
}

/** What verify finds about lost events. The posts themselves belong to no thread, which it reports as well. */
function lossOf(cwd: string): string | undefined {
  const findings = holdallJson(["ledger", "verify"], { cwd }).json.findings;
  const list = findings as { code: string; message: string }[];
  return list.find(({ message: text }) => /at least|recorded/.test(text))?.message;
}

test("a log that was removed with its index is reported by verify, and every other command refuses", async () => {
  const { cwd, store } = await killedWorkspace("removed");
  removeLog(store);
  assert.equal(
    lossOf(cwd),
    "The workspace has 0 events, but had at least 50: the newest were lost",
  );
  for (const args of [
    ["status"],
    ["thread", "list"],
    ["state", "commit", "The tide gauge is read hourly"],
    ["init"],
  ]) {
    const { code, stdout } = holdall([...args, "--json"], { cwd });
    assert.notEqual(code, 0, args.join(" "));
    assert.match(stdout, /E_STORE/, args.join(" "));
  }
  fs.rmSync(path.join(store, HEAD_FILE));
  assert.equal(holdall(["ledger", "verify"], { cwd }).code, 0, "the rest can be used");
});

test("a writer that is killed between a commit and its record raises no alarm", async () => {
  const { cwd, store } = await killedWorkspace("between");
  const older = path.join(cwd, "older");
  fs.copyFileSync(path.join(store, HEAD_FILE), older);
  assert.equal(holdall(["state", "commit", "The gauge is read hourly"], { cwd }).code, 0);
  fs.copyFileSync(older, path.join(store, HEAD_FILE));
  assert.equal(lossOf(cwd), undefined);
  for (const text of ["", "holdall-head 1 000", "x".repeat(200)]) {
    fs.writeFileSync(path.join(store, HEAD_FILE), text);
    assert.equal(lossOf(cwd), undefined, "a damaged record proves nothing");
  }
});

test("verifyLedger() reports events that were rewritten with all their hashes", async () => {
  const store = path.join(scratch, "rewritten");
  const ledger = await openLedgerAt(store);
  await ledger.append([message("continuity:a", "first"), message("continuity:a", "second")]);
  await ledger.close();
  const head = path.join(store, HEAD_FILE);
  fs.writeFileSync(head, fs.readFileSync(head, "utf8").replace(/[0-9a-f]{64}/, "0".repeat(64)));
  const again = await openLedgerAt(store);
  const findings = createFindings();
  await verifyLedger(again, findings);
  await again.close();
  assert.deepEqual(
    findings.list().map(({ code }) => code),
    ["E_CHAIN"],
  );
});
