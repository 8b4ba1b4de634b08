import assert from "node:assert/strict";
import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { test } from "node:test";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { readPath } from "./open-path.ts";

test("readPath() shows that it goes on over many files of a folder", async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "holdall-test-"));
  for (let at = 0; at < 600; at++) fs.writeFileSync(path.join(folder, String(at)), "");
  fs.writeFileSync(path.join(folder, "SHA256SUMS"), `${"0".repeat(64)}  0\n`);
  const shown: string[] = [];
  const context: OperationContext = {
    cwd: folder,
    roots: null,
    now: () => new Date(0),
    interactive: false,
    signal: new AbortController().signal,
    progress: (text) => shown.push(text),
    note: () => {},
    incoming: async function* () {},
    emit: async () => {},
  };
  await readPath(context, ".", {}, { profile: "strict", level: "full" });
  fs.rmSync(folder, { recursive: true });
  assert.equal(shown[0], "read 500 files");
});
