import assert from "node:assert/strict";
import { test } from "node:test";
import type { DigestTurn } from "./digest.ts";
import { isRevised } from "./revised.ts";

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
