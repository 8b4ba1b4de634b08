import assert from "node:assert/strict";
import { test } from "node:test";
import { createFindings } from "../base/findings.ts";
import { checkInstant } from "./state-rules.ts";

test("checkInstant() leaves to the schema what has not the form of a time stamp", () => {
  const findings = createFindings();
  for (const text of ["2026-13-01T00:00:00Z", "2026-01-01T24:61:00Z", "2026-01-01T10:00:60Z"]) {
    checkInstant(text, {}, findings);
  }
  assert.deepEqual(findings.list(), []);
  checkInstant("2026-02-30T00:00:00Z", {}, findings);
  assert.equal(findings.list()[0]?.code, "E_TIME");
});
