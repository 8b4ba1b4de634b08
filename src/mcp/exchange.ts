import type { JsonObject } from "../base/json/value.ts";
import { RpcError, refusal } from "./json-rpc.ts";
import type { McpServer, Peer } from "./server.ts";

/** The largest message that is read, whatever carries it. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;
/** More messages in one list would only keep everyone else waiting. */
const MAX_BATCH = 100;

/** What a client sent, as a value; undefined, which no JSON is, when it is none. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** The answer to what a client sent, as text; null when none is due. */
export async function answerText(
  server: McpServer,
  message: unknown,
  peer: Peer,
): Promise<string | null> {
  if (message === undefined) return refuseText("notJson", "not JSON");
  if (!Array.isArray(message)) {
    const reply = await server.receive(message, peer);
    return reply && JSON.stringify(reply);
  }
  // Several messages in one were allowed by one version of the protocol, and hurt nobody.
  if (message.length === 0 || message.length > MAX_BATCH) {
    return refuseText("notARequest", `a list of ${message.length} messages`);
  }
  const replies = await Promise.all(message.map((each) => server.receive(each, peer)));
  const due = replies.filter((reply): reply is JsonObject => reply !== null);
  return due.length === 0 ? null : JSON.stringify(due);
}

/** What is answered to something that is no message at all. */
export function refuseText(...fault: ConstructorParameters<typeof RpcError>): string {
  return JSON.stringify(refusal(null, new RpcError(...fault)));
}
