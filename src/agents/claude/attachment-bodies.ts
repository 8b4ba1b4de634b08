import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { ItemBody } from "../build-items.ts";
import { unreadableBody } from "../record-kinds.ts";
import { attachmentText } from "./attachment-texts.ts";
import { fileAttachments } from "./blocks.ts";
import { kinds } from "./kinds.ts";
import { contentText, editorText, fileText } from "./pointed-at.ts";
import { asContext, injectedBodies, message, queuedBodies } from "./user-bodies.ts";

/** What the model gets of an attachment; nothing for one that the program keeps for itself. */
export function attachmentBodies(attachment: JsonObject, record: JsonObject): ItemBody[] {
  const { type, messages } = attachment;
  // Words typed while the agent was busy, and reports that came meanwhile, are delivered so.
  if (type === "queued_command") return queuedCommandBodies(attachment, record);
  if (type === "teammate_mailbox" && Array.isArray(messages)) return messages.flatMap(mailBodies);
  if (type === "file" || type === "directory") return fileBodies(attachment);
  const pointed = editorText(attachment);
  if (pointed !== null) return injectedBodies(pointed);
  switch (kinds.roleOf(`attachment/${type}`)) {
    case "conversation":
      return isSent(attachment) ? contextBodies(attachment, record) : [];
    case "context":
      return [{ kind: "injected", text: settingText(attachment, record) }];
    default:
      return [];
  }
}

function settingText(attachment: JsonObject, { rendered }: JsonObject): string {
  return (
    contentText(attachment) || attachmentText(attachment, rendered) || JSON.stringify(attachment)
  );
}

/** Some attachments are shown by another record, and of most hooks only what they block is sent. */
function isSent({ type, hookEvent, deliveredVia, anchor }: JsonObject): boolean {
  if (type === "hook_success") return HOOKS_THAT_SPEAK.has(hookEvent);
  return deliveredVia === undefined && !(type === "cowork_memory_context" && Boolean(anchor));
}

const HOOKS_THAT_SPEAK: ReadonlySet<unknown> = new Set([
  "SessionStart",
  "UserPromptSubmit",
  "UserPromptExpansion",
]);

function contextBodies(attachment: JsonObject, record: JsonObject): ItemBody[] {
  const text = attachmentText(attachment, record.rendered);
  if (text === null) return [unreadableBody()];
  if (text === "") return [];
  // What a hook says when a session starts is as much a setting as the instructions are.
  if (isHookOfStart(attachment)) return [{ kind: "injected", text }];
  return [asContext(message("user", text, null, []))];
}

function isHookOfStart({ hookEvent, hookName }: JsonObject): boolean {
  return /^(?:SessionStart|Setup|SubagentStart)\b/.test(`${hookEvent ?? hookName ?? ""}`);
}

/** A file that the person mentioned, or that the program read again after a compaction. */
function fileBodies(attachment: JsonObject): ItemBody[] {
  const attachments = fileAttachments(attachment);
  if (contentText(attachment) === null && attachments.length === 0) return [unreadableBody()];
  return [asContext(message("user", fileText(attachment, false), null, attachments))];
}

function queuedCommandBodies(attachment: JsonObject, record: JsonObject): ItemBody[] {
  const { prompt, batchedRelayPrompts: batch, renderedByBatchHead, isMeta } = attachment;
  if (renderedByBatchHead === true) return [];
  const bodies = queuedBodies(Array.isArray(batch) ? batch : prompt, record);
  return isMeta === true ? bodies.map(asContext) : bodies;
}

/** A message of a teammate, in the form in which a model is given it. */
function mailBodies(mail: unknown): ItemBody[] {
  if (!isObject(mail) || typeof mail.text !== "string") return [];
  const from = typeof mail.from === "string" ? mail.from : "teammate";
  const text = `<teammate-message teammate_id=${JSON.stringify(from)}>\n${mail.text}\n</teammate-message>`;
  return [{ ...message("user", text, null, []), sender: "teammate" }];
}
