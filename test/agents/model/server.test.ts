import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import { GoogleGenAI } from "@google/genai";
import OpenAI from "openai";
import { type ScriptedModel, startModel } from "./server.ts";

const script = [
  { parts: [{ text: "Looking." }, { call: { name: "look", arguments: { at: "Zürich 🚀" } } }] },
];
const SCHEMA = { type: "object", properties: { at: { type: "string" } } } as const;
let model: ScriptedModel;
before(async () => {
  model = await startModel();
});
after(() => model.close());

test("startModel() streams Anthropic Messages that the maker's own library understands", async () => {
  model.follow(script);
  const client = new Anthropic({ baseURL: model.url, apiKey: "any" });
  const message = await client.messages
    .stream({
      model: "m",
      max_tokens: 10,
      messages: [{ role: "user", content: "x" }],
      tools: [{ name: "look", input_schema: { ...SCHEMA } }],
    })
    .finalMessage();
  const [text, call] = message.content;
  assert.equal(text?.type === "text" && text.text, "Looking.");
  assert.deepEqual(call?.type === "tool_use" && call.input, { at: "Zürich 🚀" });
  assert.equal(message.stop_reason, "tool_use");
});

test("startModel() streams OpenAI Responses and Chat Completions that their library understands", async () => {
  const client = new OpenAI({ baseURL: `${model.url}/v1`, apiKey: "any" });
  const look = {
    type: "function",
    name: "look",
    parameters: { ...SCHEMA },
    strict: false,
  } as const;
  model.follow(script);
  const response = await client.responses
    .stream({ model: "m", input: "x", tools: [look] })
    .finalResponse();
  assert.equal(response.output_text, "Looking.");
  const call = response.output.find((item) => item.type === "function_call");
  assert.deepEqual(JSON.parse(call?.arguments ?? ""), { at: "Zürich 🚀" });

  model.follow(script);
  const completion = await client.chat.completions
    .stream({
      model: "m",
      messages: [{ role: "user", content: "x" }],
      tools: [{ type: "function", function: { name: "look", parameters: { ...SCHEMA } } }],
    })
    .finalChatCompletion();
  const message = completion.choices[0]?.message;
  assert.equal(message?.content, "Looking.");
  const called = message?.tool_calls?.[0];
  assert.deepEqual(called?.type === "function" && JSON.parse(called.function.arguments), {
    at: "Zürich 🚀",
  });
});

test("startModel() streams Gemini content that the maker's own library understands", async () => {
  model.follow(script);
  const client = new GoogleGenAI({ apiKey: "any", httpOptions: { baseUrl: model.url } });
  const stream = await client.models.generateContentStream({
    model: "m",
    contents: "x",
    config: { tools: [{ functionDeclarations: [{ name: "look" }] }] },
  });
  const [chunk] = await Array.fromAsync(stream);
  assert.equal(chunk?.candidates?.[0]?.content?.parts?.[0]?.text, "Looking.");
  assert.deepEqual(chunk?.functionCalls?.[0]?.args, { at: "Zürich 🚀" });
});

test("startModel() logs each request with its protocol, and errands as such", () => {
  const seen = model.requests.map(({ protocol, isErrand }) => [protocol, isErrand]);
  assert.deepEqual(seen, [
    ["messages", false],
    ["responses", false],
    ["chat", false],
    ["gemini", false],
  ]);
});
