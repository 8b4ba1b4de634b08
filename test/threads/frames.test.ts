import assert from "node:assert/strict";
import path from "node:path";
import { suite, test } from "node:test";
import { frameLine } from "../../src/ledger/exchange/frame-line.ts";
import { readEventRows } from "../../src/ledger/read.ts";
import { bodySchema } from "../../src/model/frame-payload.ts";
import { type FrameName, frameTypeOf } from "../../src/model/frames.ts";
import { frameEvent } from "../../src/threads/frame-event.ts";
import { makeScratch } from "../support/scratch.ts";
import { openDesk } from "./conversation.ts";

const who = '"actor_id":"ada","origin":"test"';
const hex = "a".repeat(64);
const ref = `{"checkpoint_id":"c","summary_kind":"cumulative_v1","summary_artifact_id":"${hex}","to_seq":3}`;
const cut = '{"target_message_ordinal":2,"to_seq":3,"to_message_id":"m"}';

/** What comes after the type in a line of each kind of frame, twice where something may be absent. */
const payloads: readonly (readonly [FrameName, string])[] = [
  ["continuity_created", '"workspace":"/w","title":null'],
  ["continuity_message_appended", `${who},"content":"q \\"1\\"\\n\u2028🌳"`],
  ["continuity_run_spawned", `"run_session_id":"r","message_id":"m",${who}`],
  [
    "continuity_context_selection_decided",
    `"run_session_id":"r","message_id":"m","compiler_id":"c","compiler_strategy":"s","limits":{"a":1,"b":2},"compaction_checkpoint":${ref},"compaction_checkpoints":[${ref}],"resets":[{"input":"i","action":"ignored","reason":"why","ref":{"a":1,"z":2}}],"reason":{"cause":"x","selected":"s"},${who}`,
  ],
  [
    "continuity_context_selection_decided",
    `"run_session_id":"r","message_id":"m","compiler_id":"c","compiler_strategy":"s","limits":{},${who}`,
  ],
  [
    "continuity_context_compiled",
    `"run_session_id":"r","bundle_artifact_id":"${hex}","compiler_id":"c","compiler_strategy":"s","from_seq":3,"from_message_id":"m",${who}`,
  ],
  [
    "continuity_provider_cursor_updated",
    `"provider":"p","endpoint":"e","model":"m","cursor":{"previous_response_id":"x"},"action":"set","reason":"run_completed","run_session_id":"r",${who}`,
  ],
  ["continuity_provider_cursor_updated", `"provider":"p","cursor":null,"action":"rotated",${who}`],
  [
    "continuity_compaction_checkpoint_created",
    `"checkpoint_id":"c","cut_rule_id":"manual_v1","summary_kind":"cumulative_v1","summary_artifact_id":"${hex}","from_seq":0,"to_seq":1,"to_message_id":"m",${who}`,
  ],
  [
    "continuity_compaction_auto_schedule_decided",
    `"decision_id":"d","policy_id":"p","decision":"scheduled","execute":true,"stride_messages":2,"max_new_checkpoints":1,"block_on_inflight":true,"message_count":4,"cut_rule_id":"stride_messages_v1/2","planned":[${cut}],"job_id":"j","job_kind":"k",${who}`,
  ],
  ["continuity_job_spawned", `"job_id":"j","job_kind":"k","details":{"a":[1],"b":null},${who}`],
  ["continuity_job_ended", `"job_id":"j","job_kind":"k","status":"failed","error":"no ink",${who}`],
  ["continuity_run_ended", `"run_session_id":"r","message_id":"m","reason":"completed",${who}`],
  [
    "continuity_tool_side_effects",
    `"run_session_id":"r","tool_id":"t","tool_name":"bash","affected_paths":null,"checkpoint_id":null,${who}`,
  ],
  ["continuity_branched", `"parent_thread_id":"p","parent_seq":3,${who}`],
  [
    "continuity_handoff_created",
    `"from_thread_id":"p","from_seq":3,"from_message_id":"m","summary_artifact_id":"${hex}","summary_markdown":"Go on.",${who}`,
  ],
  [
    "continuity_run_ended",
    `"run_session_id":"r","message_id":"m","reason":"${"long ".repeat(99)}",${who}`,
  ],
];

const session: readonly (readonly [FrameName, string])[] = [
  ["session_started", '"input":"q"'],
  ["output_text_delta", '"delta":"a"'],
  [
    "tool_started",
    '"tool_id":"t","name":"bash","args":{"z":1,"a":[{"y":1,"b":2}]},"timeout_ms":null',
  ],
  ["tool_stdout", '"tool_id":"t","chunk":"out"'],
  ["tool_ended", '"tool_id":"t","exit_code":-1,"duration_ms":5,"artifacts":null'],
  ["tool_failed", '"tool_id":"t","error":"no"'],
  [
    "provider_event",
    '"provider":"p","status":"event","event_name":null,"data":{"type":"x","a":[]},"raw":null,"errors":[],"response_errors":["e"]',
  ],
  ["session_ended", '"reason":"completed"'],
];

const scratch = makeScratch();

async function written(kind: "continuity" | "session", rows: typeof payloads) {
  const desk = await openDesk(path.join(scratch, kind, ".holdall"));
  const lines = rows.map(
    ([type, payload], seq) =>
      `{"id":"e${seq}","session_id":"s","stream_kind":"${kind}","stream_id":"s","timestamp_ms":${seq},"seq":${seq},"type":"${type}",${payload}}`,
  );
  const stream = `${kind}:s`;
  const events = lines.map((line) => {
    const { id, session_id, stream_kind, stream_id, timestamp_ms, seq, type, ...rest } =
      JSON.parse(line);
    const { actor_id, origin, ...payload } = rest;
    const actor = { id: actor_id, origin };
    return {
      ...frameEvent({ stream, type, payload, actor }),
      id,
      at: new Date(timestamp_ms).toISOString(),
    };
  });
  await desk.ledger.append(events);
  const found = await desk.ledger.read(async (tx) => {
    const stored: string[] = [];
    for (const row of await readEventRows(tx, stream)) stored.push(await frameLine(tx, row));
    return stored;
  });
  const bodies = (await desk.events(stream)).map(({ type, body }) => ({ type, body }));
  await desk.ledger.close();
  return { lines, found, bodies };
}

suite("every kind of frame", () => {
  for (const [kind, rows] of [
    ["continuity", payloads],
    ["session", session],
  ] as const) {
    test(`of a ${kind} is written byte for byte as it came`, async () => {
      const { lines, found, bodies } = await written(kind, rows);
      for (const [index, line] of lines.entries()) assert.equal(found[index], line);
      for (const { type, body } of bodies) {
        const known = frameTypeOf(type);
        assert.ok(known && bodySchema(known).safeParse(body).success, type);
      }
    });
  }

  test("keeps what was said out of the bodies", () => {
    const secret = "hunter2";
    const frames: readonly (readonly [FrameName, Record<string, unknown>])[] = [
      ["continuity_created", { workspace: "w", title: secret }],
      ["continuity_message_appended", { content: secret }],
      ["session_started", { input: secret }],
      ["output_text_delta", { delta: secret }],
      ["tool_started", { tool_id: "t", name: "n", args: { cmd: secret } }],
      ["tool_stdout", { tool_id: "t", chunk: secret }],
      ["tool_failed", { tool_id: "t", error: secret }],
      ["session_ended", { reason: secret.repeat(100) }],
    ];
    for (const [type, payload] of frames) {
      const json = JSON.parse(JSON.stringify(payload));
      const { body, texts = [] } = frameEvent({ stream: "s", type, payload: json, actor: null });
      assert.ok(!JSON.stringify(body).includes(secret), type);
      assert.ok(Buffer.from(texts[0]?.content ?? []).includes(secret), type);
    }
  });

  test("refuses a shape that is not its own", () => {
    const frame = { stream: "session:s", type: "tool_ended", actor: null } as const;
    const wrong = [{}, { tool_id: 1 }, { tool_id: "t", exit_code: 0.5, duration_ms: 1 }];
    for (const payload of wrong) {
      assert.throws(() => frameEvent({ ...frame, payload }), { code: "E_SHAPE" });
    }
  });
});
