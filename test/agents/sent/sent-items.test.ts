import assert from "node:assert/strict";
import { test } from "node:test";
import type { Protocol } from "../programs.ts";
import { sentItems } from "./sent-items.ts";

const bodies: Readonly<Record<Protocol, Readonly<Record<string, unknown>>>> = {
  messages: {
    messages: [
      { role: "user", content: "List it" },
      {
        role: "assistant",
        content: [
          { type: "thinking", thinking: "", signature: "" },
          { type: "text", text: "I look" },
          { type: "tool_use", id: "c1", name: "ls", input: { at: "." } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "c1", content: [{ type: "text", text: "a.txt" }] },
          { type: "text", text: "And now?" },
        ],
      },
    ],
  },
  responses: {
    input: [
      { type: "message", role: "user", content: [{ type: "input_text", text: "List it" }] },
      { type: "reasoning", summary: [] },
      { type: "message", role: "assistant", content: [{ type: "output_text", text: "I look" }] },
      { type: "function_call", call_id: "c1", name: "ls", arguments: '{"at":"."}' },
      { type: "function_call_output", call_id: "c1", output: "a.txt" },
      { type: "message", role: "user", content: "And now?" },
    ],
  },
  chat: {
    messages: [
      { role: "user", content: [{ type: "text", text: "List it" }] },
      {
        role: "assistant",
        content: "I look",
        tool_calls: [{ id: "c1", function: { name: "ls", arguments: '{"at":"."}' } }],
      },
      { role: "tool", tool_call_id: "c1", content: "a.txt" },
      { role: "user", content: "And now?" },
    ],
  },
  gemini: {
    contents: [
      { role: "user", parts: [{ text: "List it" }] },
      {
        role: "model",
        parts: [
          { text: "hm", thought: true },
          { text: "I look" },
          { functionCall: { id: "c1", name: "ls", args: { at: "." } } },
        ],
      },
      {
        role: "user",
        parts: [
          { functionResponse: { id: "c1", name: "ls", response: { output: "a.txt" } } },
          { text: "And now?" },
        ],
      },
    ],
  },
};

for (const [protocol, body] of Object.entries(bodies)) {
  test(`sentItems() reads the same conversation out of a request of ${protocol}`, () => {
    // The keys of the table are protocols.
    const request = { protocol: protocol as Protocol, body, path: "/", key: "", isErrand: false };
    assert.deepEqual(sentItems({ ...request, step: null }), [
      { kind: "user", text: "List it" },
      { kind: "assistant", text: "I look" },
      { kind: "call", id: "c1", name: "ls", arguments: { at: "." } },
      { kind: "result", id: "c1", text: "a.txt" },
      { kind: "user", text: "And now?" },
    ]);
  });
}
