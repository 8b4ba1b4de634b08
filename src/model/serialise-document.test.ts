import assert from "node:assert/strict";
import { test } from "node:test";
import type { BundleDocument } from "./context-documents.ts";
import type { ContextItem } from "./context-items.ts";
import { serialiseDocument } from "./serialise-document.ts";

const ID = "cd".repeat(32);
const text = (document: BundleDocument) => Buffer.from(serialiseDocument(document)).toString();

/** The text of one item inside a v2 bundle; keys are given in the wrong order on purpose. */
function itemText(item: ContextItem): string {
  const written = text({
    items: [item],
    provenance: { origin: "o", actor_id: "a", run_session_id: "r" },
    source: { from_seq: 3, thread_id: "t" },
    compiler: { strategy: "s", id: "c" },
    schema: "rip.context_bundle.v2",
  });
  const head =
    '{"schema":"rip.context_bundle.v2","compiler":{"id":"c","strategy":"s"},"source":{"thread_id":"t","from_seq":3,"from_message_id":null},"provenance":{"run_session_id":"r","actor_id":"a","origin":"o"},"items":[';
  assert.ok(written.startsWith(head), written);
  assert.ok(written.endsWith("]}"), written);
  return written.slice(head.length, -2);
}

test("serialiseDocument() writes a message with every key, null where nothing is known", () => {
  assert.equal(
    itemText({ content: "Ready.", role: "assistant", type: "message" }),
    '{"type":"message","role":"assistant","content":"Ready.","actor_id":null,"origin":null,"thread_seq":null,"thread_event_id":null}',
  );
  assert.equal(
    itemText({
      thread_event_id: "e",
      thread_seq: 0,
      origin: "cli",
      actor_id: "u",
      content: "",
      role: "user",
      type: "message",
    }),
    '{"type":"message","role":"user","content":"","actor_id":"u","origin":"cli","thread_seq":0,"thread_event_id":"e"}',
  );
});

test("serialiseDocument() says where a message was inherited from and how its run ended, last", () => {
  assert.equal(
    itemText({
      status: "cancelled",
      thread_id: "parent",
      content: "Half",
      role: "assistant",
      type: "message",
    }),
    '{"type":"message","role":"assistant","content":"Half","actor_id":null,"origin":null,"thread_seq":null,"thread_event_id":null,"thread_id":"parent","status":"cancelled"}',
  );
});

test("serialiseDocument() escapes as JSON.stringify does and no more", () => {
  const content = '"\\\n\r\t\u0000\u001f\u007f\u2028\u2029é漢🧭/';
  const written = itemText({ type: "message", role: "user", content });
  assert.ok(written.includes(`"content":${JSON.stringify(content)}`));
  assert.ok(written.includes("\u2028\u2029é漢🧭/"));
});

test("serialiseDocument() leaves out what references do not say", () => {
  const cases: readonly (readonly [ContextItem, string])[] = [
    [{ type: "summary_ref", artifact_id: ID }, `{"type":"summary_ref","artifact_id":"${ID}"}`],
    [
      { note: "n", artifact_id: ID, type: "summary_ref" },
      `{"type":"summary_ref","artifact_id":"${ID}","note":"n"}`,
    ],
    [
      { type: "handoff_bundle_ref", artifact_id: ID, note: null },
      `{"type":"handoff_bundle_ref","artifact_id":"${ID}"}`,
    ],
    [
      { type: "artifact_ref", mime: "text/plain", artifact_id: ID },
      `{"type":"artifact_ref","artifact_id":"${ID}","mime":"text/plain"}`,
    ],
    [{ type: "file_ref", path: "a" }, '{"type":"file_ref","path":"a"}'],
    [
      { type: "tool_side_effect_ref", tool_id: "t", run_session_id: "r" },
      '{"type":"tool_side_effect_ref","run_session_id":"r","tool_id":"t","affected_paths":null}',
    ],
    [
      { type: "tool_call", arguments: { z: 1, a: {} }, name: "n", call_id: "1" },
      '{"type":"tool_call","call_id":"1","name":"n","arguments":{"z":1,"a":{}}}',
    ],
    [
      { type: "tool_call", arguments: {}, name: "n", call_id: "1", thread_event_id: "e" },
      '{"type":"tool_call","call_id":"1","name":"n","arguments":{},"thread_event_id":"e"}',
    ],
    [
      { type: "tool_result", content: "", ok: false, call_id: "1", truncated: false },
      '{"type":"tool_result","call_id":"1","ok":false,"content":"","truncated":false}',
    ],
    [
      { type: "state_ref", state_hash: ID, artifact_id: ID },
      `{"type":"state_ref","artifact_id":"${ID}","state_hash":"${ID}"}`,
    ],
  ];
  for (const [item, expected] of cases) assert.equal(itemText(item), expected);
});

test("serialiseDocument() puts unknown keys last, whatever they are called", () => {
  const item = JSON.parse('{"__proto__":1,"type":"file_ref","zeta":[2],"path":"a"}');
  assert.equal(itemText(item), '{"type":"file_ref","path":"a","__proto__":1,"zeta":[2]}');
});

test("serialiseDocument() omits what a summary does not say", () => {
  const summary: BundleDocument = {
    summary_markdown: "s",
    basis: { note: null },
    provenance: { origin: "o", actor_id: "a" },
    coverage: { to_seq: 8, from_seq: 0, thread_id: "t" },
    kind: "cumulative_v1",
    schema: "rip.compaction_summary.v1",
  };
  assert.equal(
    text(summary),
    '{"schema":"rip.compaction_summary.v1","kind":"cumulative_v1","coverage":{"thread_id":"t","from_seq":0,"to_seq":8},"provenance":{"actor_id":"a","origin":"o"},"summary_markdown":"s"}',
  );
  const full = text({
    ...summary,
    coverage: { ...summary.coverage, to_message_id: "m8" },
    provenance: { ...summary.provenance, produced_by: { id: "j", type: "job" } },
    basis: { base_summary_artifact_id: ID },
  });
  assert.equal(
    full,
    `{"schema":"rip.compaction_summary.v1","kind":"cumulative_v1","coverage":{"thread_id":"t","from_seq":0,"to_seq":8,"to_message_id":"m8"},"provenance":{"actor_id":"a","origin":"o","produced_by":{"type":"job","id":"j"}},"basis":{"base_summary_artifact_id":"${ID}"},"summary_markdown":"s"}`,
  );
});

test("serialiseDocument() writes a handoff with explicit nulls", () => {
  assert.equal(
    text({
      schema: "rip.handoff_context_bundle.v1",
      refs: {
        files: [{ path: "a" }],
        artifacts: [{ artifact_id: ID }],
        threads: [{ note: "source cut", thread_id: "t", seq: 4 }],
      },
      summary_markdown: "s",
    }),
    `{"schema":"rip.handoff_context_bundle.v1","summary_markdown":"s","refs":{"threads":[{"thread_id":"t","seq":4,"message_id":null,"note":"source cut"}],"artifacts":[{"artifact_id":"${ID}","note":null}],"files":[{"path":"a","note":null}]}}`,
  );
});
