import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { closedStatuses, describeAnswer } from "../workspace/answer.ts";
import { viewFolders } from "../workspace/layout.ts";
import type { OpenRequest, RequestState } from "../workspace/record.ts";

/** The priority of a request that names none. */
const USUAL_PRIORITY = 100;

/** A request that others made and that is open here. */
export function receivedLine(request: OpenRequest): string {
  const { origin, sla } = request;
  const late = sla === "ok" ? [] : [`sla ${sla}`];
  return `- ${linkTo(request, "target")} ${stateOf(request)} from ${origin}: ${aboutOf(request, late)}`;
}

/** A request of this responsibility that another one has not closed. */
export function sentLine(request: RequestState): string {
  const asked =
    day(request.created_at) === day(request.since) ? [] : [`asked ${day(request.created_at)}`];
  return `- ${linkTo(request, "origin")} ${stateOf(request)} to ${request.target}: ${aboutOf(request, asked)}`;
}

/** A request that was closed, without the day, as one of its two sides sees it. */
export function closedText(request: RequestState, responsibility: string): string {
  const { origin, target, status } = request;
  const isSent = origin === responsibility && target !== responsibility;
  const other = isSent ? `${status} by ${target}` : `from ${origin} ${status}`;
  const own = isSent && status === "cancelled" ? "cancelled by us" : other;
  return `${linkTo(request, isSent ? "origin" : "target")} ${own}: ${aboutOf(request, [])}`;
}

/** The page of a request on the side of its reader. */
function linkTo({ id }: RequestState, side: keyof typeof viewFolders): string {
  return `[${id}](${viewFolders[side]}/${id}.md)`;
}

function stateOf({ status, since, priority }: RequestState): string {
  const urgency = priority === USUAL_PRIORITY ? "" : `p${priority} `;
  return `${urgency}${status} since ${day(since)}`;
}

function aboutOf(request: RequestState, facts: readonly string[]): string {
  const isOpen = !closedStatuses.includes(request.status);
  const known = [...(isOpen && request.due_at !== null ? [`due ${request.due_at}`] : []), ...facts];
  const answer = describeAnswer(request);
  const details = known.length === 0 ? "" : ` (${known.join("; ")})`;
  return `${printable(oneLine(request.subject))}${details}${answer && `; ${answer}`}`;
}

function day(time: string): string {
  return time.slice(0, 10);
}
