import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import type { NewEvent } from "../../ledger/append.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Acting } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { createRequest } from "../requests/create.ts";
import { linesAsEvents, type Note } from "../requests/record.ts";
import { requestTypes } from "../requests/status.ts";
import { ingestionStream, responsibilityStream } from "../streams.ts";
import { measurementEvents } from "../telemetry/record.ts";
import { selectAlerts } from "../telemetry/tables.ts";
import type { BundleContent } from "./bodies.ts";
import { contentHash, createdSchema } from "./bodies.ts";
import type { Bundle } from "./metadata.ts";
import { countBacklog, readBundle, requireBundle } from "./read.ts";

/** How lineage and telemetry name what moves context. */
export const ROUTING_CLAUSE = "context.routing_integrity";

/** Content that is to become a bundle. */
export interface BundleDraft {
  readonly origin: "workspace_ingestion" | "user_cli";
  readonly scope: string;
  readonly objectives: readonly string[];
  readonly suggested: readonly string[];
  readonly content: readonly BundleContent[];
  /** Where each file came from, in the order of the content. */
  readonly uris: readonly string[];
  readonly slug: string;
  /** Who asks the steward to take it in; null if the steward found it. */
  readonly producer: string | null;
  /** More pending bundles than this raise an alert. */
  readonly maxBacklog: number;
}

/** A prepared bundle, and the lines that memories get. */
export interface PreparedBundle {
  readonly bundle: Bundle;
  readonly notes: readonly Note[];
  readonly request_id: string | null;
  /** Whether it was recorded now; false when the same content had been recorded before. */
  readonly created: boolean;
}

/** Records a bundle at `pending` with its lineage, and with the request to the steward where one is due. */
export async function prepareBundle(
  unit: UnitOfWork,
  acting: Acting,
  draft: BundleDraft,
): Promise<PreparedBundle> {
  const { workspace, at, actor, steward } = acting;
  const { id, known } = await chooseId(unit, acting, draft);
  if (known !== null) {
    return { bundle: known, notes: [], request_id: known.row.request_id, created: false };
  }
  const { request, notes: asked } = await askSteward(unit, acting, draft, id);
  const lineage = draft.content.map((file) => artifactId(file.sha256));
  const body = createdSchema.safeParse({
    at,
    by: actor.id,
    origin: draft.origin,
    scope: draft.scope,
    primary: [],
    objectives: draft.objectives,
    suggested: draft.suggested,
    content: draft.content,
    lineage,
    request,
  });
  if (!body.success) {
    const [issue] = body.error.issues;
    const where = issue?.path.map(String).join(".");
    throw new HoldallError("E_SHAPE", `Cannot prepare a bundle: ${where} ${issue?.message}`);
  }
  const facts = { bundle: id, status: "pending", ...(request === null ? {} : { rfa: request }) };
  const line = formatMemoryLine({ at, kind: "context", facts, text: draft.scope });
  const notes = [{ responsibility: steward, line }];
  await unit.append([
    ...lineageEvents(acting, draft, id),
    { stream: ingestionStream(workspace, id), type: "ingestion_created", actor, body: body.data },
    ...linesAsEvents(acting, notes),
  ]);
  const alerted = await checkBacklog(unit, acting, draft.maxBacklog);
  const bundle = await requireBundle(unit.tx, workspace, id);
  return { bundle, notes: [...asked, ...notes, ...alerted], request_id: request, created: true };
}

/** The id by day and subject; other content of the same name gets the hash of its content besides. */
async function chooseId(
  { tx }: UnitOfWork,
  { workspace, at }: Acting,
  { slug, content }: BundleDraft,
): Promise<{ readonly id: string; readonly known: Bundle | null }> {
  const hash = contentHash(content);
  const plain = `bundle_${at.slice(0, 10)}-${slug}`;
  for (const id of [plain, `${plain}-${hash.slice(0, 8)}`]) {
    const found = await readBundle(tx, workspace, id);
    if (found === null) return { id, known: null };
    if (contentHash(found.content) === hash) return { id, known: found };
  }
  throw new HoldallError("E_DUP_ID", `Cannot prepare a bundle: the id "${plain}" is in use`);
}

/** A part of an id made of a name: lower-case letters, digits and dashes. */
export function slugOf(name: string): string {
  const parts = name
    .toLowerCase()
    .split(/[^a-z0-9]/)
    .filter((part) => part !== "");
  return parts.join("-").slice(0, 48).replace(/-$/, "") || "content";
}

/** The id of the artifact with some content. */
export function artifactId(hash: string): string {
  return `art_${hash.slice(0, 32)}`;
}

async function askSteward(unit: UnitOfWork, acting: Acting, draft: BundleDraft, id: string) {
  if (draft.producer === null) return { request: null, notes: [] };
  const { objectives, suggested, scope, producer } = draft;
  const { request, notes } = await createRequest(unit, acting, {
    type: requestTypes.ingest,
    subject: `New context: ${scope}`.slice(0, 200),
    summary: "",
    origin_responsibility_id: producer,
    target_responsibility_id: acting.steward,
    available_at: acting.at,
    authored_by: "human",
    idempotency_key: `ingest:${id}`,
    payload: {
      bundle_ids: [id],
      objectives: [...objectives],
      user_hints: { suggested_responsibilities: [...suggested] },
    },
  });
  return { request: request.id, notes };
}

/** An artifact for every file and for the bundle, and the step from the files to the bundle. */
function lineageEvents(
  { workspace, steward, at, actor }: Acting,
  { content, uris }: BundleDraft,
  id: string,
): readonly NewEvent[] {
  const stream = responsibilityStream(workspace, steward);
  const register = (body: NewEvent["body"]): NewEvent => ({
    stream,
    type: "responsibility_lineage_registered",
    actor,
    body: { at, source_type: "manual", ...body },
  });
  const files = content.map(({ sha256: hash, bytes }, index) =>
    register({
      id: artifactId(hash),
      type: "document",
      uri: uris[index] ?? "",
      source_id: id,
      metadata: { sha256: hash, bytes, workspace_id: workspace },
    }),
  );
  const output = bundleArtifactId(workspace, id);
  const metadata = { sha256: contentHash(content), workspace_id: workspace };
  return [
    ...files,
    register({ id: output, type: "context_bundle", uri: id, source_id: id, metadata }),
    {
      stream,
      type: "responsibility_lineage_linked",
      actor,
      body: {
        at,
        inputs: content.map(({ sha256: hash }) => artifactId(hash)),
        output,
        tool_name: "context_ingestion",
        guardrail_clause: ROUTING_CLAUSE,
      },
    },
  ];
}

/** The id of a bundle's own artifact; ids of bundles may be equal in two workspaces. */
function bundleArtifactId(workspace: string, id: string): string {
  return `art_${sha256(`${workspace}/${id}`).slice(0, 32)}`;
}

/** One alert when the backlog passes its limit, not one for every bundle beyond it. */
async function checkBacklog(
  unit: UnitOfWork,
  acting: Acting,
  most: number,
): Promise<readonly Note[]> {
  const { workspace, steward, at } = acting;
  const backlog = await countBacklog(unit.tx, workspace);
  if (backlog !== most + 1) return [];
  const note = `${backlog} bundles wait for the steward; at most ${most} should`;
  await unit.append(
    measurementEvents(acting, [
      {
        component_id: "context_ingestion",
        responsibility_id: steward,
        unit: "count",
        metric_name: "context_ingest_backlog",
        metric_value: backlog,
        status: "warning",
        measurement_window: "PT0S",
        guardrail_clause: ROUTING_CLAUSE,
        recorded_at: at,
        context: { workspace_id: workspace, backlog },
        alerts: [{ alert_type: "context_backlog", severity: "warning", note }],
      },
    ]),
  );
  const [alert] = await selectAlerts(unit.tx, { workspace_id: workspace, limit: 1 });
  const facts = {
    telemetry_alert_id: String(alert?.id ?? ""),
    metric_id: String(alert?.metric_id ?? ""),
    alert: "context_backlog",
    status: "warning",
  };
  const notes = [
    { responsibility: steward, line: formatMemoryLine({ at, kind: "alert", facts, text: note }) },
  ];
  await unit.append(linesAsEvents(acting, notes));
  return notes;
}
