import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { streamEvents } from "../../src/ledger/read.ts";
import { loadModules } from "../../src/runtime/modules.ts";
import { holdallJson, startHoldall } from "../support/program.ts";
import { makeScratch } from "../support/scratch.ts";
import { openLedgerAt, subjects } from "../support/workspaces.ts";

const scratch = makeScratch();
const { all } = await subjects();
const PROCESSES = 6;
const RECORDS = 1200;

/** A session of Claude Code that is long enough for several processes to be at it at once. */
function writeSession(): string {
  const sessionId = "0d3c8a4e-6f52-4c1b-9a57-2f1e7c9b8d10";
  const lines = Array.from({ length: RECORDS }, (_, n) => {
    const uuid = `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
    const parentUuid =
      n === 0 ? null : `00000000-0000-4000-8000-${String(n - 1).padStart(12, "0")}`;
    const role = n % 2 === 0 ? "user" : "assistant";
    const content = n % 2 === 0 ? `Question ${n}` : [{ type: "text", text: `Answer ${n}` }];
    return JSON.stringify({
      parentUuid,
      isSidechain: false,
      type: role,
      uuid,
      sessionId,
      cwd: "/home/rosa/tides",
      timestamp: "2026-03-01T09:00:00.000Z",
      version: "2.1.197",
      userType: "external",
      message: { role, content },
    });
  });
  const file = path.join(scratch, `${sessionId}.jsonl`);
  fs.writeFileSync(file, lines.map((line) => `${line}\n`).join(""));
  return file;
}

for (const subject of all) {
  test(`six processes that import one session at once add its records once (${subject.name})`, {
    skip: subject.skip,
  }, async () => {
    const store = subject.location();
    const modules = await loadModules();
    await (await openLedgerAt(store, { modules })).close();
    const args = ["import", writeSession(), "--store", store, "--json"];
    const env = { HOME: scratch };
    const children = Array.from({ length: PROCESSES }, () => startHoldall(args, { env }));
    const outputs = await Promise.all(
      children.map(async (child) => {
        let text = "";
        child.stdout?.on("data", (chunk) => {
          text += chunk;
        });
        child.stderr?.resume();
        const code = await new Promise((resolve) => child.on("close", resolve));
        assert.equal(code, 0, text);
        return JSON.parse(text) as { appended: number; known: number };
      }),
    );
    const total = outputs.reduce((sum, { appended }) => sum + appended, 0);
    assert.equal(total, RECORDS, "what all of them say that they appended");
    const ledger = await openLedgerAt(store, { modules });
    const stream = "transcript:claude/0d3c8a4e-6f52-4c1b-9a57-2f1e7c9b8d10";
    const types = (await Array.fromAsync(streamEvents(ledger, stream))).map(({ type }) => type);
    await ledger.close();
    const count = (wanted: string) => types.filter((type) => type === wanted).length;
    assert.equal(count("transcript_recorded"), RECORDS);
    assert.equal(count("transcript_described"), 1);
    const again = holdallJson(
      [
        "import",
        path.join(scratch, "0d3c8a4e-6f52-4c1b-9a57-2f1e7c9b8d10.jsonl"),
        "--store",
        store,
      ],
      { env },
    );
    assert.equal(again.json.appended, 0);
  });
}
