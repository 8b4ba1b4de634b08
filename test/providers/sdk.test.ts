import assert from "node:assert/strict";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { after, before, suite, test } from "node:test";
import Anthropic from "@anthropic-ai/sdk";
import * as genai from "@google/genai";
import OpenAI from "openai";
import type { JsonObject } from "../../src/base/json/value.ts";
import anthropicMessages, {
  type AnthropicBody,
} from "../../src/providers/anthropic-messages/anthropic-messages.ts";
import chatCompletions, {
  type ChatBody,
} from "../../src/providers/chat-completions/chat-completions.ts";
import gemini, { type GeminiBody } from "../../src/providers/gemini/gemini.ts";
import openResponses, {
  type OpenResponsesBody,
} from "../../src/providers/open-responses/open-responses.ts";
import { cases, inputOf, options, type RenderCase } from "./cases.ts";

/** The SDKs' types promise nothing about writing; ours are read-only. */
type Writable<Value> = Value extends readonly (infer Element)[]
  ? Writable<Element>[]
  : Value extends object
    ? { -readonly [Key in keyof Value]: Writable<Value[Key]> }
    : Value;

function writable<Value>(value: Value): Writable<Value> {
  return structuredClone(value) as Writable<Value>; // Read-only is a promise of the compiler alone.
}

// These functions do nothing: they compile only while every body is what the vendor's SDK takes.
const asResponses = (body: Writable<OpenResponsesBody>): OpenAI.Responses.ResponseCreateParams =>
  body;
const asChat = (
  body: Writable<ChatBody & { readonly model: string }>,
): OpenAI.ChatCompletionCreateParams => body;
const asMessages = (
  body: Writable<AnthropicBody & { readonly model: string }>,
): Anthropic.MessageCreateParams => body;

/** The SDK takes the parts of the body by other names, and puts together what is sent. */
function asGenerateContent(
  model: string,
  body: Writable<GeminiBody>,
): genai.GenerateContentParameters {
  const { contents, systemInstruction, tools, toolConfig, generationConfig } = body;
  const calling = toolConfig?.functionCallingConfig;
  const mode = calling && genai.FunctionCallingConfigMode[calling.mode];
  return {
    model,
    contents: contents satisfies genai.Content[],
    config: {
      ...(systemInstruction && { systemInstruction: systemInstruction satisfies genai.Content }),
      ...(tools && { tools: tools satisfies genai.Tool[] }),
      ...(calling && mode && { toolConfig: { functionCallingConfig: { ...calling, mode } } }),
      ...(generationConfig satisfies genai.GenerationConfig | undefined),
    },
  };
}

interface Received {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly body: JsonObject;
}

const received: Received[] = [];

/** What the vendors answer, by the end of the path. */
const answers: Readonly<Record<string, JsonObject>> = {
  "/responses": {
    id: "resp_1",
    object: "response",
    status: "completed",
    output: [
      {
        id: "msg_1",
        type: "message",
        role: "assistant",
        status: "completed",
        content: [{ type: "output_text", text: "Hello.", annotations: [] }],
      },
    ],
  },
  "/messages": {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "m",
    content: [{ type: "text", text: "Hello." }],
    stop_reason: "end_turn",
    usage: { input_tokens: 1, output_tokens: 1 },
  },
  "/completions": {
    id: "chat_1",
    object: "chat.completion",
    created: 0,
    model: "m",
    choices: [
      { index: 0, finish_reason: "stop", message: { role: "assistant", content: "Hello." } },
    ],
  },
  ":generateContent": {
    candidates: [{ content: { role: "model", parts: [{ text: "Hello." }] }, finishReason: "STOP" }],
  },
};

const events = [
  { type: "response.created", sequence_number: 0, response: { ...answers["/responses"] } },
  { type: "response.output_text.delta", sequence_number: 1, item_id: "msg_1", delta: "Hello." },
  { type: "response.completed", sequence_number: 2, response: { ...answers["/responses"] } },
];
const stream = events
  .map((each) => `event: ${each.type}\ndata: ${JSON.stringify(each)}\n\n`)
  .join("");

const server = http.createServer(async (request, response) => {
  const chunks = await Array.fromAsync(request);
  const path = request.url ?? "";
  const body: JsonObject = JSON.parse(Buffer.concat(chunks).toString());
  received.push({ path, headers: request.headers, body });
  const isStreamed = path.endsWith("/responses") && body.stream === true;
  response.setHeader("content-type", isStreamed ? "text/event-stream" : "application/json");
  const answer = Object.entries(answers).find(([end]) => path.split("?")[0]?.endsWith(end))?.[1];
  response.end(isStreamed ? stream : JSON.stringify(answer));
});

let base = "";
before(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address() as AddressInfo; // It listens on a port, not on a pipe.
  base = `http://127.0.0.1:${address.port}`;
});
after(() => {
  server.closeAllConnections();
  server.close();
});

const model = "test-model";
const optionsOf = (each: RenderCase) => ({ ...options, ...each.options, model });

/** What the SDK sent must be the body we rendered, and its path ours. */
function checkSent(rendered: { readonly body: JsonObject; readonly path: string }): Received {
  const last = received.at(-1);
  assert.ok(last);
  const { generationConfig, ...rest } = last.body;
  // Google's SDK sends an empty object where nothing is configured.
  const isEmpty = JSON.stringify(generationConfig) === "{}";
  assert.deepEqual(isEmpty ? rest : last.body, rendered.body);
  assert.ok(last.path.endsWith(rendered.path), `${last.path} does not end in ${rendered.path}`);
  return last;
}

function checkHeaders(last: Received, headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) assert.equal(last.headers[name], value);
}

for (const each of cases) {
  suite(`the SDKs send what render() gives: ${each.name}`, () => {
    test("openai, responses", async () => {
      const client = new OpenAI({ apiKey: "k", baseURL: base, maxRetries: 0 });
      const rendered = await openResponses.render(inputOf(each), optionsOf(each));
      const body = asResponses(writable(rendered.body));
      if (body.stream) {
        const types: string[] = [];
        for await (const event of await client.responses.create(body)) types.push(event.type);
        assert.deepEqual(
          types,
          events.map(({ type }) => type),
        );
      } else {
        const answer = await client.responses.create({ ...body, stream: false });
        assert.equal(answer.output_text, "Hello.");
      }
      checkHeaders(checkSent(rendered), openResponses.headers("k"));
    });

    test("openai, chat completions", async () => {
      const client = new OpenAI({ apiKey: "k", baseURL: base, maxRetries: 0 });
      const rendered = await chatCompletions.render(inputOf(each), {
        ...optionsOf(each),
        stream: false,
      });
      const body = asChat(writable({ ...rendered.body, model }));
      const answer = await client.chat.completions.create({ ...body, stream: false });
      assert.equal(chatCompletions.replyText(JSON.parse(JSON.stringify(answer))), "Hello.");
      checkHeaders(checkSent(rendered), chatCompletions.headers("k"));
    });

    test("anthropic, messages", async () => {
      const client = new Anthropic({ apiKey: "k", baseURL: base, maxRetries: 0 });
      const rendered = await anthropicMessages.render(inputOf(each), {
        ...optionsOf(each),
        stream: false,
      });
      const body = asMessages(writable({ ...rendered.body, model }));
      const answer = await client.messages.create({ ...body, stream: false });
      assert.equal(anthropicMessages.replyText(JSON.parse(JSON.stringify(answer))), "Hello.");
      // Its headers differ: the SDK asks for a newer version and sends the key as a bearer token.
      // The API takes both, and its bodies are the same as far as we use them.
      checkSent(rendered);
    });

    test("google, generateContent", async () => {
      const client = new genai.GoogleGenAI({ apiKey: "k", httpOptions: { baseUrl: base } });
      const rendered = await gemini.render(inputOf(each), { ...optionsOf(each), stream: false });
      const answer = await client.models.generateContent(
        asGenerateContent(model, writable(rendered.body)),
      );
      assert.equal(answer.text, "Hello.");
      checkHeaders(checkSent(rendered), gemini.headers("k"));
    });
  });
}
