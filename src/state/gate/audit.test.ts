import assert from "node:assert/strict";
import { test } from "node:test";
import { agreementBeyondChance, auditOf, marginOf, signal } from "./audit.ts";

test("agreementBeyondChance() gives the published values", () => {
  assert.equal(agreementBeyondChance([true, false]), -1);
  assert.ok(Math.abs(agreementBeyondChance([true, true, false]) + 0.5) < 1e-9);
  assert.equal(agreementBeyondChance([true, true, true]), 1);
});

test("marginOf() is relative to what is greater than 1", () => {
  assert.ok(Math.abs(marginOf(3, 0.2) - 0.9333) < 1e-4);
  assert.equal(marginOf(0.1, 0.2), 0.1);
});

test("auditOf() names the method by the number of votes", () => {
  const votes = [signal("relevance", 1, 0.2, true), signal("drift", 0.9, 0.6, false)];
  assert.equal(auditOf(votes, false).chance_corrected_method, "cohen_kappa");
  assert.equal(auditOf(votes, false).cohen_kappa, -1);
  assert.equal(auditOf(votes.slice(0, 1), true).chance_corrected_method, undefined);
});

test("auditOf() without signals is certain", () => {
  assert.deepEqual(auditOf([], true), { signals: [], agreement: 1, confidence: 1 });
});
