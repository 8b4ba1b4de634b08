import { sha256 } from "../../base/hash.ts";
import { viewFolders } from "../workspace/layout.ts";
import type { CuratorRecord, OpenRequest } from "../workspace/record.ts";
import { fitLists, type TokenBudget } from "./fit.ts";
import type { CuratedFile } from "./provenance.ts";
import { receivedLine, sentLine } from "./request-lines.ts";

/** The part of the record that shows what is open. */
type OpenRecord = Pick<
  CuratorRecord,
  "requests" | "morePending" | "sent" | "moreSent" | "lastRequestEvent" | "sla"
>;

/** What is open on both sides: what others asked of this responsibility, and what it asked of them. */
export function buildOpenRequests(
  record: OpenRecord,
  { budget }: { readonly budget: TokenBudget },
): CuratedFile {
  const { requests, morePending, sent, moreSent, sla } = record;
  const received = (status: OpenRequest["status"], more = 0) => ({
    items: requests.filter((each) => each.status === status).map(receivedLine),
    more,
    describeRest: (left: number) => `- and ${left} more ${status} in ${viewFolders.target}/`,
  });
  const [accepted = [], pending = [], deferred = [], asked = []] = fitLists(
    [
      received("accepted"),
      received("pending", morePending),
      received("deferred"),
      {
        items: sent.map(sentLine),
        more: moreSent,
        describeRest: (left) => `- and ${left} more in ${viewFolders.origin}/`,
      },
    ],
    budget,
  );
  const rows = sha256(JSON.stringify([requests, morePending, sent, moreSent, sla]));
  return {
    stem: "open_requests",
    role: "request",
    title: "Open requests",
    sections: [
      { heading: "Pending", lines: pending },
      { heading: "Accepted", lines: accepted },
      { heading: "Deferred", lines: deferred },
      { heading: "Sent, not answered", lines: asked },
      { heading: "SLA", lines: slaLines(sla) },
    ],
    inputs: [{ ref: `sql:request_events#${record.lastRequestEvent}`, sha256: rows }],
  };
}

/** How many open requests are in time; nothing where none is open. */
function slaLines({ ok, at_risk, breached }: CuratorRecord["sla"]): readonly string[] {
  if (ok + at_risk + breached === 0) return [];
  return [`ok ${ok}, at_risk ${at_risk}, breached ${breached}`];
}
