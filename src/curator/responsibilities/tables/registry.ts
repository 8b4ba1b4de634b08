import * as z from "zod";
import { canonicalText } from "../../../ledger/event-hash.ts";
import type { LedgerEvent } from "../../../model/event.ts";
import type { Transaction } from "../../../stores/store.ts";
import type { Subject, TableSet } from "../../tables/table-set.ts";
import { statusTriggers } from "../../tables/triggers.ts";
import { isOneOf, isTime } from "../../tables/values.ts";
import {
  type ResponsibilityStep,
  registeredSchema,
  responsibilityArrows,
  responsibilityStatuses,
  responsibilitySteps,
  statusSchema,
} from "../bodies.ts";

/** A responsibility in an operation's output. */
export const responsibilitySchema = () =>
  z.object({
    id: z.string(),
    workspace_id: z.string(),
    name: z.string().nullable(),
    chief_of_staff_id: z.string(),
    status: z.enum(responsibilityStatuses),
    capability_path: z.string(),
    created_at: z.string(),
    updated_at: z.string(),
    retired_at: z.string().nullable(),
    metadata: z.record(z.string(), z.json()),
  });

/** A responsibility as the registry has it: its metadata is a text. */
export type ResponsibilityRow = Omit<
  z.infer<ReturnType<typeof responsibilitySchema>>,
  "metadata"
> & { readonly metadata_json: string | null };

/** The registry, and the log of its statuses. */
export const registryTables: TableSet = {
  tables: ["responsibilities", "responsibility_events"],
  create: ({ text, integer }) => [
    `create table responsibilities (
      id ${text} not null, workspace_id ${text} not null, name ${text},
      chief_of_staff_id ${text} not null,
      status ${text} not null ${isOneOf("status", responsibilityStatuses)},
      capability_path ${text} not null, created_at ${text} not null ${isTime("created_at")},
      updated_at ${text} not null ${isTime("updated_at")},
      retired_at ${text} ${isTime("retired_at")}, metadata_json ${text},
      primary key (workspace_id, id))`,
    `create table responsibility_events (
      id ${integer} primary key, workspace_id ${text} not null, responsibility_id ${text} not null,
      event_type ${text} not null, old_status ${text}, new_status ${text}, note ${text},
      created_at ${text} not null ${isTime("created_at")}, created_by ${text} not null)`,
    `create index responsibility_events_subject
      on responsibility_events (workspace_id, responsibility_id, id)`,
  ],
  triggers: (engine) =>
    statusTriggers(
      {
        table: "responsibilities",
        status: "status",
        log: "responsibility_events",
        key: [
          ["workspace_id", "workspace_id"],
          ["id", "responsibility_id"],
        ],
        arrows: responsibilityArrows,
        prefix: "E_REGISTRY",
      },
      engine,
    ),
  apply: {
    responsibility_registered: applyRegistered,
    responsibility_updated: applyUpdated,
    ...Object.fromEntries(Object.keys(responsibilitySteps).map((type) => [type, applyStep])),
  },
};

async function applyRegistered(
  tx: Transaction,
  { body }: LedgerEvent,
  { workspace_id, id }: Subject,
): Promise<void> {
  const parsed = registeredSchema.safeParse(body);
  if (!parsed.success) return;
  const { at, by, name, chief_of_staff_id, capability_path, metadata } = parsed.data;
  const isNew = await tx.run(
    `insert into responsibilities (id, workspace_id, name, chief_of_staff_id, status,
       capability_path, created_at, updated_at, metadata_json)
     values (?, ?, ?, ?, 'draft', ?, ?, ?, ?) on conflict (workspace_id, id) do nothing`,
    [
      id,
      workspace_id,
      name ?? null,
      chief_of_staff_id,
      capability_path,
      at,
      at,
      metadata == null ? null : canonicalText(metadata),
    ],
  );
  if (isNew === 1)
    insertEvent(tx, { workspace_id, id }, { type: "registered", to: "draft", at, by });
}

function applyUpdated(tx: Transaction, { body }: LedgerEvent, { workspace_id, id }: Subject): void {
  const parsed = registeredSchema.safeParse(body);
  if (!parsed.success) return;
  const { at, name, chief_of_staff_id, capability_path, metadata } = parsed.data;
  tx.write(
    `update responsibilities set name = ?, chief_of_staff_id = ?, capability_path = ?,
       metadata_json = ?, updated_at = ? where workspace_id = ? and id = ?`,
    [
      name ?? null,
      chief_of_staff_id,
      capability_path,
      metadata == null ? null : canonicalText(metadata),
      at,
      workspace_id,
      id,
    ],
  );
}

async function applyStep(
  tx: Transaction,
  { type, body }: LedgerEvent,
  subject: Subject,
): Promise<void> {
  const parsed = statusSchema.safeParse(body);
  const found = await selectResponsibility(tx, subject.workspace_id, subject.id);
  if (!parsed.success || found === null || !isStep(type)) return;
  const { from: sources, to } = responsibilitySteps[type];
  const from = sources.find((status) => status === parsed.data.from);
  if (from === undefined || found.status !== from) return;
  const { at, by, note } = parsed.data;
  insertEvent(tx, subject, { type: "status_changed", from, to, at, by, note: note ?? null });
  tx.write(
    `update responsibilities set updated_at = ?, retired_at = coalesce(?, retired_at)
     where workspace_id = ? and id = ?`,
    [at, to === "retired" ? at : null, subject.workspace_id, subject.id],
  );
}

function isStep(type: string): type is ResponsibilityStep {
  return Object.hasOwn(responsibilitySteps, type);
}

function insertEvent(
  tx: Transaction,
  { workspace_id, id }: Subject,
  event: {
    readonly type: string;
    readonly from?: string;
    readonly to: string;
    readonly at: string;
    readonly by: string;
    readonly note?: string | null;
  },
): void {
  tx.write(
    `insert into responsibility_events (id, workspace_id, responsibility_id, event_type, old_status,
       new_status, note, created_at, created_by)
     values ((select coalesce(max(id), 0) + 1 from responsibility_events), ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      workspace_id,
      id,
      event.type,
      event.from ?? null,
      event.to,
      event.note ?? null,
      event.at,
      event.by,
    ],
  );
}

const RESPONSIBILITY = `id, workspace_id, name, chief_of_staff_id, status, capability_path,
  created_at, updated_at, retired_at, metadata_json`;

/** A responsibility of a workspace. */
export async function selectResponsibility(
  tx: Transaction,
  workspace_id: string,
  id: string,
): Promise<ResponsibilityRow | null> {
  const sql = `select ${RESPONSIBILITY} from responsibilities where workspace_id = ? and id = ?`;
  return (await tx.all<ResponsibilityRow>(sql, [workspace_id, id]))[0] ?? null;
}

/** The registry of a workspace, by id. */
export function selectResponsibilities(
  tx: Transaction,
  workspace_id: string,
): Promise<readonly ResponsibilityRow[]> {
  const sql = `select ${RESPONSIBILITY} from responsibilities where workspace_id = ? order by id`;
  return tx.all<ResponsibilityRow>(sql, [workspace_id]);
}
