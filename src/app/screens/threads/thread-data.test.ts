import assert from "node:assert/strict";
import { test } from "node:test";
import { lineageRows, type ThreadShown } from "./thread-data.ts";

function thread(thread_id: string, parent: string | null = null): ThreadShown {
  const facts = { created_at_ms: 0, title: null, archived: false, messages: 0 };
  if (parent === null) return { thread_id, ...facts, parent };
  const place = { thread_id: parent, seq: 1, message_id: null };
  return { thread_id, ...facts, parent: { kind: "branch", ...place } };
}

test("lineageRows() puts every thread below its parent and knows where lines pass", () => {
  const rows = lineageRows([
    thread("a"),
    thread("b"),
    thread("a1", "a"),
    thread("a2", "a"),
    thread("a11", "a1"),
    thread("lost", "not here"),
  ]);
  assert.deepEqual(
    rows.map(({ thread: { thread_id }, depth, passing, hasNext }) => [
      thread_id,
      depth,
      passing,
      hasNext,
    ]),
    [
      ["a", 0, [], false],
      ["a1", 1, [], true],
      ["a11", 2, [true], false],
      ["a2", 1, [], false],
      ["b", 0, [], false],
      ["lost", 0, [], false],
    ],
  );
});

test("lineageRows() ends with threads that claim to descend from each other", () => {
  assert.deepEqual(lineageRows([thread("a", "b"), thread("b", "a")]), []);
  const chain = Array.from({ length: 20_000 }, (_, at) =>
    thread(`t${at}`, at === 0 ? null : `t${at - 1}`),
  );
  assert.equal(lineageRows(chain).length, 20_000);
});
