import assert from "node:assert/strict";
import { test } from "node:test";
import {
  createInput,
  createReply,
  createTurn,
  createTurns,
  THREAD,
} from "../../test/compile/create-input.ts";
import { sha256 } from "../base/hash.ts";
import { assembleBundle, PREVIEW_RUN } from "./assemble.ts";
import { compileContext, cutOf } from "./compile.ts";
import { DEFAULT_STRATEGY } from "./strategies/registry.ts";
import { defaultLimits } from "./strategies/strategy.ts";

const provenance = { run_session_id: PREVIEW_RUN, actor_id: "user", origin: "test" };

function requestFor(turns: ReturnType<typeof createTurns>, strategy: string = DEFAULT_STRATEGY) {
  const input = createInput({ turns });
  const { seq: from_seq, event_id: from_message_id } = input.anchor.user;
  const source = { thread_id: THREAD, from_seq, from_message_id };
  return { strategy, limits: defaultLimits, input, source, provenance };
}

test("cutOf() looks up to the next message, or to the head, and never before the question", () => {
  assert.equal(cutOf(5, null, 9), 9);
  assert.equal(cutOf(5, 8, 20), 7);
  assert.equal(cutOf(5, 6, 20), 5);
  assert.equal(cutOf(5, 5, 20), 5);
});

test("compileContext() gives the exact bytes of a small bundle", async () => {
  const content = '"Ä"\n\u2028🧭\u0001';
  const turns = [createTurn(1, { reply: createReply("Yes.") }), createTurn(2, { content })];
  const { bundle } = await compileContext(requestFor(turns));
  const expected = `{"schema":"rip.context_bundle.v1","compiler":{"id":"rip.context_compiler.v1","strategy":"token_budget_recent_v1"},"source":{"thread_id":"thread-1","from_seq":2,"from_message_id":"m2"},"provenance":{"run_session_id":"00000000-0000-0000-0000-000000000000","actor_id":"user","origin":"test"},"items":[{"type":"message","role":"user","content":"m1","actor_id":"user","origin":"test","thread_seq":1,"thread_event_id":"m1"},{"type":"message","role":"assistant","content":"Yes.","actor_id":null,"origin":null,"thread_seq":null,"thread_event_id":null},{"type":"message","role":"user","content":${JSON.stringify(content)},"actor_id":"user","origin":"test","thread_seq":2,"thread_event_id":"m2"}]}`;
  assert.equal(Buffer.from(bundle.bytes).toString(), expected);
  assert.equal(bundle.artifact_id, sha256(expected));
});

test("assembleBundle() uses the second version only when an item needs it", async () => {
  const steps = [{ type: "tool_call", call_id: "a", name: "ls", arguments: {} }] as const;
  const turns = [createTurn(1, { steps }), createTurn(2)];
  const later = await compileContext(requestFor(turns));
  assert.equal(later.bundle.document.schema, "rip.context_bundle.v2");
  const first = await compileContext(requestFor(turns, "recent_messages_v1"));
  assert.equal(first.bundle.document.schema, "rip.context_bundle.v1");
});

test("assembleBundle() refuses a selection that lost the question", async () => {
  const request = requestFor(createTurns(2));
  const { selection } = await compileContext(request);
  const lost = { ...selection, chosen: selection.chosen.slice(0, -1) };
  assert.throws(() => assembleBundle(lost, request.source, provenance), { code: "E_INTERNAL" });
});

test("compileContext() does not depend on the clock, the time zone or the locale", async () => {
  const compile = async () => {
    const { bundle } = await compileContext(requestFor(createTurns(20)));
    return bundle.artifact_id;
  };
  const before = await compile();
  const { TZ, LC_ALL } = process.env;
  Object.assign(process.env, { TZ: "Pacific/Kiritimati", LC_ALL: "tr_TR.UTF-8" });
  try {
    assert.equal(await compile(), before);
  } finally {
    Object.assign(process.env, { TZ: TZ ?? "UTC", LC_ALL: LC_ALL ?? "C" });
  }
  const both = await Promise.all([compile(), compile()]);
  assert.deepEqual(both, [before, before]);
});
