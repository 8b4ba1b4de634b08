import { excerpt } from "../../../base/text/text.ts";
import type { Shown } from "../presenter.ts";

/** A request in one line. */
export function requestLine(request: Shown<"request show">["request"], sla?: string): string {
  const {
    id,
    priority,
    status,
    origin_responsibility_id: from,
    target_responsibility_id: to,
  } = request;
  const facts = [`due ${request.due_at ?? "none"}`, ...(sla === undefined ? [] : [`sla ${sla}`])];
  return `${id}  p${priority}  ${status}  ${from} to ${to}: ${excerpt(request.subject, 80)} (${facts.join("; ")})`;
}
