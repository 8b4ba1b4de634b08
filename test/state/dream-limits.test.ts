import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { limitsByFormat } from "../../src/formats/limits.ts";
import { codeOf, contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";
import { writeUserConfig } from "../support/user-config.ts";

const scratch = makeScratch();
const most = limitsByFormat["working-context"].contentBytes;
const wider = `contentBytes=${2 * most}`;

/** A bundle whose one entry is larger than its format allows, beside a configuration. */
function largeBundle(config: string | null): string {
  const cwd = fs.mkdtempSync(path.join(scratch, "large-"));
  if (config !== null) fs.writeFileSync(path.join(cwd, "holdall.yaml"), config);
  const at = "2026-05-01T00:00:00Z";
  const content = "pear ".repeat(most / 5 + 1);
  const entry = { id: "pears", slot: "fact", tokens: 9, committed_at: at, content, score: 1 };
  const files = {
    manifest: {
      format: "artesian.working-context",
      version: "0.1",
      created_at: at,
      unit_source: "inline",
    },
    snapshot: { schema: ["fact"], budget_tokens: 1e6, token_count: 9, entries: [entry] },
  };
  fs.mkdirSync(path.join(cwd, "wc"));
  for (const [name, value] of Object.entries(files)) {
    fs.writeFileSync(path.join(cwd, "wc", `${name}.json`), JSON.stringify(value));
  }
  const line = { ts: at, entry_id: "pears", decision: "commit", status: "active" };
  fs.writeFileSync(path.join(cwd, "wc", "lifecycle.jsonl"), `${JSON.stringify(line)}\n`);
  return cwd;
}

for (const out of ["dreamt", "dreamt.tar.gz"]) {
  test(`dream writes ${out} within the limits that it was read with`, async () => {
    const context = contextIn(largeBundle(null));
    assert.equal(await codeOf(runOperation(context, "dream", { path: "wc", out })), "E_LIMIT");
    const within = { path: "wc", out, limit: [wider, "ratio=900"] };
    await runOperation(context, "dream", within);
    assert.ok(fs.existsSync(path.join(context.cwd, out)));
    // What is there is read again before it is replaced.
    await runOperation(context, "dream", { ...within, force: true });
  });
}

test("dream takes the limits of the user's configuration; notes about the project's are told once", async () => {
  const notes: string[] = [];
  const cwd = largeBundle("namspace: orchard\n");
  writeUserConfig(path.join(cwd, "config"), `limits: { contentBytes: ${2 * most} }\n`);
  const context = { ...contextIn(cwd), note: (text: string) => void notes.push(text) };
  await runOperation(context, "dream", { path: "wc", out: "dreamt" });
  assert.equal(notes.filter((note) => note.includes("namspace")).length, 1);
});
