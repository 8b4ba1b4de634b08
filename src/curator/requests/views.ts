import { sha256 } from "../../base/hash.ts";
import { isObject } from "../../base/json/value.ts";
import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { canonicalText } from "../../ledger/event-hash.ts";
import { parseStored } from "../../ledger/stored-json.ts";
import { metadataBytes } from "../../model/ai-context/write-yaml.ts";
import { parseMarkdown } from "../files/markdown.ts";
import { KNOWLEDGE } from "../workspace/layout.ts";
import { readFrom } from "./outcome.ts";
import { bundleIdsOf } from "./payload.ts";
import { requestTypes } from "./status.ts";
import type { RequestEventRow, RequestRow } from "./tables/rows.ts";

/** Where older layouts have the pages of a responsibility; they are read, and never written. */
export const olderViewFolders = { target: "requests/inbox", origin: "requests/outbox" } as const;

const SAME = ["type", "status", "priority", "due_at", "available_at", "workspace_id"] as const;
const ENDS = ["origin_responsibility_id", "target_responsibility_id"] as const;

/** Whether a page that another program wrote says of a request what its row says. */
export function agreesWithRow(page: string, request: RequestRow): boolean {
  const { frontMatter } = parseMarkdown(page);
  const isSame = (key: string, value: unknown) =>
    !Object.hasOwn(frontMatter, key) || String(frontMatter[key]) === String(value);
  return (
    frontMatter.status !== undefined &&
    isSame("request_id", request.id) &&
    [...SAME, ...ENDS].every((key) => isSame(key, request[key]))
  );
}

/** At whose side a page is. */
export interface PageReader {
  readonly id: string;
  /** The path to the folder of another responsibility; null where there is none. */
  folderOf(other: string): string | null;
}

/**
 * A request as a page for people, at one of its two sides. It is a view of its row: the same row gives the same bytes,
 * so that it can be removed and written again at any time.
 */
export function renderView(
  request: RequestRow,
  events: readonly RequestEventRow[],
  reader: PageReader,
): string {
  const changed = events.at(-1)?.created_at ?? request.created_at;
  const frontMatter = {
    type: request.type,
    request_id: request.id,
    db_source: "local_sql",
    status: request.status,
    origin_responsibility_id: request.origin_responsibility_id,
    target_responsibility_id: request.target_responsibility_id,
    origin_mandate_id: request.origin_mandate_id,
    priority: request.priority,
    authored_by: request.authored_by,
    author_agent_id: request.author_agent_id,
    author_id: request.origin_responsibility_id,
    created_at: request.created_at,
    updated_at: changed,
    available_at: request.available_at,
    due_at: request.due_at,
    source_context: request.source_context,
    source: `request:${request.id}@${changed}`,
    context_role: "request",
    workspace_id: request.workspace_id,
    row_sha256: sha256(canonicalText(request)),
    generated_at: changed,
  };
  const yaml = new TextDecoder().decode(metadataBytes(frontMatter));
  return `---\n${yaml}---\n${bodyOf(request, events, reader)}`;
}

function bodyOf(
  request: RequestRow,
  events: readonly RequestEventRow[],
  reader: PageReader,
): string {
  const place = { table: "requests", column: "payload_json", row: request.id };
  const payload = parseStored(request.payload_json ?? "null", place);
  const objectives =
    isObject(payload) && Array.isArray(payload.objectives) ? payload.objectives : [];
  const actions = objectives
    .filter((each) => typeof each === "string")
    .map((each) => `- ${plain(each)}`);
  const links = [
    ...(request.body_md_path === null ? [] : [`- ${plain(request.body_md_path)}`]),
    ...bundleIdsOf(request).map((id) => `- bundle ${plain(id)}${keptIn(request, id)}`),
  ];
  return [
    `# ${plain(request.subject)}`,
    "",
    "## Intent",
    quoted(request.summary || request.subject),
    "",
    "## Suggested actions",
    ...(actions.length === 0 ? ["None."] : actions),
    "",
    "## Links",
    ...(links.length === 0 ? ["None."] : links),
    "",
    "## What happened",
    ...events.map((event) => eventLine(event, reader)),
    "",
  ].join("\n");
}

/** Where the texts of an offer are once it was accepted. */
function keptIn(
  { type, status, target_responsibility_id: target }: RequestRow,
  id: string,
): string {
  const isKept = type === requestTypes.available && ["accepted", "completed"].includes(status);
  return isKept ? `, kept in ${KNOWLEDGE}/${plain(id)}/ of ${target}` : "";
}

function eventLine(event: RequestEventRow, reader: PageReader): string {
  const { created_at, created_by, event_type, new_status, note } = event;
  const isOwn = created_by === reader.id;
  const shown = note === null || isOwn ? note : readFrom(note, () => reader.folderOf(created_by));
  const remark = shown === null ? "" : `: ${plain(shown)}`;
  return `- ${created_at} ${new_status ?? event_type} by ${plain(created_by)}${remark}`;
}

/** What another one wrote stays in its line and cannot look like a part of the page. */
function plain(text: string): string {
  return printable(oneLine(text));
}

function quoted(text: string): string {
  return text
    .split(/\r?\n/)
    .map((line) => `> ${printable(line)}`.trimEnd())
    .join("\n");
}
