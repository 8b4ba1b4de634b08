/**
 * The kernel's part in alerts: whatever the curator measured, the steward is asked about it, once for each breach.
 * The curator itself never writes the queue; this runs after it.
 */

import { isObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Transaction } from "../../stores/store.ts";
import type { Acting } from "../acting.ts";
import { CURATOR } from "../files/provenance.ts";
import { createRequest } from "../requests/create.ts";
import { type Note, recordStep } from "../requests/record.ts";
import { isTerminal, requestTypes } from "../requests/status.ts";
import { selectRequest, selectRequests } from "../requests/tables/queries.ts";
import type { RequestRow } from "../requests/tables/rows.ts";
import { selectResponsibility } from "../responsibilities/tables/registry.ts";
import { type OpenAlertRow, selectOpenAlerts } from "../telemetry/tables.ts";
import { acknowledgeAlerts } from "./acknowledge.ts";
import { type Breach, breachOf } from "./breach.ts";

/** What was recorded about alerts. */
export interface Settled {
  readonly notes: readonly Note[];
  /** Requests that were made or withdrawn. */
  readonly requests: readonly string[];
}

/** Alerts that one transaction looks at. */
const MAX_ALERTS = 1000;
const NOTHING: Settled = { notes: [], requests: [] };

/** Alerts about one breach, oldest first. */
interface OpenBreach extends Breach {
  readonly alerts: readonly OpenAlertRow[];
}

/** Whether alerts of a workspace wait for somebody. */
export async function hasOpenAlerts(tx: Transaction, workspace: string): Promise<boolean> {
  return (await selectOpenAlerts(tx, { workspace_id: workspace, limit: 1 })).length > 0;
}

/** Asks the steward about each breach that was not reported yet, and withdraws what is settled. */
export async function settleAlerts(unit: UnitOfWork, acting: Acting): Promise<Settled> {
  const { workspace, steward } = acting;
  const breaches = await openBreaches(unit.tx, workspace);
  if (breaches.length === 0) return NOTHING;
  const asked = await askedBreaches(unit.tx, workspace);
  const entry = await selectResponsibility(unit.tx, workspace, steward);
  const canAsk = entry !== null && entry.status !== "retired";
  const notes: Note[] = [];
  const requests: string[] = [];
  for (const breach of breaches) {
    const request = asked.get(breach.name) ?? null;
    const end = await endOf(unit.tx, workspace, breach);
    const settled =
      end !== null
        ? await withdraw(unit, acting, { breach, request, end })
        : request === null && canAsk
          ? await ask(unit, acting, breach)
          : NOTHING;
    notes.push(...settled.notes);
    requests.push(...settled.requests);
  }
  return { notes, requests };
}

/** Acknowledges the alerts that a request was about, if it is such a request and closed. */
export async function acknowledgeClosed(
  unit: UnitOfWork,
  acting: Acting,
  request: RequestRow,
  note: string | undefined,
): Promise<readonly Note[]> {
  if (request.type !== requestTypes.alert || !isTerminal(request.status)) return [];
  const name = breachIn(request);
  const breaches = await openBreaches(unit.tx, acting.workspace);
  const alerts = breaches.find((breach) => breach.name === name)?.alerts ?? [];
  const remedy = note ?? request.status;
  return acknowledgeAlerts(unit, acting, { alerts, remedy, by: acting.actor.id });
}

async function openBreaches(tx: Transaction, workspace: string): Promise<readonly OpenBreach[]> {
  const alerts = await selectOpenAlerts(tx, { workspace_id: workspace, limit: MAX_ALERTS });
  const found = alerts.map((alert) => ({ alert, breach: breachOf(alert) }));
  const groups = Map.groupBy(found, ({ breach }) => breach.name);
  return [...groups.values()].flatMap(([first, ...more]) =>
    first === undefined
      ? []
      : [{ ...first.breach, alerts: [first, ...more].map(({ alert }) => alert) }],
  );
}

/** The open requests about breaches, by the name of the breach. */
async function askedBreaches(
  tx: Transaction,
  workspace_id: string,
): Promise<ReadonlyMap<string, RequestRow>> {
  const asked = new Map<string, RequestRow>();
  for (const status of ["pending", "accepted", "deferred"] as const) {
    const wanted = { workspace_id, type: requestTypes.alert, status, limit: MAX_ALERTS };
    for (const request of await selectRequests(tx, wanted)) asked.set(breachIn(request), request);
  }
  return asked;
}

function breachIn({ payload_json }: RequestRow): string {
  const place = { table: "requests", column: "payload_json", row: null };
  const payload = parseStored(payload_json ?? "null", place);
  return isObject(payload) && typeof payload.breach === "string" ? payload.breach : "";
}

/** How a breach ended by itself: a late request has left the status that it was late in. Null while it lasts. */
async function endOf(tx: Transaction, workspace: string, { late }: Breach): Promise<string | null> {
  if (late === null) return null;
  const request = await selectRequest(tx, workspace, late.request);
  if (request === null || request.status === late.status) return null;
  return `${late.request} is ${request.status}`;
}

async function ask(unit: UnitOfWork, acting: Acting, breach: OpenBreach): Promise<Settled> {
  const { name, title, late, alerts } = breach;
  const [first] = alerts;
  if (first === undefined) return NOTHING;
  const text = first.note ?? first.alert_type;
  const { request, notes } = await createRequest(
    unit,
    { ...acting, actor: KERNEL },
    {
      type: requestTypes.alert,
      subject: excerpt(`${title}: ${text}`, 180),
      summary: text,
      origin_responsibility_id: CURATOR,
      target_responsibility_id: acting.steward,
      available_at: acting.at,
      authored_by: "ai",
      idempotency_key: `alert:${first.id}`,
      payload: {
        breach: name,
        alert_id: first.id,
        alert_type: first.alert_type,
        severity: first.severity,
        ...(first.responsibility_id === null ? {} : { responsibility_id: first.responsibility_id }),
        ...(late === null ? {} : { request_id: late.request }),
      },
    },
    { byKernel: true },
  );
  return { notes, requests: [request.id] };
}

const KERNEL = { id: CURATOR, origin: "kernel" };

async function withdraw(
  unit: UnitOfWork,
  acting: Acting,
  { breach, request, end }: { breach: OpenBreach; request: RequestRow | null; end: string },
): Promise<Settled> {
  const kernel = { ...acting, actor: KERNEL };
  const { alerts } = breach;
  const seen = await acknowledgeAlerts(unit, kernel, { alerts, remedy: end, by: "kernel" });
  // What the steward works on is the steward's to close.
  if (request?.status !== "pending") return { notes: seen, requests: [] };
  const step = { type: "request_cancelled", by: "kernel", note: end } as const;
  const { notes } = await recordStep(unit, kernel, { ...step, request });
  return { notes: [...seen, ...notes], requests: [request.id] };
}
