import { sha256 } from "../../base/hash.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { decodeUtf8 } from "../../base/text/text.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Conversation } from "../../model/conversation.ts";
import { createHiddenTextFilter, type HiddenTextFilter } from "../../model/hidden-text-loss.ts";
import type { LossItem } from "../../model/loss.ts";
import { objectOf, type TaskBundle, textOf } from "../../model/task-bundle.ts";
import { eventLine } from "./summarise.ts";

/** Keys of `bundle.json` that describe its files and not the task. */

const STRUCTURE = new Set(["schemaVersion", "artifacts", "artifactInfo", "workspace", "taskHash"]);

const encoder = new TextEncoder();

/**
 * The task as a conversation: asked by a user, answered with a log of steps, a summary and a patch.
 */
export function toConversation(model: TaskBundle): Conversation {
  const filter = createHiddenTextFilter();
  const parts = [
    messagePart(model, "task", filter),
    eventsPart(model, filter),
    messagePart(model, "summary", filter),
    diffPart(model, filter),
  ];
  const texts = new Map<string, Uint8Array>();
  for (const { text } of parts) if (text) texts.set(sha256(text), text);
  return {
    items: parts.flatMap(({ item }) => (item ? [item] : [])),
    texts,
    kept: parts.filter(({ item, loss }) => item && loss.length === 0).length,
    loss: [
      ...parts.flatMap(({ loss }) => loss),
      ...workspaceLoss(model),
      ...metadataLoss(model),
      ...filter.loss(),
    ],
  };
}

interface Part {
  readonly item: ContextItem | null;
  readonly text?: Uint8Array;
  readonly loss: readonly LossItem[];
}

function messagePart(model: TaskBundle, key: "task" | "summary", filter: HiddenTextFilter): Part {
  const text = model[key];
  if (text === null) return { item: null, loss: [] };
  const role = key === "task" ? "user" : "assistant";
  const content = filter.clean(text, pathOf(model, key));
  return { item: { type: "message", role, content }, loss: [] };
}

function eventsPart(model: TaskBundle, filter: HiddenTextFilter): Part {
  const { events } = model;
  if (!events || events.count === 0) return { item: null, loss: [] };
  const lines = events.first.map((event) => `- ${eventLine(event)}`).join("\n");
  const shown = formatNumber(events.first.length);
  const count = formatNumber(events.count);
  const where = pathOf(model, "events");
  const content = `Notable steps (${shown} of ${count}):\n${filter.clean(lines, where)}`;
  const why = `${formatCount(events.count, "event")} became one message with the first ${shown}`;
  return {
    item: { type: "message", role: "assistant", content },
    loss: [{ kind: "summarised", where, why }],
  };
}

function diffPart(model: TaskBundle, filter: HiddenTextFilter): Part {
  const where = pathOf(model, "diff");
  if (where === "") return { item: null, loss: [] };
  if (model.diff === null) {
    const why = "missing, or too large for a conversation";
    return { item: null, loss: [{ kind: "dropped", where, why }] };
  }
  // A patch may contain any bytes; only one that is text can hide text.
  const text = decodeUtf8(model.diff);
  const diff = text === null ? model.diff : encoder.encode(filter.clean(text, where));
  const item: ContextItem = {
    type: "artifact_ref",
    artifact_id: sha256(diff),
    note: "The patch that the task resulted in",
    mime: "text/x-diff",
  };
  return { item, text: diff, loss: [] };
}

function workspaceLoss(model: TaskBundle): readonly LossItem[] {
  const count = model.workspace?.count ?? 0;
  if (count === 0) return [];
  const where = pathOf(model, "workspaceManifest");
  return [
    { kind: "dropped", where, why: "captured file; a conversation cannot contain it", count },
  ];
}

function metadataLoss({ bundle }: TaskBundle): readonly LossItem[] {
  const keys = Object.keys(bundle).filter((key) => !STRUCTURE.has(key) && bundle[key] !== null);
  const why = "a conversation has no such field";
  return keys.map((key) => ({ kind: "dropped", where: `bundle.json#/${key}`, why }));
}

function pathOf({ bundle }: TaskBundle, key: string): string {
  return textOf(objectOf(bundle, "artifacts"), key) ?? "";
}
