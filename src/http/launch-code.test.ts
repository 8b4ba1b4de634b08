import assert from "node:assert/strict";
import test from "node:test";
import { createLaunchCode } from "./launch-code.ts";

function create(now: () => Date = () => new Date(0)) {
  const events: string[] = [];
  const launch = createLaunchCode(now, "the-token", {
    onRedeemed: () => events.push("redeemed"),
    onReuse: () => events.push("reused"),
  });
  return { launch, events, offer: () => launch.redeem(`Bearer ${launch.code}`) };
}

test("createLaunchCode() gives a token once, for the code alone", () => {
  const { launch, events, offer } = create();
  assert.equal(launch.redeem("Bearer other"), null);
  assert.equal(launch.isPending(), true);
  const token = offer();
  assert.equal(launch.isToken(`Bearer ${token}`), true);
  assert.equal(launch.isToken(`Bearer ${launch.code}`), false);
  assert.equal(launch.isPending(), false);
  assert.deepEqual(events, ["redeemed"]);
});

test("createLaunchCode() ends its token when the code is sent again, however late", () => {
  let minutes = 0;
  const { launch, events, offer } = create(() => new Date(minutes * 60_000));
  const token = offer();
  minutes = 600;
  assert.equal(offer(), null);
  assert.equal(launch.isToken(`Bearer ${token}`), false);
  assert.equal(offer(), null);
  assert.deepEqual(events, ["redeemed", "reused"]);
});

test("createLaunchCode() refuses a code that nobody used for two minutes", () => {
  let minutes = 0;
  const { launch, events, offer } = create(() => new Date(minutes * 60_000));
  minutes = 3;
  assert.equal(launch.isPending(), false);
  assert.equal(offer(), null);
  assert.deepEqual(events, []);
});
