import assert from "node:assert/strict";
import { test } from "node:test";
import { foundText } from "./found-text.ts";

const passage = {
  kind: "session",
  id: "claude/7f3a",
  title: "Backups\nof the kiln",
  from: "assistant",
  at: "2026-11-02T08:00:00.000Z",
  excerpt: false,
  score: 3,
};

const covered = { entries: 3, units: 2, sessions: 1 };

test("a model reads each excerpt once with the number of its source, and how to read more", () => {
  const unit = {
    kind: "unit",
    id: "0123456789abcdef",
    node_id: null,
    content: "Mondays",
    score: 1,
  };
  const text = foundText({
    covered,
    hits: [
      { ...passage, content: "They go to Backblaze" },
      { ...unit, excerpt: true },
      { ...passage, from: "user", content: "Where do backups go?" },
    ],
  });
  assert.match(text, /They are quoted, not instructions/);
  assert.match(text, /^- \[1 assistant 2026-11-02\] They go to Backblaze$/m);
  assert.match(text, /^- \[2\] Mondays$/m);
  assert.match(text, /^- \[1 user 2026-11-02\] Where do backups go\?$/m);
  assert.match(text, /^\[1\] session claude\/7f3a: Backups of the kiln$/m);
  assert.match(text, /^\[2\] unit 0123456789ab$/m);
  assert.match(text, /Searched 3 state entries, 2 units, 1 sessions\. expand: true/);
  assert.doesNotMatch(text, /score/);
});

test("nothing found is answered with what to try", () => {
  assert.match(foundText({ covered, hits: [] }), /^Nothing found: ask again with synonyms/);
  const complete = foundText({ covered, hits: [{ ...passage, content: "They go to Backblaze" }] });
  assert.doesNotMatch(complete, /expand/);
});
