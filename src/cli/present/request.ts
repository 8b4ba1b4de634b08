import { formatCount } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import type { Presenter, Presenters, Shown } from "./presenter.ts";

const presentChanged: Presenter<
  "request accept" | "request defer" | "request reject" | "request cancel" | "request complete"
> = ({ request }) => [
  `${verbs[request.status] ?? "Changed"} request ${request.id}  ${subjectOf(request)}`,
];

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
    : requests.map((request) => `Claimed request ${request.id}  ${subjectOf(request)}`);

const presentCreate: Presenter<"request create"> = ({ request, created }) => [
  `${created ? "Created request" : "Already created:"} ${request.id}  ${subjectOf(request)}`,
];

type Request = Shown<"request show">["request"];
type Sla = Shown<"request show">["sla"];

/** A request in one line. */
function requestLine(request: Request, sla: Sla): string {
  const facts = [
    `priority ${request.priority}`,
    ...(request.due_at === null ? [] : [`due ${request.due_at}`]),
    ...latenessOf(sla),
  ];
  return `${request.id}  ${request.status}  ${subjectOf(request)} (${facts.join(", ")})`;
}

/** Who asks whom for what. */
function subjectOf(request: Request): string {
  const { origin_responsibility_id: from, target_responsibility_id: to, subject } = request;
  return `${from} → ${to}: ${excerpt(subject, 80)}`;
}

/** Requests that are not answered, or will soon not be answered, in the time that was promised. */
const lateness = { at_risk: "nearly late", breached: "late" } as const;

function latenessOf(sla: Sla): readonly string[] {
  return sla === "ok" ? [] : [lateness[sla]];
}

const presentList: Presenter<"request list"> = ({ requests, sla }) =>
  requests.length === 0
    ? ["No requests"]
    : [
        ...requests.map((request) => requestLine(request, request.sla)),
        countsLine(requests.length, sla),
      ];

function countsLine(total: number, sla: Shown<"request list">["sla"]): string {
  const late = (["at_risk", "breached"] as const)
    .filter((key) => sla[key] > 0)
    .map((key) => `${sla[key]} ${lateness[key]}`);
  return [formatCount(total, "request"), ...late].join(", ");
}

const presentRespond: Presenter<"request respond"> = ({ id, answer }) => [
  `Answered ${id}: ${answer}`,
];

const presentShow: Presenter<"request show"> = ({ request, events, sla }) => [
  requestLine(request, sla),
  ...(request.summary === "" ? [] : [`  ${excerpt(request.summary, 400)}`]),
  ...events.map(({ created_at, event_type, old_status, new_status, created_by, note }) => {
    const change = new_status === null ? event_type : statusChange(old_status, new_status);
    return `  ${created_at}  ${change}  by ${excerpt(created_by)}${note === null ? "" : `: ${excerpt(note, 200)}`}`;
  }),
];

function statusChange(before: string | null, after: string): string {
  return before === null ? after : `${before} → ${after}`;
}

const presentSweep: Presenter<"request sweep"> = ({ opened, expired }) =>
  opened.length + expired.length === 0
    ? ["No request was due to be opened or to expire"]
    : [...opened.map((id) => `Opened ${id}`), ...expired.map((id) => `Expired ${id}: overdue`)];

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
