import { formatBytes, formatCount } from "../../../base/text/format-count.ts";
import type { Presenter } from "../presenter.ts";

const present: Presenter<"estimate"> = (
  { agent, session_id, bytes, messages, calls, tokens, counted },
  { style },
) => {
  const about = counted ? "" : "about ";
  return [
    `${style("bold", agent)} ${session_id}  ${formatBytes(bytes)}`,
    `${about}${formatCount(messages, "message")}, ${about}${formatCount(calls, "tool call")}, about ${formatCount(tokens, "token")} of context`,
  ];
};

export default present;
