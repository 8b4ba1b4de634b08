import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { runApart } from "../../src/http/apart.ts";
import { contextIn } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

test("runApart() fails with the error of a piece that nobody takes", async () => {
  const cwd = makeScratch();
  const program = path.join(cwd, "program.mjs");
  fs.writeFileSync(
    program,
    `process.once("message", () => {
      process.send({ kind: "piece", value: 1 });
      process.send({ kind: "result", value: 2 }, () => process.disconnect());
    });`,
  );
  const emit = () => Promise.reject(new DOMException("This operation was aborted", "AbortError"));
  const context = { ...contextIn(cwd), emit };
  const order = { operation: "search", input: {} } as const;
  await assert.rejects(runApart([process.execPath, program], order, context), {
    name: "AbortError",
  });
});
