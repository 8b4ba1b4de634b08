import assert from "node:assert/strict";
import { test } from "node:test";
import { stateName, stateNameOf, stateTitle } from "./state-name.ts";

test("stateName() names only the parts of an address that were given", () => {
  const parts = { user_id: "default", session_id: "default", task_id: "default" };
  assert.equal(stateName(parts), "default state");
  assert.equal(stateName({ ...parts, session_id: "tides" }), "state of session tides");
  assert.equal(
    stateTitle({ ...parts, user_id: "mira", task_id: "irrigation" }),
    "State of user mira, task irrigation",
  );
});

test("stateNameOf() shows an address with slashes in a part as it is", () => {
  assert.equal(stateNameOf("default/default/default"), "default state");
  assert.equal(stateNameOf("default/a/b/default"), "state default/a/b/default");
});
