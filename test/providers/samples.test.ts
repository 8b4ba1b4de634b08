import assert from "node:assert/strict";
import fs from "node:fs";
import path from "node:path";
import { suite, test } from "node:test";
import { Ajv2020, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonObject } from "../../src/base/json/value.ts";
import openResponses, {
  type OpenResponsesBody,
} from "../../src/providers/open-responses/open-responses.ts";
import type { ProviderEvent, StreamOutcome, ToolOutput } from "../../src/providers/streaming.ts";
import { cases, inputOf, options, tools, user } from "./cases.ts";

const samples = process.env.HOLDALL_SAMPLES ?? "";
const skip = samples === "" ? "HOLDALL_SAMPLES names no folder" : false;
const file = (...names: string[]) => path.join(samples, ...names);
const readJson = (...names: string[]) => JSON.parse(fs.readFileSync(file(...names), "utf8"));

const { streaming: exchange } = openResponses;
assert.ok(exchange);

/** The protocol's own schema of a request. */
function requestSchema(): ValidateFunction {
  const components: JsonObject = readJson("rip/schemas/openresponses/split_components.json");
  const paths = readJson("rip/schemas/openresponses/paths_responses.json");
  const ajv = new Ajv2020({ strict: false, validateFormats: false });
  const home = "https://openresponses.test/components/schemas/";
  for (const [name, schema] of Object.entries(components)) {
    ajv.addSchema({ ...(schema as JsonObject), $id: `${home}${name}` });
  }
  const { $ref } = paths.post.requestBody.content["application/json"].schema;
  const validate = ajv.getSchema(new URL($ref, "https://openresponses.test/paths/x.json").href);
  assert.ok(validate);
  return validate;
}

async function readStream(name: string, size = 7) {
  const bytes = fs.readFileSync(file("rip/openresponses", name));
  async function* chunks() {
    for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
  }
  const reading = exchange?.readStream(chunks());
  assert.ok(reading);
  const pieces = await Array.fromAsync(reading.pieces);
  return { pieces, events: pieces.map(({ event }) => event), outcome: reading.outcome() };
}

suite("bodies of Open Responses", () => {
  test("render() gives what the protocol's schema takes, for every case", { skip }, async (t) => {
    const validate = requestSchema();
    for (const each of cases) {
      const { body } = await openResponses.render(inputOf(each), { ...options, ...each.options });
      assert.ok(validate(body), `${each.name}: ${JSON.stringify(validate.errors)}`);
    }
    t.diagnostic(`${cases.length} bodies checked`);
  });

  test("the protocol's schema refuses what is wrong, so the check above checks something", {
    skip,
  }, async () => {
    const validate = requestSchema();
    const { body } = await openResponses.render(inputOf({ items: [user("x")] }), options);
    const wrong: readonly JsonObject[] = [
      { ...body, input: [{ type: "message", role: "nobody", content: "x" }] },
      { ...body, input: [{ type: "function_call", call_id: "c", name: "a b", arguments: "{}" }] },
      { ...body, input: [{ type: "function_call_output", call_id: "c" }] },
      { ...body, max_output_tokens: 1 },
      { ...body, tools: [{ type: "function" }] },
    ];
    for (const each of wrong) assert.equal(validate(each), false, JSON.stringify(each));
  });

  test("render() gives the derived input arrays byte for byte", { skip }, async (t) => {
    const expected = readJson("derived/openresponses_input.expected.json");
    const { cases: bundles } = readJson("derived/hierarchical_summaries_v1.expected.json");
    const blob = (id: string) => file("derived/workspace/.rip/artifacts/blobs", id);
    for (const { name, bundle_json } of bundles) {
      const { body } = await openResponses.render(
        {
          items: JSON.parse(bundle_json).items,
          text: async (id) => fs.readFileSync(blob(id)),
          size: async (id) => fs.statSync(blob(id)).size,
        },
        { ...options, tools: [] },
      );
      assert.equal(JSON.stringify(body.input), JSON.stringify(expected[name]));
      assert.equal("previous_response_id" in body, false);
    }
    assert.equal(bundles.length, Object.keys(expected).length);
    t.diagnostic(`${bundles.length} arrays compared`);
  });
});

suite("streams of Open Responses", () => {
  test("readStream() records all 58 types of event, in any pieces", { skip }, async (t) => {
    const lines = fs.readFileSync(file("rip/openresponses/stream_all.jsonl"), "utf8").trim();
    const wanted = lines.split("\n").map((line) => JSON.parse(line));
    for (const size of [1, 2, 3, 64, 1 << 20]) {
      const { events } = await readStream("stream_all.sse", size);
      const seen = events.filter(({ status }) => status === "event");
      assert.deepEqual(
        seen.map(({ data }) => data),
        wanted,
      );
      assert.deepEqual(
        seen.flatMap(({ errors }) => errors),
        [],
      );
      assert.deepEqual(
        seen.flatMap(({ raw }) => raw ?? []),
        [],
      );
      assert.equal(new Set(seen.map(({ event_name }) => event_name)).size, 58);
    }
    t.diagnostic(`${wanted.length} events compared`);
  });

  test("outcome() is a failure without a cursor when an error was among the events", {
    skip,
  }, async () => {
    const { outcome } = await readStream("stream_all.sse");
    assert.equal(outcome.reason, "provider_error");
    assert.equal(outcome.cursor, null);
  });

  test("every known type of event is one that the protocol lists", { skip }, async () => {
    const { eventTypes } = await import("../../src/providers/open-responses/event-types.ts");
    const listed: string[] = readJson("rip/schemas/openresponses/streaming_event_types.json");
    assert.deepEqual([...eventTypes].sort(), listed.sort());
  });
});

suite("a tool loop of Open Responses", () => {
  const output: ToolOutput = {
    call_id: "call_1",
    tool: "apply_patch",
    ok: true,
    exit_code: 0,
    stdout: "patched",
    stderr: "",
  };

  async function firstRequest(): Promise<OpenResponsesBody> {
    const input = inputOf({ items: [user("Patch it.")] });
    return (await openResponses.render(input, { ...options, tools })).body;
  }

  function next(
    first: OpenResponsesBody,
    { response_id, calls }: StreamOutcome,
    mode: "previous_response_id" | "stateless",
  ) {
    const body = exchange?.followUp({
      first,
      rounds: [{ response_id, calls, outputs: [output] }],
      mode,
    });
    assert.ok(body);
    return body;
  }

  test("both ways of streaming arguments give the same call", { skip }, async () => {
    const complete = await readStream("tool_loop_apply_patch_first.sse");
    const pieces = await readStream("tool_loop_apply_patch_args_delta.sse");
    assert.deepEqual(pieces.outcome, complete.outcome);
    assert.deepEqual(complete.outcome.cursor, { previous_response_id: "resp_1" });
    const [call] = complete.outcome.calls;
    assert.equal(call?.item_id, "fc_item_1");
    assert.equal(call?.call_id, "call_1");
    assert.equal(call?.name, "apply_patch");
    assert.match(
      JSON.parse(call?.arguments ?? "").patch,
      /^\*\*\* Begin Patch\n.*\*\*\* End Patch$/s,
    );
  });

  test("followUp() refers to the response, or tells everything again", { skip }, async () => {
    const validate = requestSchema();
    const first = await firstRequest();
    const { outcome } = await readStream("tool_loop_apply_patch_first.sse");
    const text = '{"exit_code":0,"ok":true,"stderr":"","stdout":"patched","tool":"apply_patch"}';

    const stateful = next(first, outcome, "previous_response_id");
    assert.equal(stateful.previous_response_id, "resp_1");
    assert.deepEqual(stateful.input, [
      { type: "function_call_output", call_id: "call_1", output: text },
    ]);
    const stateless = next(first, outcome, "stateless");
    assert.equal("previous_response_id" in stateless, false);
    assert.deepEqual(stateless.input, [
      ...first.input,
      {
        type: "function_call",
        id: "fc_item_1",
        call_id: "call_1",
        name: "apply_patch",
        arguments: outcome.calls[0]?.arguments,
      },
      { type: "function_call_output", id: "output_call_1", call_id: "call_1", output: text },
    ]);
    for (const body of [stateful, stateless]) {
      assert.deepEqual(Object.keys(body), Object.keys(body).sort());
      assert.ok(validate(body), JSON.stringify(validate.errors));
    }
  });

  test("the answer to the follow-up is text and completes", { skip }, async () => {
    const { pieces, events, outcome } = await readStream("tool_loop_followup.sse");
    assert.equal(pieces.map(({ delta }) => delta ?? "").join(""), "done");
    assert.deepEqual(
      events.map(({ status }: ProviderEvent) => status),
      ["event", "event", "done"],
    );
    assert.equal(outcome.reason, "completed");
    assert.equal(outcome.response_id, "resp_2");
    assert.deepEqual(outcome.calls, []);
  });
});
