/**
 * How references are shown to a model. Foreign text is either quoted as data or reduced to one
 * line, so that it cannot look like an instruction or a line of ours. What the context cannot do
 * without (summary, handoff, state) is an error if it is missing; artifacts and files are named as
 * unavailable.
 */

import { HoldallError } from "../base/errors.ts";
import { type JsonProblem, JsonSyntaxError, parseJson } from "../base/json/parse.ts";
import { pathFault } from "../base/paths.ts";
import { collapseSpace } from "../base/text/one-line.ts";
import { decodeUtf8, printable } from "../base/text/text.ts";
import { documentTypes, type HandoffBundle } from "../model/context-documents.ts";
import type { ContextItem, ContextItemType } from "../model/context-items.ts";
import { isQuotedContext, quoteContext } from "../model/quoted-context.ts";
import type { OmittedMessages, RenderInput, RenderReset } from "./provider.ts";

type Item<Type extends ContextItemType> = Extract<ContextItem, { type: Type }>;

/** The text of a reference; null if it has none. */
export interface ReferenceText {
  readonly text: string | null;
  readonly reset?: RenderReset;
}

/** Most paths in a line about changes; further ones are counted. */
const NAMED_PATHS = 10;

/**
 * A summary under a line that identifies it. Throws if it cannot be read: part of a context would
 * mislead.
 */
export async function summaryText(item: Item<"summary_ref">, input: RenderInput): Promise<string> {
  const { summary_markdown } = await readDocument(item, "rip.compaction_summary.v1", input);
  const note = item.note ? `${item.note}\n` : "";
  return `Compaction summary (earlier context)\n${note}${summary_markdown}`;
}

/** The curated context of a handoff, with what it refers to. Throws when it cannot be read. */
export async function handoffText(
  item: Item<"handoff_bundle_ref">,
  input: RenderInput,
): Promise<string> {
  const bundle = await readDocument(item, "rip.handoff_context_bundle.v1", input);
  return lines("Handoff context", item.note, bundle.summary_markdown, ...referenceLists(bundle));
}

/** The committed state, framed as quoted text. Throws when it cannot be read. */
export async function stateText(item: Item<"state_ref">, input: RenderInput): Promise<string> {
  const text = await readText(item, input);
  return lines(item.note, isQuotedContext(text) ? text : quoteContext(text));
}

/**
 * One line that names an artifact and how to read it; the artifact itself if it is small enough.
 */
export async function artifactText(
  item: Item<"artifact_ref">,
  input: RenderInput,
  inlineBytes: number,
): Promise<ReferenceText> {
  const size = await input.size(item.artifact_id);
  const parts = [`Artifact ${item.artifact_id}`, item.mime, size === null ? null : `${size} bytes`];
  const line = listed([...parts, item.note]);
  if (size === null) {
    const ref = { artifact_id: item.artifact_id };
    return {
      text: `${line}; unavailable`,
      reset: { input: "artifact_ref", action: "replaced", reason: "artifact_unavailable", ref },
    };
  }
  const bytes = size <= inlineBytes ? await input.text(item.artifact_id) : null;
  const content = bytes === null ? null : decodeUtf8(bytes);
  if (content !== null) return { text: lines(`${line}:`, quoteContext(content)) };
  return { text: `${line}; call artifact_fetch with this id to read it` };
}

/**
 * One line that names a file and its checkpoint. The file is never read: the workspace may have
 * changed since.
 */
export function fileText(item: Item<"file_ref">): ReferenceText {
  const checkpoint = item.checkpoint_id ? `checkpoint ${item.checkpoint_id}` : null;
  const line = listed([`File ${item.path}`, checkpoint, item.note]);
  if (pathFault(item.path) === null) return { text: line };
  const ref = { path: item.path };
  return {
    text: `${line}; unavailable`,
    reset: { input: "file_ref", action: "replaced", reason: "path_unfit", ref },
  };
}

/** One line about what a tool changed. */
export function sideEffectText(item: Item<"tool_side_effect_ref">): ReferenceText {
  const at = item.checkpoint_id ? ` (checkpoint ${oneLine(item.checkpoint_id)})` : "";
  const paths = item.affected_paths;
  if (!paths) return { text: `changed: unknown (shell)${at}` };
  const fit = paths.filter((path) => pathFault(path) === null);
  const more = fit.length > NAMED_PATHS ? ` (+${fit.length - NAMED_PATHS} more)` : "";
  const named = fit.slice(0, NAMED_PATHS).map(oneLine).join(", ") || "nothing";
  const text = `changed: ${named}${more}${at}`;
  if (fit.length === paths.length) return { text };
  const action = fit.length === 0 ? "dropped" : "trimmed";
  const ref = { run_session_id: item.run_session_id, tool_id: item.tool_id };
  return {
    text: fit.length === 0 ? null : text,
    reset: { input: "tool_side_effect", action, reason: "path_unfit", ref },
  };
}

/** One line about messages that are neither summarised nor shown. */
export function omittedText({ from_seq, to_seq, messages }: OmittedMessages): string {
  const what = messages === 1 ? "1 earlier message is" : `${messages} earlier messages are`;
  return `${what} left out here (seq ${from_seq} to ${to_seq})`;
}

function referenceLists({ refs }: HandoffBundle): string[] {
  const threads = (refs?.threads ?? []).map(({ thread_id, seq, message_id, note }) =>
    listed([
      thread_id,
      seq == null ? null : `seq ${seq}`,
      message_id ? `message ${message_id}` : null,
      note,
    ]),
  );
  const artifacts = (refs?.artifacts ?? []).map((ref) => listed([ref.artifact_id, ref.note]));
  const files = (refs?.files ?? []).map((ref) => listed([ref.path, ref.note]));
  return [...list("Threads:", threads), ...list("Artifacts:", artifacts), ...list("Files:", files)];
}

function list(heading: string, entries: readonly string[]): string[] {
  return entries.length === 0 ? [] : [heading, ...entries.map((entry) => `- ${entry}`)];
}

function lines(...parts: readonly (string | null | undefined)[]): string {
  return parts.filter((part) => part != null && part !== "").join("\n");
}

function listed(parts: readonly (string | null | undefined)[]): string {
  return parts.flatMap((part) => (part ? [oneLine(part)] : [])).join(", ");
}

/** Foreign text inside a line of ours must not begin a line of its own. */
function oneLine(text: string): string {
  return printable(collapseSpace(text));
}

type Needed = Item<"summary_ref" | "handoff_bundle_ref" | "state_ref">;

async function readText(item: Needed, input: RenderInput): Promise<string> {
  const bytes = await input.text(item.artifact_id);
  const text = bytes === null ? null : decodeUtf8(bytes);
  if (text !== null) return text;
  const state = bytes === null ? "the artifact is missing" : "the artifact is not text";
  throw new HoldallError("E_BLOB", `Cannot render ${item.type} ${item.artifact_id}: ${state}`, {
    cure: "render in the folder of its workspace, or name that with --store; a state that has changed since can be rendered only if its compile was recorded (--record)",
  });
}

type DocumentTag = "rip.compaction_summary.v1" | "rip.handoff_context_bundle.v1";
type DocumentOf<Tag extends DocumentTag> = ReturnType<
  (typeof documentTypes)[Tag]["schema"]["parse"]
>;

async function readDocument<Tag extends DocumentTag>(
  item: Needed,
  tag: Tag,
  input: RenderInput,
): Promise<DocumentOf<Tag>> {
  const result = documentTypes[tag].schema.safeParse(parseOrNull(await readText(item, input)));
  if (result.success) return result.data as DocumentOf<Tag>;
  throw new HoldallError(
    "E_SCHEMA",
    `Cannot render ${item.type} ${item.artifact_id}: the artifact is not a "${tag}"`,
  );
}

/** A document with a duplicate key is ambiguous: another reader might see the other value. */
function parseOrNull(text: string): unknown {
  try {
    const { value, problems } = parseJson(text);
    return problems.some(({ kind }: JsonProblem) => kind === "duplicate-key") ? null : value;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return null;
    throw error;
  }
}
