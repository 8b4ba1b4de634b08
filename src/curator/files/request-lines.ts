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

/**
 * A request that was closed, without the day, as one of its two sides sees it. What the work came to is the summary
 * of the file that is its result.
 */
export function closedText(
  request: RequestState,
  responsibility: string,
  outcome: string | undefined,
): string {
  const { id, origin, target, status } = request;
  const isSent = origin === responsibility && target !== responsibility;
  const other = isSent ? `${status} by ${target}` : `from ${origin} ${status}`;
  const own = isSent && status === "cancelled" ? "cancelled by us" : other;
  const came = outcome === undefined ? "" : `: ${outcome}`;
  return `${id} ${own}: ${aboutOf(request, [])}${came}`;
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
  const subject = printable(oneLine(request.subject));
  const more = isOpen ? moreOf(request) : "";
  return `${subject}${more}${details}${answer && `; ${answer}`}`;
}

/** Characters of what a request says besides its subject. A longer text is on its page: half of it may mislead. */
const MAX_SUMMARY = 400;

function moreOf({ subject, summary }: RequestState): string {
  const text = printable(oneLine(summary));
  if (text === "" || text === subject) return "";
  return text.length > MAX_SUMMARY ? " – more on its page" : ` – ${text}`;
}

function day(time: string): string {
  return time.slice(0, 10);
}
