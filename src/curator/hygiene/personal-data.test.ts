import assert from "node:assert/strict";
import { test } from "node:test";
import { findAddress } from "./personal-data.ts";

test("findAddress() finds an e-mail address and its line, and nothing that only looks like one", () => {
  assert.equal(findAddress("# A\nWrite to ann.smith+lab@mail.example.org.\n"), 2);
  const others = [
    "source: mandate_run:context_curator.refresh_ai_context@2026-02-03T10:00:00Z",
    "- run weekly@2026-01-02T09-00Z: done (link: mandates/runs/weekly/2026-01-02T09-00Z.md)",
    "author_id: jane@dadmode",
    "clone git@github.com:someone/something.git",
    "npm install name@1.2.3",
  ];
  for (const line of others) assert.equal(findAddress(line), null, line);
});
