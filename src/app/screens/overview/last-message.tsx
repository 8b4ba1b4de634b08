import { lastMessage } from "../../../web/text/last-message.ts";
import { agentName } from "../../known-adapters.ts";
import { useCall } from "../../use-call.ts";
import type { SessionData } from "../sessions/sessions-data.ts";

/** A longer session is not read for one line. */
const MAX_BYTES = 8 * 1024 * 1024;
/** Items at the end of a session among which its last message is looked for. */
const LAST_ITEMS = 30;

/** How a session ended: its last message, shortened. What is read for it makes opening the session faster. */
export function LastMessage({ session }: { readonly session: SessionData }) {
  const { agent, id, bytes } = session;
  const input = { what: agent, session: id, "sub-agents": true, limit: LAST_ITEMS };
  const isShort = bytes !== null && bytes <= MAX_BYTES;
  const { value } = useCall(isShort ? { operation: "show", input } : null);
  const last = lastMessage(value?.conversation?.rows ?? []);
  if (last === null) return <p class="resume-last" />;
  return (
    <p class="resume-last">
      <span class="quiet">{last.isUser ? "You" : agentName(agent)}:</span>{" "}
      <span dir="auto">{last.text}</span>
    </p>
  );
}
