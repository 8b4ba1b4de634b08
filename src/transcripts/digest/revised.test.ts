import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigestTurn } from "./digest.ts";
import { isPart, isReconsidered, isRevised, pickedParts } from "./revised.ts";

test("pickedParts() finds the parts of a list that a request names", () => {
  assert.deepEqual(pickedParts("can you fix issue 1"), [1]);
  assert.deepEqual(pickedParts("Please do steps 2, 3 and 5."), [2, 3, 5]);
  assert.deepEqual(pickedParts("fix them all"), []);
  assert.deepEqual(pickedParts("see issue 7718"), []);
});

test("isPart() reads the number of a heading or a statement", () => {
  assert.equal(isPart("### Issue 1: a field is missing", [1]), true);
  assert.equal(isPart("2. Rename the flag", [2]), true);
  assert.equal(isPart("Issue 2: a comment is wrong", [1]), false);
  assert.equal(isPart("All 7 methods match", [7]), false);
});

test("an answer with a list stays when the next request takes up one part of it", () => {
  const turn = (request: string, edited: string | null): DigestTurn => ({
    at: null,
    item_id: "u",
    reply: "Issue 1: cache.ts leaks. Issue 2: docs.",
    reply_id: "a",
    reply_at: null,
    isQueued: false,
    stop: null,
    request,
    isAnswered: true,
    actions:
      edited === null ? [] : [{ kind: "edit", text: edited, item_id: "i", time: null, at: 0 }],
  });
  const asked = turn("is the cache right?", null);
  assert.equal(isReconsidered(asked, [turn("fix it", "src/cache.ts")]), true);
  assert.equal(isReconsidered(asked, [turn("fix issue 1", "src/cache.ts")]), false);
});

test("a command of a reply that is run, or run and asked about, does not take the reply back", () => {
  const command = "gh api repos/acme/metrics/git/refs/notes --paginate";
  const turn = (request: string, reply: string): DigestTurn => ({
    at: null,
    item_id: "u",
    reply_id: "a",
    reply_at: null,
    isQueued: false,
    stop: null,
    isAnswered: true,
    request,
    reply,
    actions: [{ kind: "command", text: "gh api", item_id: "i", time: null, at: 0 }],
  });
  const pushed = turn(
    "push the notes",
    `The notes are pushed. See:\n\n\`\`\`bash\n${command}\n\`\`\``,
  );
  const ran = turn(command, "The ref is there, the commit is not pushed.");
  assert.equal(isRevised(pushed, ran), false);
  assert.equal(isRevised(pushed, turn(`${command}\nthis is not it`, "Sorry.")), true);
  const asked = turn(`so when I run ${command} I see little, where are the details`, "Below.");
  assert.equal(isRevised(ran, asked), false);
  assert.equal(isRevised(ran, ran), true);
});

test("a person who asks what something is for does not dispute it; one who finds it too much does", () => {
  const turn = (request: string): DigestTurn => ({
    at: null,
    item_id: "u",
    reply_id: "a",
    reply_at: null,
    isQueued: false,
    stop: null,
    isAnswered: true,
    actions: [],
    request,
    reply: "Start the page with API_URL set to the worker.",
  });
  const asked = turn("the page does not load");
  assert.equal(isRevised(asked, turn("why do we need API_URL to see it?")), false);
  assert.equal(isRevised(asked, turn("why are you using a variable?")), true);
  assert.equal(isRevised(asked, turn("I think that is too much, you are overengineering")), true);
});
