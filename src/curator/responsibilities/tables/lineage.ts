import { canonicalText } from "../../../ledger/event-hash.ts";
import type { LedgerEvent } from "../../../model/event.ts";
import type { Transaction } from "../../../stores/store.ts";
import type { Subject, TableSet } from "../../tables/table-set.ts";
import { isOneOf, isTime } from "../../tables/values.ts";
import {
  artifactSources,
  artifactTypes,
  lineageLinkedSchema,
  lineageRegisteredSchema,
} from "../bodies.ts";

/** Something that was made or received. */
export type ArtifactRow = {
  readonly id: string;
  readonly responsibility_id: string;
  readonly artifact_type: string;
  readonly uri: string;
  readonly source_type: string;
  readonly source_id: string;
  readonly created_at: string;
  readonly metadata_json: string | null;
};

/** Artifacts, and what was made of which. */
export const lineageTables: TableSet = {
  tables: ["data_artifacts", "transformations"],
  create: ({ text, integer }) => [
    `create table data_artifacts (
      id ${text} primary key, responsibility_id ${text} not null,
      artifact_type ${text} not null ${isOneOf("artifact_type", artifactTypes)},
      uri ${text} not null,
      source_type ${text} not null ${isOneOf("source_type", artifactSources)},
      source_id ${text} not null, created_at ${text} not null ${isTime("created_at")},
      metadata_json ${text})`,
    `create table transformations (
      id ${integer} primary key, responsibility_id ${text} not null,
      input_artifact_id ${text} not null references data_artifacts (id),
      output_artifact_id ${text} not null references data_artifacts (id),
      tool_name ${text} not null, guardrail_clause ${text} not null,
      created_at ${text} not null ${isTime("created_at")})`,
    `create unique index transformations_link
      on transformations (output_artifact_id, input_artifact_id, tool_name)`,
    "create index transformations_input on transformations (input_artifact_id)",
  ],
  triggers: () => [],
  apply: {
    responsibility_lineage_registered: applyRegistered,
    responsibility_lineage_linked: applyLinked,
  },
};

function applyRegistered(tx: Transaction, { body }: LedgerEvent, { id }: Subject): void {
  const parsed = lineageRegisteredSchema.safeParse(body);
  if (!parsed.success || !artifactTypes.some((type) => type === parsed.data.type)) return;
  const { data } = parsed;
  tx.write(
    `insert into data_artifacts (id, responsibility_id, artifact_type, uri, source_type, source_id,
       created_at, metadata_json)
     values (?, ?, ?, ?, ?, ?, ?, ?) on conflict (id) do nothing`,
    [
      data.id,
      id,
      data.type,
      data.uri,
      data.source_type,
      data.source_id,
      data.at,
      data.metadata == null ? null : canonicalText(data.metadata),
    ],
  );
}

/** A link to an artifact that does not exist is left out, as the databases would refuse it. */
async function applyLinked(tx: Transaction, { body }: LedgerEvent, { id }: Subject): Promise<void> {
  const parsed = lineageLinkedSchema.safeParse(body);
  if (!parsed.success) return;
  const { inputs, output, tool_name, guardrail_clause, at } = parsed.data;
  for (const input of inputs) {
    await tx.run(
      `insert into transformations (id, responsibility_id, input_artifact_id, output_artifact_id,
         tool_name, guardrail_clause, created_at)
       select (select coalesce(max(id), 0) + 1 from transformations), ?, i.id, o.id, ?, ?, ?
       from data_artifacts i, data_artifacts o where i.id = ? and o.id = ? and i.id <> o.id
       on conflict (output_artifact_id, input_artifact_id, tool_name) do nothing`,
      [id, tool_name, guardrail_clause, at, input, output],
    );
  }
}

const ARTIFACT = `id, responsibility_id, artifact_type, uri, source_type, source_id, created_at,
  metadata_json`;

/** An artifact by its id. */
export async function selectArtifact(tx: Transaction, id: string): Promise<ArtifactRow | null> {
  const sql = `select ${ARTIFACT} from data_artifacts where id = ?`;
  return (await tx.all<ArtifactRow>(sql, [id]))[0] ?? null;
}

/** Where everything is that an artifact went into, such as the ids of bundles. */
export async function selectUses(tx: Transaction, id: string): Promise<readonly string[]> {
  const rows = await tx.all<{ readonly uri: string }>(
    `select o.uri from transformations t join data_artifacts o on o.id = t.output_artifact_id
     where t.input_artifact_id = ? order by t.id`,
    [id],
  );
  return rows.map(({ uri }) => uri);
}
