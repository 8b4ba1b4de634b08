import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";

const src = path.resolve(import.meta.dirname, "../../src");

/** What records something in a workspace. */
const RECORDS =
  /\bledger\.(?:write|append)\(|\b(?:recordMandate|recordPlan|runMandate|noteInMemory|recordAndShow|recordStaged)\(/;
/** What writes files that stay, in a workspace or elsewhere. */
const WRITES =
  /\b(?:replaceOwnFile|replaceTextFile|createOwnFile|replaceFile|createFile|appendToFile|writeAtomically|writeBundle|writeFolder|publishBundle|publish|writeView|appendMemory|appendInsights)\(/;

/** Who may do both, and why a file that cannot be written does not hide what was recorded. */
const allowed: Readonly<Record<string, string>> = {
  "curator/disk/record/record-and-show.ts":
    "is the way: completeRecorded() reports what is recorded",
  "curator/disk/mandates/record-plan.ts": "writes a file instead of recording, never after it",
  "curator/disk/record/scan-drops.ts": "completes what is recorded already, before it records more",
  "operations/context/identity/sign.ts": "signs the file first; signed again it is recorded again",
};

test("nothing records a change and then writes files by itself, where a failure would hide the record", () => {
  const sources = fs
    .readdirSync(src, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
  const both = sources.filter((file) => {
    const text = fs.readFileSync(path.join(src, file), "utf8");
    return RECORDS.test(text) && WRITES.test(text);
  });
  assert.deepEqual(both.sort(), Object.keys(allowed).sort());
});
