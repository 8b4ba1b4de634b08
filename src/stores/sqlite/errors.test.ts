import assert from "node:assert/strict";
import { test } from "node:test";
import { HoldallError } from "../../base/errors.ts";
import { toHoldallError } from "./errors.ts";

test("toHoldallError() says what can be done about a database that cannot be used", () => {
  for (const errcode of [5, 11, 13, 26]) {
    const error = toHoldallError(Object.assign(new Error(), { errcode }), "place");
    assert.ok(error instanceof HoldallError && error.cure !== undefined, String(errcode));
  }
});

const faults = [
  [1, "no such column: facts", "E_STORE"],
  [20, "datatype mismatch", "E_STORE"],
  [2067, "UNIQUE constraint failed: units.unit_id", "E_STORE"],
  [1299, "NOT NULL constraint failed: states.bounds", "E_STORE"],
  [2067, "UNIQUE constraint failed: ledger_events.stream, ledger_events.id", "E_DUP_ID"],
] as const;

for (const [errcode, message, code] of faults) {
  test(`toHoldallError() takes "${message}" for ${code}`, () => {
    const error = toHoldallError(Object.assign(new Error(message), { errcode }), "place");
    assert.ok(error instanceof HoldallError);
    assert.equal(error.code, code);
    if (code === "E_STORE") assert.ok(error.message.includes(message) && error.cure !== undefined);
  });
}
