import { isObject } from "../../base/json/value.ts";
import type { Transaction } from "../../stores/store.ts";
import { auditLinesOf, memoryLinesOf, readRecorded } from "../memory/noted.ts";
import {
  type AnsweredRequest,
  LISTED,
  type Queue,
  readClosed,
  readQueue,
  readSent,
  type TimedRequest,
  withAnswers,
} from "../requests/read.ts";
import { requestTypes } from "../requests/status.ts";
import { selectLastEventId } from "../requests/tables/queries.ts";
import { selectResponsibility } from "../responsibilities/tables/registry.ts";
import { selectSessionModels } from "../tables/session-models.ts";
import { selectNewestMetric, selectNextIds } from "../telemetry/tables.ts";
import type { CuratorRecord, OpenRequest, RequestState } from "../workspace/record.ts";
import { stamp } from "../workspace/time.ts";

/** Which part of the record a mandate needs. */
export interface RecordQuery {
  readonly workspace: string;
  readonly responsibility: string;
  readonly at: string;
  readonly maxEvents: number;
  /** Sessions in these folders were sessions of this responsibility. */
  readonly folders: readonly string[];
  /** Notes are read from this place of the responsibility's stream on. */
  readonly notesFrom: number;
  /** Seconds within which a request leaves the queue, by the policy; null for a working day. */
  readonly responseSeconds: number | null;
}

/** Closed requests that are read for each that may be shown: those that are alike share a line. */
const CLOSED_PER_LINE = 4;

/** Reads what the workspace records about a responsibility, in one snapshot. */
export async function readRecord(tx: Transaction, query: RecordQuery): Promise<CuratorRecord> {
  const { workspace: workspace_id, responsibility: responsibility_id, at, maxEvents } = query;
  const { lines, end } = await readRecorded(tx, query, query.notesFrom);
  const { responseSeconds } = query;
  const queue = await readQueue(tx, {
    workspace_id,
    target: responsibility_id,
    now: at,
    responseSeconds,
  });
  const concerning = { workspace_id, responsibility_id };
  const { sent, moreSent } = await readSent(tx, { ...concerning, limit: LISTED });
  const closed = await readClosed(tx, { ...concerning, limit: CLOSED_PER_LINE * maxEvents });
  return {
    entry: await selectResponsibility(tx, workspace_id, responsibility_id),
    ...(await describeQueue(tx, queue)),
    sent: sent.map(stateOf),
    moreSent,
    closed: closed.map(stateOf),
    lastRequestEvent: await selectLastEventId(tx, workspace_id, responsibility_id),
    detectedModel: newest([
      await readDetectedModel(tx, workspace_id, responsibility_id),
      await readSessionModel(tx, query.folders),
    ]),
    notes: memoryLinesOf(lines),
    audits: auditLinesOf(lines),
    streamEnd: end,
    nextIds: await selectNextIds(tx),
  };
}

/** What freshness is judged by, which is less than a mandate needs. */
export async function readMarks(
  tx: Transaction,
  {
    workspace,
    responsibility,
    notesFrom,
  }: Pick<RecordQuery, "workspace" | "responsibility" | "notesFrom">,
): Promise<Pick<CuratorRecord, "notes" | "lastRequestEvent">> {
  const { lines } = await readRecorded(tx, { workspace, responsibility }, notesFrom);
  const notes = memoryLinesOf(lines);
  return { notes, lastRequestEvent: await selectLastEventId(tx, workspace, responsibility) };
}

async function describeQueue(
  tx: Transaction,
  { pending, accepted, deferred, morePending }: Queue,
): Promise<Pick<CuratorRecord, "requests" | "morePending" | "sla" | "late" | "depth" | "waiting">> {
  const read = async (status: OpenRequest["status"], rows: readonly TimedRequest[]) => {
    const answered = await withAnswers(tx, rows);
    return answered.map(
      (request): OpenRequest => ({
        ...stateOf(request),
        status,
        sla: request.sla,
      }),
    );
  };
  const waiting = await read("pending", pending);
  const taken = await read("accepted", accepted);
  const timed = [...waiting, ...taken];
  // An alert about a request about an alert would never end.
  const reports = [...pending, ...accepted].filter(({ type }) => type === requestTypes.alert);
  const alerts = new Set(reports.map(({ id }) => id));
  const sla = { ok: 0, at_risk: 0, breached: 0 };
  for (const request of timed) sla[request.sla]++;
  return {
    requests: [...waiting.slice(0, LISTED), ...taken, ...(await read("deferred", deferred))],
    morePending: morePending + Math.max(0, waiting.length - LISTED),
    sla,
    late: timed.filter((request) => request.sla !== "ok" && !alerts.has(request.id)),
    depth: timed.length + morePending + deferred.length,
    waiting: oldestOf(waiting),
  };
}

function stateOf(request: AnsweredRequest): RequestState {
  return {
    id: request.id,
    status: request.status,
    origin: request.origin_responsibility_id,
    target: request.target_responsibility_id,
    subject: request.subject,
    summary: request.summary,
    priority: request.priority,
    created_at: request.created_at,
    due_at: request.due_at,
    available_at: request.available_at,
    since: request.since,
    note: request.note,
  };
}

/** The pending request that has waited longest; null when none waits. */
function oldestOf(pending: readonly OpenRequest[]): OpenRequest | null {
  return pending.reduce<OpenRequest | null>(
    (oldest, each) => (oldest === null || each.since < oldest.since ? each : oldest),
    null,
  );
}

/** Who measures for the curator itself; what it recorded is no detection. */
const CURATOR_COMPONENT = "context_worker";
const DETECTIONS = ["model_detected", "model_drift_detected", "model_mismatch_on_boot"];

async function readDetectedModel(
  tx: Transaction,
  workspace_id: string,
  responsibility_id: string,
): Promise<CuratorRecord["detectedModel"]> {
  const metric = await selectNewestMetric(tx, {
    workspace_id,
    responsibility_id,
    names: DETECTIONS,
    notBy: CURATOR_COMPONENT,
  });
  const context: unknown = JSON.parse(metric?.context_json ?? "null");
  const model = isObject(context) ? context.actual_model : null;
  if (metric === null || typeof model !== "string" || model === "") return null;
  return { model, at: metric.recorded_at };
}

/** The model of the newest imported session that worked in one of the folders. */
async function readSessionModel(
  tx: Transaction,
  folders: readonly string[],
): Promise<CuratorRecord["detectedModel"]> {
  const rows = await selectSessionModels(tx, folders);
  const seen = rows.map(({ model, started_at, imported_at }) => ({
    model,
    at: stamp(new Date(started_at ?? imported_at)),
  }));
  return newest(seen);
}

/** The newest of several detections; of two at the same time the first. */
export function newest(
  detections: readonly CuratorRecord["detectedModel"][],
): CuratorRecord["detectedModel"] {
  return detections.reduce(
    (best, each) => (best === null || (each !== null && each.at > best.at) ? each : best),
    null,
  );
}
