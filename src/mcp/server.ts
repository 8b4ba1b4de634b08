import { isObject, type Json, type JsonObject } from "../base/json/value.ts";
import { nearestName } from "../base/registry.ts";
import { excerpt } from "../base/text.ts";
import { isYieldDue, yieldToEventLoop } from "../disk/yield-to-event-loop.ts";
import { type CallOptions, callTool } from "./call-tool.ts";
import { instructionsFor } from "./instructions.ts";
import {
  answer,
  idIn,
  isRpcId,
  notification,
  type RpcCall,
  RpcError,
  type RpcId,
  readCall,
  refusal,
} from "./json-rpc.ts";
import { ownVersion } from "./own-version.ts";
import { getPrompt, prompts } from "./prompts.ts";
import { listResources, readResource, resourceTemplates } from "./resources.ts";
import { createRunningCalls, type Scope } from "./running-calls.ts";
import type { McpSettings } from "./settings.ts";
import { argumentsIn } from "./tool-input.ts";
import { describeTool, loadTools } from "./tools.ts";

/** The versions of the protocol that are spoken, the newest first. */
export const protocolVersions = ["2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05"] as const;

const BETWEEN_REPORTS_MS = 50;

/** The client that sent a message. */
export interface Peer {
  readonly scope: Scope;
  /** Tells it something before the answer; null where the transport cannot. */
  readonly notify: ((message: JsonObject) => void) | null;
}

/** Answers what clients send, whatever carries it. */
export interface McpServer {
  /** The answer to one message; null when none is due. */
  receive(message: unknown, peer: Peer): Promise<JsonObject | null>;
}

/** Makes a server that offers the operations as the protocol's tools, resources and prompts. */
export function createServer(settings: McpSettings): McpServer {
  const running = createRunningCalls();
  const inTurn = createQueue();
  const methods = methodsOf(settings);

  async function run(id: RpcId, { method, params }: RpcCall, peer: Peer) {
    const found = Object.hasOwn(methods, method ?? "") ? methods[method ?? ""] : undefined;
    if (found === undefined) {
      throw new RpcError("noSuchMethod", `no such method: ${excerpt(method ?? "", 80)}`);
    }
    if (method === "ping" || method === "initialize") return found(params, never);
    const signal = running.begin(peer.scope, id);
    const options = { signal, progress: progressOf(params, peer) };
    try {
      const result = await inTurn(async () => (signal.aborted ? null : found(params, options)));
      return signal.aborted ? null : result;
    } catch (error) {
      // Who has called it off is told nothing more about it.
      if (signal.aborted) return null;
      throw error;
    } finally {
      running.end(peer.scope, id);
    }
  }

  return {
    async receive(message, peer) {
      const id = idIn(message);
      try {
        const call = readCall(message);
        if (call.method === "notifications/cancelled") {
          const { requestId } = call.params;
          if (isRpcId(requestId)) running.cancel(peer.scope, requestId);
        }
        // We ask clients nothing, so an answer of theirs can only be a mistake; notifications need none.
        if (id === null || call.method === null) return null;
        const result = await run(id, call, peer);
        return result === null ? null : answer(id, result);
      } catch (error) {
        if (error instanceof RpcError) return refusal(id, error);
        process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
        return refusal(id, new RpcError("internal", "a fault in Holdall itself"));
      }
    },
  };
}

type Method = (params: JsonObject, options: CallOptions) => Promise<JsonObject>;

const never: CallOptions = { signal: new AbortController().signal, progress: () => {} };

function methodsOf(settings: McpSettings): Readonly<Record<string, Method>> {
  // Loaded when a client first asks: the greeting must not wait for it.
  let loading: ReturnType<typeof loadTools> | undefined;
  let listed: readonly JsonObject[] | undefined;
  const tools = () => {
    loading ??= loadTools(settings.sets);
    return loading;
  };
  return {
    initialize: async (params) => greet(params, settings),
    ping: async () => ({}),
    "tools/list": async () => {
      listed ??= [...(await tools()).values()].map(describeTool);
      return { tools: listed };
    },
    "tools/call": async (params, options) => {
      const name = textIn(params, "name");
      const tool = (await tools()).get(name);
      if (tool === undefined) throw noSuch("tool", name, (await tools()).keys());
      const given = argumentsIn(params);
      if (given === null) throw new RpcError("wrongParams", "the arguments are not an object");
      return callTool(tool, given, settings, options);
    },
    "resources/list": async (_, options) => ({
      resources: await listResources(settings, options),
    }),
    "resources/templates/list": async () => ({ resourceTemplates }),
    "resources/read": (params, options) => readResource(textIn(params, "uri"), settings, options),
    "prompts/list": async () => ({ prompts: prompts.map(({ description }) => description) }),
    "prompts/get": async (params, options) => {
      const name = textIn(params, "name");
      const prompt = prompts.find((each) => each.name === name);
      if (prompt === undefined)
        throw noSuch(
          "prompt",
          name,
          prompts.map((each) => each.name),
        );
      return getPrompt(prompt, argumentsIn(params) ?? {}, settings, options);
    },
  };
}

/** What the server says about itself; a version that we do not speak is answered with our newest. */
function greet({ protocolVersion }: JsonObject, settings: McpSettings): JsonObject {
  return {
    protocolVersion:
      protocolVersions.find((each) => each === protocolVersion) ?? protocolVersions[0],
    capabilities: { tools: {}, resources: {}, prompts: {} },
    serverInfo: {
      name: "holdall",
      title: "Holdall",
      version: ownVersion(),
    },
    instructions: instructionsFor(settings.sets),
  };
}

function textIn(params: JsonObject, key: string): string {
  const value: Json | undefined = params[key];
  if (typeof value === "string") return value;
  throw new RpcError("wrongParams", `${key} must be a text`);
}

function noSuch(what: string, name: string, known: Iterable<string>): RpcError {
  const near = nearestName(name, known);
  const hint = near === null ? "" : `; did you mean "${near}"?`;
  return new RpcError("wrongParams", `no such ${what}: "${excerpt(name, 80)}"${hint}`);
}

/** Tells a client that asked for it how far a call has come, no faster than anyone can read. */
function progressOf({ _meta }: JsonObject, { notify }: Peer): (text: string) => void {
  const progressToken = isObject(_meta) ? _meta.progressToken : undefined;
  if (notify === null || !isRpcId(progressToken)) return () => {};
  let progress = 0;
  let last = Number.NEGATIVE_INFINITY;
  return (message) => {
    progress++;
    if (performance.now() - last < BETWEEN_REPORTS_MS) return;
    last = performance.now();
    notify(notification("notifications/progress", { progressToken, progress, message }));
  };
}

/**
 * Lets one piece of work run at a time, in the order of arrival. Two calls at once would be two
 * connections of one thread to one database, where the second cannot wait for the first.
 */
function createQueue() {
  let tail: Promise<unknown> = Promise.resolve();
  return <Result>(work: () => Promise<Result>): Promise<Result> => {
    const turn = tail.then(async () => {
      // Much of the work never waits: between two pieces others are heard, and who calls them off.
      if (isYieldDue()) await yieldToEventLoop();
      return work();
    });
    tail = turn.catch(() => undefined); // A failed call must not stop the next one.
    return turn;
  };
}
