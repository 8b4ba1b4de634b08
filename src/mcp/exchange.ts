import type { JsonObject } from "../base/json/value.ts";
import { formatCount } from "../base/text/format-count.ts";
import { errorReply, RpcError } from "./json-rpc.ts";
import { handshake } from "./revisions/handshake.ts";
import type { McpServer, Peer } from "./server.ts";

/** The largest message that is read, on any transport. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** Most messages in one batch: more would keep other clients waiting. */
const MAX_BATCH = 100;

/** A client's message as a value; undefined, which JSON cannot represent, if it is not JSON. */
export function parseMessage(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer to what a client sent; null when none is due. */
export async function answerTo(
  server: McpServer,
  message: unknown,
  peer: Peer,
): Promise<JsonObject | readonly JsonObject[] | null> {
  if (message === undefined) return refusalOf(new RpcError("parseError", "Not valid JSON"));
  if (!Array.isArray(message)) return server.receive(message, peer);
  // Batches existed in one revision of the protocol; accepting them in all costs nothing.
  if (message.length === 0 || message.length > MAX_BATCH) {
    const state = `A batch of ${formatCount(message.length, "message")}; 1 to ${MAX_BATCH} are allowed`;
    return refusalOf(new RpcError("invalidRequest", state));
  }
  const replies = await Promise.all(message.map((each) => server.receive(each, peer)));
  const due = replies.filter((reply): reply is JsonObject => reply !== null);
  return due.length === 0 ? null : due;
}

/** The answer to something that cannot be read as a message of any revision. */
export function refusalOf(error: RpcError): JsonObject {
  return errorReply(null, error, handshake.errorCode(error.kind));
}
