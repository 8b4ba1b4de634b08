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
import { selectRequests } from "../requests/tables/queries.ts";
import type { RequestRow } from "../requests/tables/rows.ts";
import { selectResponsibility } from "../responsibilities/tables/registry.ts";
import { type OpenAlertRow, selectOpenAlerts } from "../telemetry/tables.ts";
import { acknowledgeAlerts } from "./acknowledge.ts";
import { type Breach, breachOf } from "./breach.ts";
import { endOfBreach } from "./end-of-breach.ts";

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

/** Asks the steward, and whom a policy names, about each breach that was not reported yet, and withdraws what is settled. */
export async function settleAlerts(unit: UnitOfWork, acting: Acting): Promise<Settled> {
  const { workspace } = acting;
  const breaches = await openBreaches(unit.tx, workspace);
  if (breaches.length === 0) return NOTHING;
  const asked = await askedBreaches(unit.tx, workspace);
  const notes: Note[] = [];
  const requests: string[] = [];
  for (const breach of breaches) {
    const open = asked.get(breach.name) ?? [];
    const end = await endOfBreach(unit.tx, workspace, breach);
    if (end === null && open.length > 0) continue;
    const settled =
      end === null
        ? await askAll(unit, acting, breach)
        : await withdraw(unit, acting, { breach, open, end });
    notes.push(...settled.notes);
    requests.push(...settled.requests);
  }
  return { notes, requests };
}

/** Acknowledges the alerts that a request was about, if it is such a request and the last one about them is closed. */
export async function acknowledgeClosed(
  unit: UnitOfWork,
  acting: Acting,
  request: RequestRow,
  note: string | undefined,
): Promise<readonly Note[]> {
  if (request.type !== requestTypes.alert || !isTerminal(request.status)) return [];
  const name = breachIn(request);
  if ((await askedBreaches(unit.tx, acting.workspace)).has(name)) return [];
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
): Promise<ReadonlyMap<string, readonly RequestRow[]>> {
  const asked: RequestRow[] = [];
  for (const status of ["pending", "accepted", "deferred"] as const) {
    const wanted = { workspace_id, type: requestTypes.alert, status, limit: MAX_ALERTS };
    asked.push(...(await selectRequests(tx, wanted)));
  }
  return Map.groupBy(asked, breachIn);
}

function breachIn({ payload_json }: RequestRow): string {
  const place = { table: "requests", column: "payload_json", row: null };
  const payload = parseStored(payload_json ?? "null", place);
  return isObject(payload) && typeof payload.breach === "string" ? payload.breach : "";
}

/** Asks the steward, and whom the breach names, as far as they are registered. */
async function askAll(unit: UnitOfWork, acting: Acting, breach: OpenBreach): Promise<Settled> {
  const notes: Note[] = [];
  const requests: string[] = [];
  for (const target of new Set([acting.steward, breach.notify ?? acting.steward])) {
    const entry = await selectResponsibility(unit.tx, acting.workspace, target);
    if (entry === null || entry.status === "retired") continue;
    const asked = await ask(unit, acting, breach, target);
    notes.push(...asked.notes);
    requests.push(...asked.requests);
  }
  return { notes, requests };
}

async function ask(
  unit: UnitOfWork,
  acting: Acting,
  { name, title, cause, alerts }: OpenBreach,
  target: string,
): Promise<Settled> {
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
      target_responsibility_id: target,
      available_at: acting.at,
      authored_by: "ai",
      idempotency_key:
        target === acting.steward ? `alert:${first.id}` : `alert:${first.id}:${target}`,
      payload: {
        breach: name,
        alert_id: first.id,
        alert_type: first.alert_type,
        severity: first.severity,
        ...(first.responsibility_id === null ? {} : { responsibility_id: first.responsibility_id }),
        ...(cause?.kind === "late" ? { request_id: cause.request } : {}),
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
  { breach, open, end }: { breach: OpenBreach; open: readonly RequestRow[]; end: string },
): Promise<Settled> {
  const kernel = { ...acting, actor: KERNEL };
  const { alerts } = breach;
  const seen = await acknowledgeAlerts(unit, kernel, { alerts, remedy: end, by: "kernel" });
  const notes = [...seen];
  // What somebody works on is theirs to close.
  const pending = open.filter(({ status }) => status === "pending");
  for (const request of pending) {
    const step = { type: "request_cancelled", by: "kernel", note: end } as const;
    notes.push(...(await recordStep(unit, kernel, { ...step, request })).notes);
  }
  return { notes, requests: pending.map(({ id }) => id) };
}
