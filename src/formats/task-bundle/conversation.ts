import { sha256 } from "../../base/hash.ts";
import type { ContextItem } from "../../model/context-items.ts";
import type { Conversation } from "../../model/conversation.ts";
import type { LossItem } from "../../model/loss.ts";
import { objectOf, type TaskBundle, textOf } from "./model.ts";
import { eventLine } from "./summarise.ts";

/** Keys of `bundle.json` that say how to read it, and nothing about the task. */
const STRUCTURE = new Set(["schemaVersion", "artifacts", "artifactInfo", "workspace", "taskHash"]);

/** The task as something a model can be given: asked by a user, answered with a summary, a log and a patch. */
export function toConversation(model: TaskBundle): Conversation {
  const parts = [taskPart(model), eventsPart(model), summaryPart(model), diffPart(model)];
  const texts = new Map<string, Uint8Array>();
  for (const { text } of parts) if (text) texts.set(sha256(text), text);
  return {
    items: parts.flatMap(({ item }) => (item ? [item] : [])),
    texts,
    kept: parts.filter(({ item, loss }) => item && loss.length === 0).length,
    loss: [...parts.flatMap(({ loss }) => loss), ...workspaceLoss(model), ...metadataLoss(model)],
  };
}

interface Part {
  readonly item: ContextItem | null;
  readonly text?: Uint8Array;
  readonly loss: readonly LossItem[];
}

function taskPart(model: TaskBundle): Part {
  if (model.task === null) return { item: null, loss: [] };
  return { item: { type: "message", role: "user", content: model.task }, loss: [] };
}

function summaryPart(model: TaskBundle): Part {
  if (model.summary === null) return { item: null, loss: [] };
  return { item: { type: "message", role: "assistant", content: model.summary }, loss: [] };
}

function eventsPart(model: TaskBundle): Part {
  const { events } = model;
  if (!events || events.count === 0) return { item: null, loss: [] };
  const lines = events.first.map((event) => `- ${eventLine(event)}`).join("\n");
  const content = `Notable steps (${events.first.length} of ${events.count}):\n${lines}`;
  const why = `${events.count} events became one message with the first ${events.first.length}`;
  return {
    item: { type: "message", role: "assistant", content },
    loss: [{ kind: "summarised", where: pathOf(model, "events"), why }],
  };
}

function diffPart(model: TaskBundle): Part {
  const where = pathOf(model, "diff");
  if (where === "") return { item: null, loss: [] };
  if (model.diff === null) {
    const why = "absent, or too large to be carried in a conversation";
    return { item: null, loss: [{ kind: "dropped", where, why }] };
  }
  const item: ContextItem = {
    type: "artifact_ref",
    artifact_id: sha256(model.diff),
    note: "The patch that the task ended with",
    mime: "text/x-diff",
  };
  return { item, text: model.diff, loss: [] };
}

function workspaceLoss(model: TaskBundle): readonly LossItem[] {
  const count = model.workspace?.count ?? 0;
  if (count === 0) return [];
  const where = pathOf(model, "workspaceManifest");
  return [
    { kind: "dropped", where, why: `${count} captured files have no place in a conversation` },
  ];
}

function metadataLoss({ bundle }: TaskBundle): readonly LossItem[] {
  const keys = Object.keys(bundle).filter((key) => !STRUCTURE.has(key) && bundle[key] !== null);
  const why = "a conversation does not say this about its task";
  return keys.map((key) => ({ kind: "dropped", where: `bundle.json#/${key}`, why }));
}

function pathOf({ bundle }: TaskBundle, key: string): string {
  return textOf(objectOf(bundle, "artifacts"), key) ?? "";
}
