import { asText } from "../../agents/as-text.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import type { TranscriptItem } from "../../model/transcript.ts";

/** Something beside text, such as a picture. */
type Attachment = Extract<TranscriptItem, { kind: "message" }>["attachments"][number];

/** Blocks of content as a text and what is beside it. */
export interface Content {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A block of content: a text, a picture, a sound, or a file that is named or contained. */
export function readBlock(block: Json | undefined): Content {
  if (!isObject(block)) return { text: "", attachments: [] };
  const media_type = asText(block.mimeType);
  switch (block.type) {
    case "image":
    case "audio":
      return {
        text: "",
        attachments: [
          { media_type, base64: asText(block.data) || null, uri: asText(block.uri) || null },
        ],
      };
    case "resource_link":
      return { text: "", attachments: [{ media_type, base64: null, uri: asText(block.uri) }] };
    case "resource":
      return isObject(block.resource)
        ? readResource(block.resource)
        : { text: "", attachments: [] };
    default:
      return { text: typeof block.text === "string" ? block.text : "", attachments: [] };
  }
}

function readResource({ text, blob, uri, mimeType }: JsonObject): Content {
  if (typeof text === "string") return { text, attachments: [] };
  const place = { media_type: asText(mimeType), uri: asText(uri) || null };
  return { text: "", attachments: [{ ...place, base64: asText(blob) || null }] };
}

/** What a call shows of its result: the contents, and the changes of files. */
export interface ShownResult extends Content {
  readonly changes: readonly {
    readonly path: string;
    readonly isNew: boolean;
    readonly before: string;
    readonly after: string;
  }[];
}

/** Reads the `content` of a call. */
export function readResult(content: Json | undefined): ShownResult {
  const blocks = Array.isArray(content) ? content.filter(isObject) : [];
  const contents = blocks.flatMap((block) =>
    block.type === "content" ? [readBlock(block.content)] : [],
  );
  const changes = blocks.flatMap(({ type, path, oldText, newText }) => {
    if (type !== "diff" || typeof path !== "string") return [];
    const isNew = typeof oldText !== "string" || oldText === "";
    return [{ path, isNew, before: asText(oldText), after: asText(newText) }];
  });
  return {
    text: contents.flatMap(({ text }) => (text === "" ? [] : [text])).join("\n"),
    attachments: contents.flatMap(({ attachments }) => attachments),
    changes,
  };
}
