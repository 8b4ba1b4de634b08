import { excerpt } from "../../base/text/text.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";

const presentChanged: Presenter<
  "request accept" | "request defer" | "request reject" | "request cancel" | "request complete"
> = ({ request }) => [`${verbs[request.status] ?? "Changed"} request ${requestLine(request)}`];

/** The step that leads to each status. */
const verbs: Readonly<Record<string, string>> = {
  accepted: "Accepted",
  deferred: "Deferred",
  rejected: "Rejected",
  cancelled: "Cancelled",
  completed: "Completed",
};

const presentClaim: Presenter<"request claim"> = ({ requests }) =>
  requests.length === 0
    ? ["No request can be claimed now"]
    : requests.map((request) => `Claimed ${requestLine(request)}`);

const presentCreate: Presenter<"request create"> = ({ request, created }) => [
  `${created ? "Created request" : "Already created:"} ${requestLine(request)}`,
];

/** A request in one line. */
function requestLine(request: Shown<"request show">["request"], sla?: string): string {
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

const presentList: Presenter<"request list"> = ({ requests, sla }) =>
  requests.length === 0
    ? ["No requests"]
    : [
        ...requests.map((request) => requestLine(request, request.sla)),
        `SLA: ${sla.ok} ok, ${sla.at_risk} at risk, ${sla.breached} breached`,
      ];

const presentRespond: Presenter<"request respond"> = ({ id, answer }) => [
  `Answered ${id}: ${answer}`,
];

const presentShow: Presenter<"request show"> = ({ request, events, sla }) => [
  requestLine(request, sla),
  ...(request.summary === "" ? [] : [`  ${excerpt(request.summary, 400)}`]),
  ...events.map(({ created_at, event_type, old_status, new_status, created_by, note }) => {
    const change = new_status === null ? event_type : `${old_status ?? "none"} to ${new_status}`;
    return `  ${created_at}  ${change}  by ${excerpt(created_by)}${note === null ? "" : `: ${excerpt(note, 200)}`}`;
  }),
];

const presentSweep: Presenter<"request sweep"> = ({ opened, expired }) => [
  `Opened ${opened.length} and expired ${expired.length} requests`,
  ...opened.map((id) => `  opened ${id}`),
  ...expired.map((id) => `  expired ${id}`),
];

/** How the results of these operations are shown. */
export default {
  "request create": presentCreate,
  "request list": presentList,
  "request show": presentShow,
  "request claim": presentClaim,
  "request accept": presentChanged,
  "request defer": presentChanged,
  "request reject": presentChanged,
  "request cancel": presentChanged,
  "request complete": presentChanged,
  "request sweep": presentSweep,
  "request respond": presentRespond,
} satisfies Presenters<"request">;
