import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../base/json/value.ts";
import { readStream } from "./stream.ts";

const response = (more: JsonObject = {}): JsonObject => ({
  id: "resp_1",
  object: "response",
  status: "in_progress",
  output: [],
  ...more,
});

const sse = (...events: readonly JsonObject[]) =>
  events
    .map((each, index) => `data: ${JSON.stringify({ sequence_number: index, ...each })}\n\n`)
    .join("");

const DONE = "data: [DONE]\n\n";
const created = { type: "response.created", response: response() };
const completed = { type: "response.completed", response: response({ status: "completed" }) };

async function read(text: string, maxEventBytes = 100_000) {
  async function* chunks() {
    yield Buffer.from(text);
  }
  const reading = readStream(chunks(), { maxEventBytes });
  const pieces = await Array.fromAsync(reading.pieces);
  return { pieces, events: pieces.map(({ event }) => event), outcome: reading.outcome() };
}

test("readStream() records events, their text and the end mark", async () => {
  const delta = { type: "response.output_text.delta", item_id: "m", delta: "Hi" };
  const { pieces, events, outcome } = await read(`${sse(created, delta, completed)}${DONE}`);
  assert.deepEqual(
    events.map(({ status }) => status),
    ["event", "event", "event", "done"],
  );
  assert.deepEqual(
    pieces.map((piece) => piece.delta),
    [null, "Hi", null, null],
  );
  assert.deepEqual(
    events.flatMap(({ errors, response_errors }) => [...errors, ...response_errors]),
    [],
  );
  assert.deepEqual(events[0], {
    provider: "openresponses",
    status: "event",
    event_name: null,
    data: { sequence_number: 0, ...created },
    raw: null,
    errors: [],
    response_errors: [],
  });
  assert.deepEqual(outcome, {
    reason: "completed",
    error: null,
    response_id: "resp_1",
    cursor: { previous_response_id: "resp_1" },
    calls: [],
  });
});

test("readStream() records what is no JSON as it came, and goes on", async () => {
  const twice = '{"type":"a","type":"b"}';
  const { events, outcome } = await read(`data: {oops\n\ndata: ${twice}\n\n${sse(created)}${DONE}`);
  assert.deepEqual(
    events.map(({ status }) => status),
    ["invalid_json", "invalid_json", "event", "done"],
  );
  assert.deepEqual([events[0]?.raw, events[1]?.raw], ["{oops", twice]);
  assert.equal(events[0]?.errors.length, 1);
  assert.equal(outcome.reason, "completed");
});

test("readStream() keeps events of unknown types and says so", async () => {
  const strange = { type: "response.telepathy.delta", delta: "?" };
  const { events } = await read(`${sse(created, strange)}${DONE}`);
  assert.deepEqual(events[1]?.data, { sequence_number: 1, ...strange });
  assert.equal(events[1]?.errors.length, 1);
});

test("readStream() tells what is wrong with an event", async () => {
  const wrong = [
    "event: response.completed\ndata: {}",
    "data: 7",
    'event: other\ndata: {"type":"response.created","sequence_number":5,"response":{}}',
    'data: {"type":"response.queued","sequence_number":5,"response":null}',
  ];
  const { events } = await read(`${wrong.join("\n\n")}\n\n`);
  assert.deepEqual(
    events.map(({ errors }) => errors.length),
    [1, 1, 1, 1],
  );
  assert.deepEqual(
    events.map(({ response_errors }) => response_errors.length),
    [0, 0, 4, 1],
  );
});

test("outcome() puts the arguments of calls together, wherever they come from", async () => {
  const item = (more: JsonObject) => ({
    type: "function_call",
    name: "read",
    arguments: "",
    ...more,
  });
  const added = (output_index: number, more: JsonObject) => ({
    type: "response.output_item.added",
    output_index,
    item: item(more),
  });
  const delta = (more: JsonObject) => ({ type: "response.function_call_arguments.delta", ...more });
  const late = { id: "fc_4", call_id: "d", arguments: '{"d":4}' };
  const { outcome } = await read(
    sse(
      created,
      added(0, { id: "fc_1", call_id: "a" }),
      added(1, { call_id: "b" }),
      delta({ item_id: "fc_1", delta: '{"a"' }),
      delta({ output_index: 1, delta: '{"b":2}' }),
      delta({ item_id: "fc_1", delta: ":1}" }),
      delta({ item_id: "nobody", delta: "lost" }),
      added(2, { id: "fc_3", call_id: "c" }),
      delta({ item_id: "fc_3", delta: "half" }),
      { type: "response.function_call_arguments.done", item_id: "fc_3", arguments: '{"c":3}' },
      { type: "response.output_item.done", item: item({ id: "fc_3", call_id: "c" }) },
      {
        ...completed,
        response: response({ output: [item({ id: "fc_1", call_id: "a" }), item(late)] }),
      },
    ),
  );
  assert.deepEqual(
    outcome.calls.map(({ item_id, call_id, arguments: text }) => [item_id, call_id, text]),
    [
      ["fc_1", "a", '{"a":1}'],
      [null, "b", '{"b":2}'],
      ["fc_3", "c", '{"c":3}'],
      ["fc_4", "d", '{"d":4}'],
    ],
  );
});

const endings: readonly (readonly [string, string, string, string])[] = [
  [
    "a failed response",
    sse(created, { type: "response.failed", response: response({ error: { message: "no" } }) }),
    "provider_error",
    "no",
  ],
  ["an error event", sse(created, { type: "error", message: "busy" }), "provider_error", "busy"],
  [
    "an incomplete response",
    sse(created, {
      type: "response.incomplete",
      response: response({ incomplete_details: { reason: "max_output_tokens" } }),
    }),
    "incomplete",
    "max_output_tokens",
  ],
  [
    "an error before a completed response",
    sse(created, { type: "error", error: { message: "first" } }, completed),
    "provider_error",
    "first",
  ],
  [
    "a stream that breaks off",
    sse(created),
    "provider_error",
    "the stream ended before the response did",
  ],
  ["an empty stream", "", "provider_error", "the stream ended before the response did"],
];

for (const [name, text, reason, error] of endings) {
  test(`outcome() has no cursor after ${name}, whatever follows`, async () => {
    // A broken stream is recognised by the missing end mark; the others must not be mended by it.
    const mark = error.startsWith("the stream") ? "" : DONE;
    const { outcome } = await read(`${text}${mark}`);
    assert.deepEqual([outcome.reason, outcome.error, outcome.cursor], [reason, error, null]);
  });
}

test("outcome() fails when an event or the calls are over the limit", async () => {
  const long = { type: "response.output_text.delta", item_id: "m", delta: "x".repeat(5000) };
  const first = await read(`${sse(created, long, completed)}${DONE}`, 2000);
  assert.equal(first.events.length, 4);
  assert.equal(first.outcome.reason, "provider_error");

  const item = { type: "function_call", id: "fc_1", call_id: "a", name: "read", arguments: "" };
  const added = { type: "response.output_item.added", output_index: 0, item };
  const delta = {
    type: "response.function_call_arguments.delta",
    item_id: "fc_1",
    delta: "x".repeat(900),
  };
  const second = await read(`${sse(created, added, delta, delta, delta)}${DONE}`, 2000);
  assert.equal(second.outcome.reason, "provider_error");
  assert.ok((second.outcome.calls[0]?.arguments.length ?? 0) <= 2000);
});
