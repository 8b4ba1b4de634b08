import assert from "node:assert/strict";
import { test } from "node:test";
import { checkExitCode, createFindings } from "./findings.ts";

test("findings get a line for their pointer, and none when they are about the whole file", () => {
  const findings = createFindings();
  findings.addSource("a.json", '{\n"b": 1\n}');
  findings.error("E_UNLISTED", { file: "a.json" }, "Not listed");
  findings.error("E_SHAPE", { file: "a.json", pointer: "/b" }, "Wrong");
  findings.error("E_SHAPE", { file: "a.json", pointer: "" }, "Wrong");
  assert.deepEqual(
    findings.list().map(({ line }) => line),
    [null, 2, 1],
  );
});

test("checkExitCode() tells a check that fails from one that could not read everything", () => {
  const findings = createFindings();
  findings.warn("W_BOM", {}, "Skipped");
  assert.equal(checkExitCode(findings.list()), 0);
  findings.error("E_SUMS", {}, "Differs");
  assert.equal(checkExitCode(findings.list()), 1);
  findings.error("E_IO", {}, "Cannot read");
  assert.equal(checkExitCode(findings.list()), 4);
});
