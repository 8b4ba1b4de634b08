import type { SessionDraft } from "../../agent.ts";
import { dropAttachment } from "../../attachment-location.ts";
import type { MessageItem } from "../../steps.ts";

const TAKEN = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The pictures that the model API takes, as blocks; others are a loss. */
export function imagesOf(
  item: Pick<MessageItem, "attachments" | "source">,
  draft: SessionDraft,
): object[] {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    if (base64 !== null && TAKEN.has(media_type)) {
      return [{ type: "image", source: { type: "base64", media_type, data: base64 } }];
    }
    const why = "attachment that is not an image contained in the session";
    dropAttachment(draft, item, { attachment, why });
    return [];
  });
}
