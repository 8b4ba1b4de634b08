import assert from "node:assert/strict";
import { test } from "node:test";
import type { HoldallError } from "../../base/errors.ts";
import type { Round, ToolOutput } from "../streaming.ts";
import { vendorOf } from "../vendors.ts";
import { chooseHistory, followUp } from "./follow-up.ts";

const first = {
  input: [{ type: "message", role: "user", content: "Go." }],
  model: "m",
  stream: true,
  tools: [],
};
const output: ToolOutput = {
  tool: "read",
  stdout: "text",
  stderr: "",
  ok: false,
  exit_code: 2,
  error: "not found",
  call_id: "c1",
};
const round = (response_id: string | null): Round => ({
  response_id,
  calls: [{ item_id: null, call_id: "c1", name: "read", arguments: "{}" }],
  outputs: [output],
});
const text =
  '{"error":"not found","exit_code":2,"ok":false,"stderr":"","stdout":"text","tool":"read"}';

test("followUp() sends the last results and a reference, keys in ascending order", () => {
  const rounds = [round("r1"), round("r2")];
  const body = followUp({ first, rounds, mode: "previous_response_id", userMessage: "And?" });
  assert.deepEqual(body, {
    input: [
      { type: "function_call_output", call_id: "c1", output: text },
      { type: "message", role: "user", content: "And?" },
    ],
    model: "m",
    previous_response_id: "r2",
    stream: true,
    tools: [],
  });
  assert.deepEqual(Object.keys(body), Object.keys(body).sort());
});

test("followUp() tells everything again under the same ids every time", () => {
  const again = [
    { type: "function_call", id: "fc_c1", call_id: "c1", name: "read", arguments: "{}" },
    { type: "function_call_output", id: "output_c1", call_id: "c1", output: text },
  ];
  const body = followUp({ first, rounds: [round(null), round(null)], mode: "stateless" });
  assert.deepEqual(body, { ...first, input: [...first.input, ...again, ...again] });
});

test("followUp() refuses to refer to a response without an id", () => {
  const code = (error: unknown) => (error as HoldallError).code === "E_REQUEST";
  assert.throws(
    () => followUp({ first, rounds: [round(null)], mode: "previous_response_id" }),
    code,
  );
  assert.throws(() => followUp({ first, rounds: [], mode: "previous_response_id" }), code);
});

test("chooseHistory() switches with one warning where references are not understood", () => {
  const { mode, warning } = chooseHistory("previous_response_id", vendorOf("openrouter"));
  assert.equal(mode, "stateless");
  assert.equal(warning?.provider, "openresponses.compat");
  assert.equal(warning?.event_name, "rip.compat.warning");
});

test("chooseHistory() keeps the preference elsewhere", () => {
  for (const preferred of ["previous_response_id", "stateless"] as const) {
    for (const vendor of [null, vendorOf("openai")]) {
      assert.deepEqual(chooseHistory(preferred, vendor), { mode: preferred, warning: null });
    }
  }
  assert.equal(chooseHistory("stateless", vendorOf("openrouter")).warning, null);
});
