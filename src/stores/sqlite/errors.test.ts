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
