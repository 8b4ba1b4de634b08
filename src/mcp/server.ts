/**
 * The server, independent of its transport. A message is assigned to a revision of the protocol,
 * parsed, and answered by a method. Methods that touch the workspace run one at a time; cancelling
 * one takes effect before it starts or at its next report of progress, and a cancelled call gets no
 * answer at all, as the protocol demands.
 */

import type { JsonObject } from "../base/json/value.ts";
import { excerpt, printable } from "../base/text/text.ts";
import type { Agent } from "../http/agents.ts";
import { createTurnQueue, type TurnQueue } from "../runtime/turn-queue.ts";
import { createClientNames } from "./client-names.ts";
import {
  errorReply,
  idIn,
  isRpcId,
  type RpcCall,
  RpcError,
  type RpcId,
  readCall,
  resultReply,
} from "./json-rpc.ts";
import { sharedMethods } from "./methods.ts";
import { progressReporter } from "./progress.ts";
import { revisionOf } from "./revisions/choose.ts";
import type { Revision } from "./revisions/revision.ts";
import { createRunningCalls, type Scope } from "./running-calls.ts";
import type { McpSettings } from "./settings.ts";

/** The client that sent a message. */
export interface Peer {
  /** Whose request ids are meant. */
  readonly scope: Scope;
  /** Sends it a message before the answer; null where the transport cannot. */
  readonly notify: ((message: JsonObject) => void) | null;
  /** The agent of a team that it is, by its token; null for other clients. */
  readonly agent: Agent | null;
}

/** Answers what clients send, whatever carries it. */
export interface McpServer {
  /** The answer to one message; null when none is due. */
  receive(message: unknown, peer: Peer): Promise<JsonObject | null>;
}

/** A message that expects an answer. */
interface Request extends RpcCall {
  readonly id: RpcId;
  readonly method: string;
}

/**
 * Creates a server that offers the operations as tools, resources and prompts of the protocol. Its calls
 * take turns with whatever else uses the same queue.
 */
export function createServer(
  settings: McpSettings,
  inTurn: TurnQueue = createTurnQueue(),
): McpServer {
  const running = createRunningCalls();
  const clients = createClientNames();
  const shared = sharedMethods(settings);

  /** The result of a call; null when the client has cancelled it meanwhile. */
  async function run(call: Request, revision: Revision, peer: Peer): Promise<JsonObject | null> {
    const own = methodNamed(revision.methods(settings), call.method);
    const client = clients.nameOf(peer.scope, call);
    const result = await (own === null
      ? runShared(call, peer, client)
      : own(call.params, { ...call, ...peer }));
    return result && revision.encodeResult(call.method, result);
  }

  /**
   * Shared methods touch the workspace: they are queued, and can be cancelled before and while they
   * run.
   */
  async function runShared(
    { id, method: name, params }: Request,
    { scope, notify, agent }: Peer,
    client: string | null,
  ) {
    const method = methodNamed(shared, name);
    if (method === null) {
      throw new RpcError("methodNotFound", `There is no method "${excerpt(name, 80)}"`);
    }
    const signal = running.begin(scope, id);
    try {
      const progress = progressReporter(params, notify);
      const result = await inTurn(async () =>
        signal.aborted ? null : method(params, { signal, progress, client, agent }),
      );
      return signal.aborted ? null : result;
    } catch (error) {
      // A client that has cancelled a call expects no answer to it, not even an error.
      if (signal.aborted) return null;
      throw error;
    } finally {
      running.end(scope, id);
    }
  }

  return {
    async receive(message, peer) {
      const id = idIn(message);
      const revision = revisionOf(message);
      try {
        const call = readCall(message);
        if (call.method === "notifications/cancelled") {
          const { requestId } = call.params;
          if (isRpcId(requestId)) running.cancel(peer.scope, requestId);
        }
        // We send clients no requests, so an answer of theirs can only be a mistake; notifications need none.
        if (id === null || call.method === null) return null;
        revision.checkRequest(call);
        const result = await run({ ...call, id, method: call.method }, revision, peer);
        return result === null ? null : resultReply(id, result);
      } catch (error) {
        const known = error instanceof RpcError ? error : internalError(error);
        return errorReply(id, known, revision.errorCode(known.kind));
      }
    },
  };
}

function methodNamed<Found>(methods: Readonly<Record<string, Found>>, name: string): Found | null {
  return (Object.hasOwn(methods, name) ? methods[name] : undefined) ?? null;
}

/** Our own fault: the person who started the server can see where, the client only that it happened. */
function internalError(error: unknown): RpcError {
  const stack = error instanceof Error ? (error.stack ?? error.message) : String(error);
  process.stderr.write(`${printable(stack)}\n`);
  return new RpcError("internalError", "An internal error of Holdall; its log has the details");
}
