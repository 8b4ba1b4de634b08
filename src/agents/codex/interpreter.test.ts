import assert from "node:assert/strict";
import { test } from "node:test";
import type { JsonObject } from "../../base/json/value.ts";
import type { Envelope } from "./envelope.ts";
import { type BodySketch, createInterpreter } from "./interpreter.ts";

const items: readonly JsonObject[] = [
  { type: "function_call", name: "exec_command", arguments: '{"cmd":"ls"}', call_id: "call_1" },
  { type: "function_call_output", call_id: "call_1", output: "Exit code: 1\npears" },
  { type: "custom_tool_call", name: "apply_patch", input: "*** Begin Patch", call_id: "call_2" },
  { type: "custom_tool_call_output", call_id: "call_2", output: { content: "done" } },
  { type: "local_shell_call", id: "item_3", action: { command: ["ls"] } },
  { type: "tool_search_call", arguments: null },
  { type: "tool_search_output", call_id: "call_4" },
  { type: "web_search_call", id: "item_5", action: { query: "pears" } },
  { type: "image_generation_call", id: "item_6", result: "aGk=" },
  { type: "message", role: "user", content: [{ type: "input_text", text: "Prune" }] },
  { type: "message", role: "user", content: [] },
  { type: "reasoning", summary: [], encrypted_content: "c2VhbGVk" },
  { type: "ghost_snapshot" },
  { type: "__proto__" },
];
const lines: readonly Envelope[] = [
  ...items.map((payload) => ({ type: "response_item", payload, at: null })),
  { type: "turn_context", payload: { model: "gpt-5" }, at: null },
  { type: "compacted", payload: { message: "So far" }, at: null },
  { type: "event_msg", payload: { type: "function_call", call_id: "call_7" }, at: null },
  { type: "event_msg", payload: { type: "thread_rolled_back", num_turns: 1 }, at: null },
];

const outline = (sketches: readonly BodySketch[]) =>
  sketches.map((sketch) => [sketch.kind, "call_id" in sketch ? sketch.call_id : null]);

test("gists() says of every line what bodies() says: how many, of which kind, of which call", () => {
  const short = createInterpreter();
  const full = createInterpreter();
  for (const [at, line] of lines.entries()) {
    assert.deepEqual(outline(short.sketches(line, at)), outline(full.bodies(line, at)));
  }
});
