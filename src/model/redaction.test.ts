import assert from "node:assert/strict";
import { test } from "node:test";
import { createRedactor } from "../redact/redactor.ts";
import { hasRedaction, REDACTED } from "./redaction.ts";

test("hasRedaction() knows a removed text and every placeholder of the redactor", () => {
  const redactor = createRedactor();
  const clean = redactor.text(`token ghp_${"a1B2c3D4e5F6g7H8i9".repeat(2)}`, "here");
  assert.ok(hasRedaction(clean), clean);
  assert.ok(hasRedaction(REDACTED));
  assert.ok(!hasRedaction("secrets are redacted, see [redaction]"));
});
