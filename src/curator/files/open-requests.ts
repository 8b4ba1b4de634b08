import { sha256 } from "../../base/hash.ts";
import { excerpt } from "../../base/text/text.ts";
import type { CuratorRecord, OpenRequest } from "../workspace/record.ts";
import { renderBody } from "./body.ts";
import type { CuratedFile } from "./provenance.ts";

/** The queue of this responsibility: what waits, what was accepted, what was put off. */
export function buildOpenRequests(
  record: Pick<CuratorRecord, "requests" | "morePending" | "lastRequestEvent" | "sla">,
): CuratedFile {
  const { requests, morePending, sla } = record;
  const of = (status: OpenRequest["status"]) => requests.filter((each) => each.status === status);
  const more = morePending > 0 ? [`- and ${morePending} more`] : [];
  const rows = sha256(JSON.stringify([requests, morePending, sla]));
  return {
    stem: "open_requests",
    role: "request",
    body: renderBody("Open requests", [
      { heading: "Pending", lines: [...of("pending").map(requestLine), ...more] },
      { heading: "Accepted", lines: of("accepted").map(requestLine) },
      { heading: "Deferred", lines: of("deferred").map(requestLine) },
      { heading: "SLA", lines: [slaLine(sla)] },
    ]),
    inputs: [{ ref: `sql:request_events#${record.lastRequestEvent}`, sha256: rows }],
  };
}

function requestLine(request: OpenRequest): string {
  const { id, priority, status, origin, subject, due_at, sla } = request;
  const about = excerpt(subject.replaceAll(/\s+/g, " ").trim(), 160);
  const link = `[${id}](queue/inbox/${id}.md)`;
  return `- ${link} p${priority} ${status} from ${origin}: ${about} (due ${due_at ?? "none"}; sla ${sla})`;
}

function slaLine({ ok, at_risk, breached }: CuratorRecord["sla"]): string {
  return `ok ${ok}, at_risk ${at_risk}, breached ${breached}`;
}
