import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigestTurn } from "./digest.ts";
import { isDoneSince, restoredLater } from "./undone.ts";

function turnOf(...commands: readonly string[]): DigestTurn {
  const actions = commands.map((text, at) => ({
    kind: "command" as const,
    text,
    item_id: "i",
    at,
  }));
  const turn = { at: null, request: "go on", item_id: "u", reply: "Done.", reply_id: "a" };
  return { ...turn, isAnswered: true, actions };
}

test("isDoneSince() knows what was committed or pushed after it was said to be missing", () => {
  const [committed, pushed] = [turnOf("git commit -> [main 1234567] x"), turnOf("git push")];
  assert.equal(isDoneSince("Nothing is committed yet.", [committed]), true);
  assert.equal(isDoneSince("The changes are uncommitted.", [turnOf("npm test"), committed]), true);
  assert.equal(isDoneSince("I have not pushed the branch.", [committed]), false);
  assert.equal(isDoneSince("I have not pushed the branch.", [pushed]), true);
  assert.equal(isDoneSince("Nothing is committed yet.", [turnOf("npm test")]), false);
  assert.equal(isDoneSince("The fix is committed.", [committed]), false);
});

test("restoredLater() names files that a later turn put back, for the turns before it", () => {
  const turns = [
    turnOf(),
    turnOf("git checkout -- src/cache.ts && git restore src/other.ts"),
    turnOf(),
  ];
  assert.deepEqual(restoredLater(turns), [["cache.ts", "other.ts"], [], []]);
});
