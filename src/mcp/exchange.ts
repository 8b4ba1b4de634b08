import type { JsonObject } from "../base/json/value.ts";
import { RpcError, refusal } from "./json-rpc.ts";
import type { McpServer, Notify } from "./server.ts";

/** The largest message that is read, whatever carries it. */
export const MAX_MESSAGE_BYTES = 16 * 1024 * 1024;

/** The answer to what a client sent as text, as text; null when none is due. */
export async function answerText(
  server: McpServer,
  text: string,
  notify: Notify,
): Promise<string | null> {
  const message = parse(text);
  if (message === undefined) return refuseText("notJson", "not JSON");
  // Several messages in one were allowed by one version of the protocol, and hurt nobody.
  const replies = await Promise.all([message].flat().map((each) => server.receive(each, notify)));
  const due = replies.filter((reply): reply is JsonObject => reply !== null);
  if (due.length === 0) return null;
  return JSON.stringify(Array.isArray(message) ? due : due[0]);
}

/** What is answered to something that is no message at all. */
export function refuseText(...fault: ConstructorParameters<typeof RpcError>): string {
  return JSON.stringify(refusal(null, new RpcError(...fault)));
}

/** A parsed text; undefined, which no JSON is, when it is none. */
function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
