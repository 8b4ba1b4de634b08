import { locationOf, type TranscriptItem } from "../model/transcript.ts";
import type { SessionDraft } from "./agent.ts";
import type { MessageItem } from "./steps.ts";

type Attachment = MessageItem["attachments"][number];

/** Where an attachment is: a report that names it says nothing about the text beside it. */
export function attachmentLocation(
  item: Pick<TranscriptItem, "source">,
  { media_type }: Attachment,
): string {
  return `${locationOf(item)} (${media_type})`;
}

/** Reports an attachment that the receiver's format has no place for. */
export function dropAttachment(
  draft: SessionDraft,
  item: Pick<TranscriptItem, "source">,
  { attachment, why }: { readonly attachment: Attachment; readonly why: string },
): void {
  draft.loss({ kind: "dropped", where: attachmentLocation(item, attachment), why });
}
