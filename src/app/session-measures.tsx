import { formatCount } from "../base/text/format-count.ts";
import { formatCost } from "../base/text/format-measures.ts";
import { formatDuration, formatTokens } from "../web/text/outline.ts";
import type { SessionData } from "./screens/sessions/sessions-data.ts";

type Measured = Pick<
  SessionData,
  "model" | "messages" | "worked_ms" | "tokens_in" | "tokens_out" | "cost_usd" | "fault"
>;

/** How long a session is, what was worked on it, what models read and wrote, and what that cost. */
export function SessionMeasures({ session }: { readonly session: Measured }) {
  const { messages, worked_ms, tokens_in, tokens_out, cost_usd, fault } = session;
  if (fault !== null) return <span class="measures" />;
  const tokens = tokens_out === null ? null : tokens_out + (tokens_in ?? 0);
  return (
    <span class="measures">
      <span>{messages === null ? "" : formatCount(messages, "message")}</span>
      <span title="From each prompt to the last item before the next one">
        {worked_ms === null ? "" : formatDuration(worked_ms)}
      </span>
      <span title="Tokens that models read and wrote">
        {tokens === null ? "" : `${formatTokens(tokens)} tokens`}
      </span>
      <span title={cost_usd === null ? whyUnknown(session.model) : "At list prices"}>
        {tokens === null ? "" : cost_usd === null ? "cost unknown" : formatCost(cost_usd)}
      </span>
    </span>
  );
}

function whyUnknown(model: string | null): string {
  return `No price is known for ${model ?? "its model"} or another of its models: add it to prices.json`;
}
