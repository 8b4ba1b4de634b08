import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../src/base/json/value.ts";
import {
  checkpointBody,
  jobEndedBody,
  jobSpawnedBody,
  scheduleBody,
} from "../../src/compaction/event-bodies.ts";
import { compileContext } from "../../src/compile/compile.ts";
import { compiledBody, selectionBody } from "../../src/compile/event-bodies.ts";
import { strategies } from "../../src/compile/strategies/registry.ts";
import { defaultLimits } from "../../src/compile/strategies/strategy.ts";
import { bodySchema } from "../../src/model/frame-payload.ts";
import { type FrameName, frameTypes } from "../../src/model/frames.ts";
import { createInput, THREAD } from "./create-input.ts";
import { randomConversation } from "./random-conversation.ts";

/** A body fits its frame, and says nothing the frame has no key for. */
function assertFits(name: FrameName, body: JsonObject): void {
  const type = frameTypes[name];
  bodySchema(type).parse(body);
  const known = Object.keys(type.fields);
  assert.deepEqual(
    Object.keys(body),
    known.filter((key) => Object.hasOwn(body, key)),
    name,
  );
}

test("the bodies of every compile fit the frames of the log, in their order", async () => {
  for (const strategy of Object.keys(strategies)) {
    const input = createInput(randomConversation(7));
    const { seq: from_seq, event_id: from_message_id } = input.anchor.user;
    const source = { thread_id: THREAD, from_seq, from_message_id };
    const provenance = { run_session_id: "run", actor_id: "user", origin: "test" };
    const limits = { ...defaultLimits, max_input_tokens: 1_000 };
    const compiled = await compileContext({ strategy, limits, input, source, provenance });
    const base = { kind: "branch", thread_id: "parent", seq: 1 } as const;
    const renderer = { id: "gemini", version: "1" };
    const record = { ...compiled, source, provenance, base, as_of_seq: 99, renderer };
    assertFits("continuity_context_selection_decided", selectionBody(record));
    assertFits("continuity_context_compiled", compiledBody(record));
  }
});

test("the bodies of compaction fit the frames of the log, in their order", () => {
  const cut = { target_message_ordinal: 10, to_seq: 510, to_message_id: "m10" };
  const id = "ab".repeat(32);
  const created = {
    checkpoint_id: "c",
    summary_artifact_id: id,
    to_seq: 510,
    to_message_id: "m10",
    cut_rule_id: "stride_messages_v1/10",
  };
  assertFits(
    "continuity_compaction_checkpoint_created",
    checkpointBody(created, { sha256: id, bytes: 9 }),
  );
  assertFits("continuity_job_spawned", jobSpawnedBody("j", [cut], { stride_messages: 10 }));
  assertFits("continuity_job_ended", jobEndedBody("j", [created], "disk full"));
  for (const job of [{ begun: "j" }, { inflight: "j" }]) {
    const decided = { decision_id: "d", policy: {}, execute: true, message_count: 12 };
    assertFits(
      "continuity_compaction_auto_schedule_decided",
      scheduleBody({ ...decided, planned: [cut], job }),
    );
  }
});
