import { canonicalText } from "../../ledger/event-hash.ts";
import type { LedgerEvent } from "../../model/event.ts";
import type { Transaction } from "../../stores/store.ts";
import type { Subject, TableSet } from "../tables/table-set.ts";
import { statusTriggers } from "../tables/triggers.ts";
import { isOneOf, isTime } from "../tables/values.ts";
import {
  type BundleStatus,
  type BundleStep,
  bundleArrows,
  bundleStatuses,
  bundleSteps,
  createdSchema,
  reviewedSchema,
  seenSchema,
  stepSchema,
  takenSchema,
} from "./bodies.ts";

/** A bundle in its ingestion. The columns that end in `_json` are JSON texts. */
export type BundleRow = {
  readonly workspace_id: string;
  readonly bundle_id: string;
  readonly origin: "workspace_ingestion" | "user_cli" | "system_derived";
  readonly scope: string;
  readonly ingestion_status: BundleStatus;
  readonly objectives_json: string;
  readonly primary_json: string;
  readonly suggested_json: string;
  readonly content_json: string;
  readonly lineage_json: string;
  readonly review_json: string | null;
  readonly request_id: string | null;
  readonly created_at: string;
  readonly updated_at: string;
};

/** A step of a bundle. */
export type BundleEventRow = {
  readonly id: number;
  readonly event_type: string;
  readonly old_status: BundleStatus | null;
  readonly new_status: BundleStatus | null;
  readonly note: string | null;
  readonly requests_json: string;
  readonly created_at: string;
  readonly created_by: string;
};

/** A file of the drop folder. */
export type DropRow = {
  readonly path: string;
  readonly size: number;
  readonly mtime: number;
  readonly sha256: string;
  readonly seen_at: string;
};

/** Bundles that are being taken in, their steps, and what was found in the drop folder. */
export const ingestionTables: TableSet = {
  tables: ["ingestion_bundles", "ingestion_events", "ingestion_seen", "ingestion_taken"],
  create: ({ text, integer }) => [
    `create table ingestion_bundles (
      workspace_id ${text} not null, bundle_id ${text} not null, origin ${text} not null,
      scope ${text} not null,
      ingestion_status ${text} not null ${isOneOf("ingestion_status", bundleStatuses)},
      objectives_json ${text} not null, primary_json ${text} not null,
      suggested_json ${text} not null, content_json ${text} not null, lineage_json ${text} not null,
      review_json ${text}, request_id ${text}, created_at ${text} not null ${isTime("created_at")},
      updated_at ${text} not null ${isTime("updated_at")}, primary key (workspace_id, bundle_id))`,
    `create table ingestion_events (
      id ${integer} primary key, workspace_id ${text} not null, bundle_id ${text} not null,
      event_type ${text} not null, old_status ${text}, new_status ${text}, note ${text},
      requests_json ${text} not null, created_at ${text} not null ${isTime("created_at")},
      created_by ${text} not null)`,
    "create index ingestion_events_bundle on ingestion_events (workspace_id, bundle_id, id)",
    `create table ingestion_seen (
      workspace_id ${text} not null, path ${text} not null, size ${integer} not null,
      mtime ${integer} not null, sha256 ${text} not null, seen_at ${text} not null,
      primary key (workspace_id, path))`,
    `create table ingestion_taken (
      workspace_id ${text} not null, path ${text} not null, sha256 ${text} not null,
      bundle_id ${text} not null, artifact_id ${text} not null, taken_at ${text} not null,
      primary key (workspace_id, path, sha256))`,
    "create index ingestion_taken_content on ingestion_taken (workspace_id, sha256)",
  ],
  triggers: (engine) =>
    statusTriggers(
      {
        table: "ingestion_bundles",
        status: "ingestion_status",
        log: "ingestion_events",
        key: [
          ["workspace_id", "workspace_id"],
          ["bundle_id", "bundle_id"],
        ],
        arrows: bundleArrows,
        prefix: "E_INGESTION",
      },
      engine,
    ),
  apply: {
    ingestion_created: applyCreated,
    ...Object.fromEntries(Object.keys(bundleSteps).map((type) => [type, applyStep])),
    ingestion_reviewed: applyReviewed,
    ingestion_seen: applySeen,
    ingestion_taken: applyTaken,
  },
};

async function applyCreated(
  tx: Transaction,
  { body }: LedgerEvent,
  subject: Subject,
): Promise<void> {
  const parsed = createdSchema.safeParse(body);
  if (!parsed.success) return;
  const { at, by, origin, scope, ...fields } = parsed.data;
  const { workspace_id, id } = subject;
  const isNew = await tx.run(
    `insert into ingestion_bundles (workspace_id, bundle_id, origin, scope, ingestion_status,
       objectives_json, primary_json, suggested_json, content_json, lineage_json, request_id,
       created_at, updated_at)
     values (?, ?, ?, ?, 'pending', ?, ?, ?, ?, ?, ?, ?, ?)
     on conflict (workspace_id, bundle_id) do nothing`,
    [
      workspace_id,
      id,
      origin,
      scope,
      canonicalText(fields.objectives),
      canonicalText(fields.primary),
      canonicalText(fields.suggested),
      canonicalText(fields.content),
      canonicalText(fields.lineage),
      fields.request ?? null,
      at,
      at,
    ],
  );
  const requests = fields.request == null ? [] : [fields.request];
  if (isNew === 1) insertEvent(tx, subject, { type: "created", to: "pending", at, by, requests });
}

async function applyStep(
  tx: Transaction,
  { type, body }: LedgerEvent,
  subject: Subject,
): Promise<void> {
  const parsed = stepSchema.safeParse(body);
  const bundle = await selectBundle(tx, subject.workspace_id, subject.id);
  if (!parsed.success || bundle === null || !isStep(type)) return;
  const { from, to } = bundleSteps[type];
  if (bundle.ingestion_status !== from) return;
  const { at, primary } = parsed.data;
  insertEvent(tx, subject, { ...parsed.data, type: "status_changed", from, to });
  tx.write(
    `update ingestion_bundles set updated_at = ?, primary_json = coalesce(?, primary_json)
     where workspace_id = ? and bundle_id = ?`,
    [at, primary == null ? null : canonicalText(primary), subject.workspace_id, subject.id],
  );
}

function isStep(type: string): type is BundleStep {
  return Object.hasOwn(bundleSteps, type);
}

function applyReviewed(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id, id }: Subject,
): void {
  const parsed = reviewedSchema.safeParse(body);
  if (!parsed.success) return;
  const { at, by, decision, reason } = parsed.data;
  tx.write(
    `update ingestion_bundles set review_json = ?, updated_at = ?
     where workspace_id = ? and bundle_id = ?`,
    [canonicalText({ decision, reason, at, by }), at, workspace_id, id],
  );
}

function applySeen(tx: Transaction, { body }: LedgerEvent, { workspace_id }: Subject): void {
  const parsed = seenSchema.safeParse(body);
  if (!parsed.success) return;
  const { path, size, mtime, sha256, at } = parsed.data;
  tx.write(
    `insert into ingestion_seen (workspace_id, path, size, mtime, sha256, seen_at)
     values (?, ?, ?, ?, ?, ?) on conflict (workspace_id, path) do update set
       size = excluded.size, mtime = excluded.mtime, sha256 = excluded.sha256,
       seen_at = excluded.seen_at`,
    [workspace_id, path, size, mtime, sha256, at],
  );
}

function applyTaken(tx: Transaction, { body }: LedgerEvent, { workspace_id }: Subject): void {
  const parsed = takenSchema.safeParse(body);
  if (!parsed.success) return;
  const { path, sha256, bundle, lineage, at } = parsed.data;
  tx.write(
    `insert into ingestion_taken (workspace_id, path, sha256, bundle_id, artifact_id, taken_at)
     values (?, ?, ?, ?, ?, ?) on conflict (workspace_id, path, sha256) do nothing`,
    [workspace_id, path, sha256, bundle, lineage, at],
  );
}

function insertEvent(
  tx: Transaction,
  { workspace_id, id }: Subject,
  event: {
    readonly type: string;
    readonly from?: BundleStatus;
    readonly to: BundleStatus;
    readonly at: string;
    readonly by: string;
    readonly note?: string | null | undefined;
    readonly requests: readonly string[];
  },
): void {
  tx.write(
    `insert into ingestion_events (id, workspace_id, bundle_id, event_type, old_status, new_status,
       note, requests_json, created_at, created_by)
     values ((select coalesce(max(id), 0) + 1 from ingestion_events), ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      workspace_id,
      id,
      event.type,
      event.from ?? null,
      event.to,
      event.note ?? null,
      canonicalText(event.requests),
      event.at,
      event.by,
    ],
  );
}

const BUNDLE = `workspace_id, bundle_id, origin, scope, ingestion_status, objectives_json,
  primary_json, suggested_json, content_json, lineage_json, review_json, request_id, created_at,
  updated_at`;

/** A bundle of a workspace. */
export async function selectBundle(
  tx: Transaction,
  workspace_id: string,
  bundle_id: string,
): Promise<BundleRow | null> {
  const sql = `select ${BUNDLE} from ingestion_bundles where workspace_id = ? and bundle_id = ?`;
  return (await tx.all<BundleRow>(sql, [workspace_id, bundle_id]))[0] ?? null;
}

/** The bundles of a workspace by id, those of one status when it is named. */
export function selectBundles(
  tx: Transaction,
  { workspace_id, status = "" }: { workspace_id: string; status?: string | undefined },
): Promise<readonly BundleRow[]> {
  return tx.all<BundleRow>(
    `select ${BUNDLE} from ingestion_bundles
     where workspace_id = ? and (ingestion_status = ? or ? = '') order by bundle_id`,
    [workspace_id, status, status],
  );
}

/** The steps of a bundle, in order. */
export function selectBundleEvents(
  tx: Transaction,
  workspace_id: string,
  bundle_id: string,
): Promise<readonly BundleEventRow[]> {
  return tx.all<BundleEventRow>(
    `select id, event_type, old_status, new_status, note, requests_json, created_at, created_by
     from ingestion_events where workspace_id = ? and bundle_id = ? order by id`,
    [workspace_id, bundle_id],
  );
}

/** What the last scans found, by path. */
export async function selectSeen(
  tx: Transaction,
  workspace_id: string,
): Promise<ReadonlyMap<string, DropRow>> {
  const rows = await tx.all<DropRow>(
    "select path, size, mtime, sha256, seen_at from ingestion_seen where workspace_id = ?",
    [workspace_id],
  );
  return new Map(rows.map((row) => [row.path, row]));
}

/** A file of the drop folder that was taken in. */
export type TakenRow = {
  readonly path: string;
  readonly sha256: string;
  readonly bundle_id: string;
  readonly artifact_id: string;
};

/** Files that were taken in with this content, the first one first. */
export function selectTaken(
  tx: Transaction,
  workspace_id: string,
  sha256: string,
): Promise<readonly TakenRow[]> {
  return tx.all<TakenRow>(
    `select path, sha256, bundle_id, artifact_id from ingestion_taken
     where workspace_id = ? and sha256 = ? order by taken_at, path`,
    [workspace_id, sha256],
  );
}
