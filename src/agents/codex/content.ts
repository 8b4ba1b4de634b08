import type * as z from "zod";
import { isObject } from "../../base/json/value.ts";
import { isQuotedContext } from "../../model/quoted-context.ts";
import type { attachmentSchema } from "../../model/transcript.ts";
import type { ItemBody } from "../build-items.ts";
import { unknownPart } from "../record-kinds.ts";

type Attachment = z.infer<typeof attachmentSchema>;

/** The readable texts of a content, part by part. */
export function textsOf(content: unknown): string[] {
  if (typeof content === "string") return [content];
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    if (typeof part === "string") return [part];
    return isObject(part) && typeof part.text === "string" ? [part.text] : [];
  });
}

/** A part of the conversation that only the provider of its model can read. */
export function sealedPart(what: string): ItemBody {
  return { kind: "opaque", missing: `${what} is encrypted; only the model's provider can read it` };
}

/** The parts of a content that are neither text nor an attachment: encrypted, or of an unknown kind. */
export function unknownPartsOf(content: unknown, what = "part of a message"): ItemBody[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    if (!isObject(part) || typeof part.text === "string") return [];
    if (typeof part.encrypted_content === "string") return [sealedPart(what)];
    const uri = part.image_url ?? part.audio_url;
    return typeof uri === "string" ? [] : [unknownPart(part.type)];
  });
}

/** The pictures of a content. */
export function attachmentsOf(content: unknown): Attachment[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((part) => {
    const uri = isObject(part) ? (part.image_url ?? part.audio_url) : undefined;
    return typeof uri === "string" ? [attachmentOf(uri)] : [];
  });
}

function attachmentOf(uri: string): Attachment {
  const [, media_type, base64] = /^data:([^;,]+);base64,(.*)$/s.exec(uri) ?? [];
  if (media_type === undefined || base64 === undefined) {
    return { media_type: "image/*", base64: null, uri };
  }
  return { media_type, base64, uri: null };
}

// Beginnings of texts that the program puts into the place of a user's.
const INJECTED =
  /^\s*(?:# AGENTS\.md instructions|<(?:environment_context|user_instructions|permissions instructions|INSTRUCTIONS|hook_prompt|external_\w{1,200}|subagent_notification|skill|turn_aborted|user_shell_command|goal_context|codex_internal_context|collaboration_mode|recommended_plugins|model_switch)\b)/;

/** Whether a text in a user's place was put there by the program. */
export function isInjected(text: string): boolean {
  return INJECTED.test(text) || isQuotedContext(text);
}
