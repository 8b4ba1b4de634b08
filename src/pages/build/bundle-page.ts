import type { FileEntry, FileSet } from "../../base/file-set.ts";
import { batchesOf, flattenBatches } from "../../base/file-set.ts";
import { type ReadingInput, readPath } from "../../bundles/disk/open-path.ts";
import { isValid } from "../../bundles/read-bundle.ts";
import type { Format } from "../../formats/format.ts";
import type { StateEntry } from "../../model/state.ts";
import type { Redactor } from "../../redact/redactor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { pricesFor } from "../../runtime/prices.ts";
import { findSource } from "../../sessions/source.ts";
import type { BundlePage, EntryData, FileData } from "../../web/page.ts";
import { conversationRows } from "../conversation/conversation-rows.ts";
import { pageFinding } from "./page-finding.ts";
import { type PageContent, presentFacts, redactedItems } from "./session-page.ts";

/** What a page of a bundle is built from, besides the bundle. */
interface BundleRequest {
  readonly path: string;
  readonly reading: ReadingInput;
  readonly redactor: Redactor | null;
}

/** The page of a bundle of any format. Reads leniently: looking must work for a bundle with faults. */
export async function bundlePage(
  context: OperationContext,
  { path, reading: input, redactor }: BundleRequest,
): Promise<PageContent<BundlePage>> {
  const reading = await readPath(context, path, input, { profile: "lenient", level: "full" });
  const { format, model, files } = reading;
  const summary = format && model !== null ? format.summarise(model) : null;
  const page = {
    page: "bundle",
    kind: `${format?.name ?? "unknown"} bundle`,
    title: summary?.title ?? path,
    facts: presentFacts([
      ["Format", format === null ? null : `${format.name} ${summary?.version ?? ""}`.trim()],
      ...(summary?.facts ?? []).map(([label, value]) => [label, String(value)] as const),
    ]),
    findings: reading.findings.list().map(pageFinding),
    outline: summary?.outline ?? [],
    entries: format && model !== null ? await entriesOf(format, model) : [],
    files: await listFiles(files),
    conversation: null,
  } as const satisfies PageContent<BundlePage>;
  redactor?.learn(page);
  const conversation = isValid(reading)
    ? await conversationOf(context, path, reading, redactor)
    : null;
  return { ...(redactor?.value(page, path) ?? page), conversation };
}

/** The conversation of a bundle that contains one; its other texts are shown as what they are. */
async function conversationOf(
  context: OperationContext,
  path: string,
  { files, format }: { readonly files: FileSet; readonly format: Format },
  redactor: Redactor | null,
): Promise<BundlePage["conversation"]> {
  const hasTranscript = (await files.get("transcript/transcript.jsonl")) !== null;
  if (!hasTranscript && format.holds !== "conversation") return null;
  const { session, tools } = await findSource(context, path, { wait: false });
  const rules = { tools, prices: pricesFor(context) };
  return (await conversationRows(await redactedItems(session, redactor), rules)).conversation;
}

async function entriesOf(format: Format, model: unknown): Promise<readonly EntryData[]> {
  const codec = format.state;
  if (codec === undefined) return [];
  const parts = await codec.readParts(model, false);
  const head = codec.readHead(parts, 0);
  const context = { head, countTokens: () => 0 };
  return parts.records.map((record) => entryOf(codec.toEntry(record, context)));
}

function entryOf(entry: StateEntry): EntryData {
  const { id, slot, content, tokens, committed_at, namespace, version, state, author_id } = entry;
  return {
    id,
    slot,
    text: content,
    facts: presentFacts([
      ["Id", id],
      ["Committed", committed_at],
      ["Tokens", String(tokens)],
      ["Version", version === undefined ? null : String(version)],
      ["Author", author_id ?? null],
      ["Namespace", namespace ?? null],
      ["State", state ?? null],
    ]),
  };
}

/** More files than this are counted, not listed: a page must open. */
const MAX_FILES = 50_000;

/** The files of a bundle, without folders. */
async function listFiles(files: FileSet): Promise<readonly FileData[]> {
  const listed: FileData[] = [];
  for await (const entry of flattenBatches(batchesOf(files))) {
    if (entry.kind === "folder") continue;
    if (listed.length >= MAX_FILES) break;
    listed.push({ path: entry.path, size: entry.size, mark: markOf(entry) });
  }
  return listed;
}

function markOf({ kind, target, mode }: FileEntry): string {
  if (kind === "link") return `link to ${target ?? "?"}`;
  if (kind === "other") return "not a file";
  return (mode & 0o111) === 0 ? "" : "executable";
}
