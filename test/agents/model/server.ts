/** A model that answers from a script, on loopback, in the four protocols that the agents speak. */
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import type { Protocol } from "../programs.ts";
import type { Answer, Dialect } from "./answer.ts";
import { chat } from "./chat.ts";
import { gemini } from "./gemini.ts";
import { messages } from "./messages.ts";
import { responses } from "./responses.ts";
import { fillArguments, readScript, type Script, type Step } from "./script.ts";

/** A request for an answer, as it came. */
export interface ModelRequest {
  readonly path: string;
  readonly protocol: Protocol;
  /** With what the agent identified itself; empty when it did not. */
  readonly key: string;
  readonly body: Readonly<Record<string, unknown>>;
  /** Usually it offers no tools: a title, a summary or another errand beside the conversation. */
  readonly isErrand: boolean;
  /** What the script had for it; null when it had nothing. */
  readonly step: Step | null;
}

/** A running model. */
export interface ScriptedModel {
  /** Where it listens, without a path. */
  readonly url: string;
  /** Every request for an answer so far, in order. */
  readonly requests: readonly ModelRequest[];
  /** Steps in order that were not asked for yet. */
  remaining(): number;
  /** Goes on with another script. */
  follow(script: Script): void;
  /** Resolves when a step that hangs has been sent. */
  readonly hanging: Promise<void>;
  close(): Promise<void>;
}

/** The key of a request, in the header that its protocol has for it. */
function keyOf(headers: http.IncomingHttpHeaders): string {
  const key = headers["x-api-key"] ?? headers["x-goog-api-key"] ?? headers.authorization ?? "";
  return String(key).replace(/^Bearer /, "");
}

interface Asked {
  readonly protocol: Protocol;
  readonly streams: boolean;
  readonly model: string;
}

const dialects: Readonly<Record<Protocol, Dialect>> = { messages, responses, chat, gemini };
const DEFAULT_USAGE = { input: 100, output: 10 };
/** Also an answer for Gemini's question who speaks next, which must be JSON. */
const ERRAND: Step = { parts: [{ text: '{"reasoning":"done","next_speaker":"user"}' }] };
/** Errands for which Grok Build offers its tools as well. */
const ASIDE =
  /generating the session title|Generate a session title for the|ultra-short dashboard line/;
const ENDED: Step = { parts: [{ text: "The script has ended." }] };

/** Starts a model that follows a script. */
export async function startModel(script: Script = []): Promise<ScriptedModel> {
  const requests: ModelRequest[] = [];
  const { promise: hanging, resolve: hang } = Promise.withResolvers<void>();
  let reader = readScript(script);
  const server = http.createServer(async (request, response) => {
    const raw = await text(request).catch(() => "");
    const body = parseObject(raw);
    const asked = askedFor(request.url ?? "/", body);
    if (asked === null) return answerAside(request, response);
    const isErrand = !hasTools(body) || ASIDE.test(raw);
    const step = reader.next(raw, isErrand);
    requests.push({
      path: request.url ?? "/",
      protocol: asked.protocol,
      key: keyOf(request.headers),
      body,
      isErrand,
      step,
    });
    send(response, asked, answerOf(step ?? (isErrand ? ERRAND : ENDED), asked.model, raw));
    if (step?.hangs) hang();
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  // A TCP server has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hanging,
    remaining: () => reader.remaining(),
    follow: (next) => {
      reader = readScript(next);
    },
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Which protocol a request speaks, or null when it asks for no answer. */
function askedFor(url: string, body: Readonly<Record<string, unknown>>): Asked | null {
  const { pathname } = new URL(url, "http://model");
  const model = typeof body.model === "string" ? body.model : "scripted";
  const streams = body.stream === true;
  if (pathname.endsWith("/messages")) return { protocol: "messages", streams, model };
  if (pathname.endsWith("/responses")) return { protocol: "responses", streams, model };
  if (pathname.endsWith("/chat/completions")) return { protocol: "chat", streams, model };
  const gemini = /\/models\/([^/:]+):(streamGenerateContent|generateContent)$/.exec(pathname);
  if (gemini === null) return null;
  const [, name = model, verb] = gemini;
  return { protocol: "gemini", streams: verb === "streamGenerateContent", model: name };
}

function hasTools({ tools }: Readonly<Record<string, unknown>>): boolean {
  return Array.isArray(tools) && tools.length > 0;
}

function answerOf(step: Step, model: string, raw: string): Answer {
  return {
    id: newId(),
    model,
    usage: step.usage ?? DEFAULT_USAGE,
    isComplete: !step.hangs,
    parts: step.parts.map((part) => {
      if ("text" in part) return { ...part, id: newId() };
      const input = fillArguments(part.call.arguments, raw);
      // An object stays an object when its strings are replaced.
      const filled = input as Readonly<Record<string, unknown>>;
      return { id: newId(), call: { ...part.call, arguments: filled } };
    }),
  };
}

function newId(): string {
  return randomUUID().replaceAll("-", "").slice(0, 24);
}

function send(response: http.ServerResponse, asked: Asked, answer: Answer): void {
  const dialect = dialects[asked.protocol];
  if (!asked.streams) {
    sendJson(response, 200, dialect.full(answer));
    return;
  }
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  for (const event of dialect.stream(answer)) response.write(event);
  if (answer.isComplete) response.end();
}

/** Questions beside the conversation: is anybody there, how many tokens would this be. */
function answerAside({ url = "/", method }: http.IncomingMessage, response: http.ServerResponse) {
  if (/count_?tokens/i.test(url))
    return sendJson(response, 200, { input_tokens: 10, totalTokens: 10 });
  if (method === "HEAD") return response.writeHead(200).end();
  sendJson(response, 404, { error: { message: `The scripted model has nothing at ${url}` } });
}

function sendJson(response: http.ServerResponse, status: number, content: unknown): void {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(content));
}

function parseObject(raw: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(raw);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {
    // A request without a body, or with one that is no JSON, asks for no answer that we know.
  }
  return {};
}
