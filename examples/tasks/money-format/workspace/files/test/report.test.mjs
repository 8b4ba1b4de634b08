import assert from "node:assert/strict";
import { test } from "node:test";
import { report } from "../src/report.mjs";

test("orders, total and mean", () => {
  const orders = [
    { name: "tea", cents: 350 },
    { name: "refund", cents: -105 },
  ];
  assert.equal(report(orders), "tea: €3.50\nrefund: -€1.05\ntotal: €2.45\nmean: €1.23");
});

test("no orders", () => {
  assert.equal(report([]), "total: €0.00\nmean: €0.00");
});
