import type * as z from "zod";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import type { attachmentSchema } from "../../model/transcript.ts";

type Attachment = z.infer<typeof attachmentSchema>;

/** The readable text of a content: a string, or the texts of its blocks, one below the other. */
export function textOf(content: unknown): string {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return "";
  const texts = content.map(blockText).filter((text) => text !== null);
  return texts.join("\n");
}

function blockText(block: unknown): string | null {
  if (typeof block === "string") return block;
  if (!isObject(block) || isPicture(block)) return null;
  if (typeof block.text === "string") return block.text;
  // Found tools, search results and the like have no text of their own, and must not vanish.
  return block.type === "tool_result" ? textOf(block.content) : JSON.stringify(block);
}

/** The pictures and documents of a content. */
export function attachmentsOf(content: unknown): Attachment[] {
  if (!Array.isArray(content)) return [];
  return content.flatMap((block) =>
    isObject(block) && isPicture(block) ? [attachmentOf(block)] : [],
  );
}

/** The picture or the document that an attached file is. */
export function fileAttachments({ content }: JsonObject): Attachment[] {
  const file = isObject(content) && isObject(content.file) ? content.file : {};
  if (typeof file.base64 !== "string" || file.base64 === "") return [];
  const isPdf = isObject(content) && content.type === "pdf";
  const media_type =
    typeof file.type === "string" ? file.type : isPdf ? "application/pdf" : "image/*";
  return [{ media_type, base64: file.base64, uri: null }];
}

/** Whether a block of a content is a picture or a document. */
export function isPicture(block: JsonObject): boolean {
  return (block.type === "image" || block.type === "document") && isObject(block.source);
}

function attachmentOf({ source, type }: JsonObject): Attachment {
  const { media_type, data, url } = isObject(source) ? source : {};
  return {
    media_type: typeof media_type === "string" ? media_type : `${type}/*`,
    base64: typeof data === "string" ? data : null,
    uri: typeof url === "string" ? url : null,
  };
}
