import assert from "node:assert/strict";
import { test } from "node:test";
import { checkRecord, recordType } from "../base/check-record.ts";
import { createFindings } from "../base/findings.ts";
import { contextItem, itemTypesOfV2, messageRoles } from "./context-items.ts";

const ID = "ab".repeat(32);

function codesOf(value: unknown): readonly string[] {
  const findings = createFindings();
  const type = recordType(contextItem, { unknownKeys: "ignored", description: "" });
  checkRecord(type, value, {}, findings);
  return findings.list().map(({ code, pointer }) => `${code} ${pointer}`);
}

const good: readonly Record<string, unknown>[] = [
  { type: "message", role: "user", content: "" },
  { type: "summary_ref", artifact_id: ID },
  { type: "handoff_bundle_ref", artifact_id: ID, note: null },
  { type: "artifact_ref", artifact_id: ID, mime: "text/plain" },
  { type: "file_ref", path: "src/a.ts" },
  { type: "tool_side_effect_ref", run_session_id: "r", tool_id: "t", affected_paths: null },
  { type: "tool_call", call_id: "c", name: "ls", arguments: { path: ["a", { b: null }] } },
  { type: "tool_call", call_id: "c", name: "ls", arguments: "{ not json" },
  { type: "tool_result", call_id: "c", ok: true, content: "" },
  { type: "state_ref", artifact_id: ID, state_hash: ID },
];

test("contextItem accepts every type with its required keys alone", () => {
  for (const item of good) assert.deepEqual(codesOf(item), [], JSON.stringify(item));
});

test("contextItem accepts every role and no other", () => {
  for (const role of messageRoles) {
    assert.deepEqual(codesOf({ type: "message", role, content: "x" }), []);
  }
  assert.deepEqual(codesOf({ type: "message", role: "tool", content: "x" }), ["E_ENUM /role"]);
});

test("contextItem names each required key that is missing", () => {
  for (const item of good) {
    for (const key of Object.keys(item)) {
      if (["note", "mime", "affected_paths", "content"].includes(key)) continue;
      const { [key]: _, ...rest } = item;
      assert.deepEqual(codesOf(rest), [`E_SHAPE /${key}`], JSON.stringify(rest));
    }
  }
});

test("contextItem refuses an unknown type as a word that is not allowed", () => {
  for (const type of ["image", "__proto__", "Message", 7, null]) {
    assert.deepEqual(codesOf({ type }), ["E_ENUM /type"], String(type));
  }
});

test("contextItem refuses what is not an object", () => {
  for (const value of [null, 3, "message", [], [[[]]]]) {
    assert.deepEqual(
      codesOf(value).map((code) => code.split(" ")[0]),
      ["E_SHAPE"],
    );
  }
});

test("contextItem refuses numbers that are negative, broken or unsafe", () => {
  for (const thread_seq of [-1, 1.5, 2 ** 53]) {
    const item = { type: "message", role: "user", content: "", thread_seq };
    assert.deepEqual(codesOf(item), ["E_RANGE /thread_seq"], String(thread_seq));
  }
});

test("contextItem refuses an artifact id that could be a path", () => {
  for (const artifact_id of ["../x", ID.toUpperCase(), ID.slice(1), ""]) {
    assert.deepEqual(codesOf({ type: "summary_ref", artifact_id }), ["E_SHAPE /artifact_id"]);
  }
});

test("contextItem says what stands where arguments are expected", () => {
  const findings = createFindings();
  const type = recordType(contextItem, { unknownKeys: "ignored", description: "" });
  checkRecord(type, { type: "tool_call", call_id: "c", name: "n", arguments: 5 }, {}, findings);
  assert.match(findings.list()[0]?.message ?? "", /is 5$/);
});

test("itemTypesOfV2 leaves exactly message and summary_ref to v1", () => {
  const types = new Set(good.map((item) => String(item.type)));
  const first = [...types].filter((type) => !itemTypesOfV2.has(type));
  assert.deepEqual(first, ["message", "summary_ref"]);
});
