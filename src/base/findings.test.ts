import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "./findings.ts";

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
