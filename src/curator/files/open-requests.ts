import { sha256 } from "../../base/hash.ts";
import { excerpt } from "../../base/text/text.ts";
import type { CuratorRecord, OpenRequest } from "../workspace/record.ts";
import { fitItems, type TokenBudget } from "./fit.ts";
import type { CuratedFile } from "./provenance.ts";

/** The queue of this responsibility: what waits, what was accepted, what was put off. */
export function buildOpenRequests(
  record: Pick<CuratorRecord, "requests" | "morePending" | "lastRequestEvent" | "sla">,
  { budget }: { readonly budget: TokenBudget },
): CuratedFile {
  const { requests, morePending, sla } = record;
  const of = (status: OpenRequest["status"]) => requests.filter((each) => each.status === status);
  const share = { ...budget, tokens: Math.floor(budget.tokens / 3) };
  const list = (status: OpenRequest["status"], more = 0) => {
    const items = of(status).map(requestLine);
    const shown = fitItems(items, share, (left) => `- and ${left + more} more`);
    return shown === items && more > 0 ? [...items, `- and ${more} more`] : shown;
  };
  const rows = sha256(JSON.stringify([requests, morePending, sla]));
  return {
    stem: "open_requests",
    role: "request",
    title: "Open requests",
    sections: [
      { heading: "Pending", lines: list("pending", morePending) },
      { heading: "Accepted", lines: list("accepted") },
      { heading: "Deferred", lines: list("deferred") },
      { heading: "SLA", lines: [slaLine(sla)] },
    ],
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
