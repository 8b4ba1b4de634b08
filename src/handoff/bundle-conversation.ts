import { actorOf, type ItemBody } from "../agents/build-items.ts";
import { decodeUtf8 } from "../base/text/text.ts";
import type { ContextItem } from "../model/context-items.ts";
import type { Conversation } from "../model/conversation.ts";
import type { LossItem } from "../model/loss.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { TranscriptItem } from "../model/transcript.ts";

/** The items of a bundle as a session has them, and what could not become one. */
export interface BundleConversation {
  readonly items: readonly TranscriptItem[];
  readonly losses: readonly LossItem[];
}

/**
 * Turns what a format can give to a model into items of a transcript. Only a format that contains a
 * conversation has messages of its own: everything else, system texts included, is quoted, because texts from
 * a bundle must not act as instructions.
 */
export function bundleConversation(
  { items, texts, loss }: Conversation,
  { file, isQuoted }: { readonly file: string; readonly isQuoted: boolean },
): BundleConversation {
  const losses: LossItem[] = loss.map((item) => ({ ...item, scope: "background" }));
  const transcript: TranscriptItem[] = [];
  for (const [index, item] of items.entries()) {
    const where = `${file}#${index + 1}`;
    const body = bodyOf(item, { texts, isQuoted });
    if (typeof body === "string") {
      losses.push({ kind: "dropped", scope: "conversation", where, why: body });
      continue;
    }
    const id = `item-${index + 1}`;
    const source = { file, line: index + 1, type: item.type };
    transcript.push({ ...EMPTY, ...body, id, actor: actorOf(body), source });
  }
  return { items: transcript, losses };
}

const EMPTY = { parent_id: null, at: null, raw: null, thread: null, branch: null } as const;

interface BodyOptions {
  readonly texts: Conversation["texts"];
  readonly isQuoted: boolean;
}

/** The body of an item, or why there is none. */
function bodyOf(item: ContextItem, options: BodyOptions): ItemBody | string {
  switch (item.type) {
    case "message":
      return messageBody(item, options);
    case "tool_call":
      return {
        kind: "tool_call",
        call_id: item.call_id,
        name: item.name,
        arguments: item.arguments,
      };
    case "tool_result":
      return resultBody(item, options);
    case "summary_ref": {
      const summary = textOf(item.artifact_id, options);
      return summary === null
        ? NOT_INCLUDED
        : { kind: "compaction", trigger: null, summary, kept: [] };
    }
    case "handoff_bundle_ref":
    case "artifact_ref":
    case "state_ref":
      return referenceBody(item, options);
    case "file_ref":
      return `reference to the file "${item.path}"; the bundle does not contain it`;
    case "tool_side_effect_ref":
      return "list of files that a tool changed";
    default:
      return item satisfies never;
  }
}

const NOT_INCLUDED = "reference to a text that the bundle does not contain";

function messageBody(
  { role, content }: Extract<ContextItem, { type: "message" }>,
  { isQuoted }: BodyOptions,
): ItemBody {
  const isSystem = role === "system" || role === "developer";
  if (isQuoted || isSystem) return userText(quoteContext(content));
  return { kind: "message", role, text: content, model: null, attachments: [] };
}

function resultBody(
  item: Extract<ContextItem, { type: "tool_result" }>,
  options: BodyOptions,
): ItemBody | string {
  const { call_id, ok, artifact_id } = item;
  const content = item.content ?? (artifact_id ? textOf(artifact_id, options) : "");
  if (content === null) return NOT_INCLUDED;
  return { kind: "tool_result", call_id, ok, content, attachments: [] };
}

function referenceBody(
  item: Extract<ContextItem, { type: "handoff_bundle_ref" | "artifact_ref" | "state_ref" }>,
  options: BodyOptions,
): ItemBody | string {
  const text = textOf(item.artifact_id, options);
  if (text === null) return NOT_INCLUDED;
  // The rendering of a state is quoted by its format already.
  if (item.type === "state_ref") return userText(text);
  return userText(quoteContext(item.note ? `${item.note}:\n${text}` : text));
}

function userText(text: string): ItemBody {
  return { kind: "message", role: "user", text, model: null, attachments: [] };
}

function textOf(id: string, { texts }: BodyOptions): string | null {
  const bytes = texts.get(id);
  return bytes === undefined ? null : decodeUtf8(bytes);
}
