import { sha256 } from "../../base/hash.ts";
import { type CompiledContext, isCompiledContext } from "../../model/context-documents.ts";
import { type ContextItem, itemTypesOfV2 } from "../../model/context-items.ts";
import type { Conversation } from "../../model/conversation.ts";
import type { LossItem } from "../../model/loss.ts";
import { BLOBS } from "./layout.ts";
import { type ContextBundle, createContextBundle } from "./model.ts";

/**
 * The format requires ids; a conversion has none, and an invented one would look like a real
 * thread.
 */
const NOBODY = "00000000-0000-0000-0000-000000000000";
type ItemOfV1 = Extract<ContextItem, { type: "message" | "summary_ref" }>;

/** A bundle around the items of a conversation. Version 1 is used if every item exists there. */
export function fromConversation({ items, texts }: Conversation): ContextBundle {
  return createContextBundle(compiledContext(items), texts);
}

function compiledContext(items: readonly ContextItem[]): CompiledContext {
  const head = {
    compiler: { id: "holdall.convert.v1", strategy: "convert" },
    source: { thread_id: NOBODY, from_seq: lastSeq(items), from_message_id: null },
    provenance: { run_session_id: NOBODY, actor_id: "holdall", origin: "holdall" },
  };
  if (items.every(isItemOfV1)) {
    return { schema: "rip.context_bundle.v1", ...head, items: [...items] };
  }
  return { schema: "rip.context_bundle.v2", ...head, items: [...items] };
}

function isItemOfV1(item: ContextItem): item is ItemOfV1 {
  return !itemTypesOfV2.has(item.type);
}

function lastSeq(items: readonly ContextItem[]): number {
  let last = 0;
  for (const item of items) {
    if (item.type === "message") last = Math.max(last, item.thread_seq ?? 0);
  }
  return last;
}

/**
 * The items of a bundle with the texts they name. A summary or a handoff becomes a reference to
 * itself.
 */
export function toConversation(bundle: ContextBundle): Conversation {
  const { document, bytes, file } = bundle;
  const texts = new Map<string, Uint8Array>();
  const loss: LossItem[] = [];
  for (const [id, blob] of bundle.blobs) {
    if (blob instanceof Uint8Array) texts.set(id, blob);
    else
      loss.push({
        kind: "dropped",
        where: `${BLOBS}/${id}`,
        why: "no item needs this artifact, or it is too large",
      });
  }
  if (isCompiledContext(document)) {
    for (const key of Object.keys(document)) {
      if (key === "schema" || key === "items") continue;
      const why = "a conversation does not record what it was compiled from";
      loss.push({ kind: "dropped", where: `${file}#/${key}`, why });
    }
    return { items: document.items, texts, kept: document.items.length, loss };
  }
  const artifact_id = sha256(bytes);
  texts.set(artifact_id, bytes);
  const isSummary = document.schema === "rip.compaction_summary.v1";
  const item: ContextItem = isSummary
    ? { type: "summary_ref", artifact_id }
    : { type: "handoff_bundle_ref", artifact_id };
  return { items: [item], texts, kept: 1, loss };
}
