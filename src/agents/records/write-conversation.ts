import type { SessionDraft } from "../agent.ts";
import { dropAttachment } from "../attachment-location.ts";
import { type MessageItem, type Step, writeSteps } from "../steps.ts";

/** How an agent writes what a conversation consists of. */
export interface ConversationForm {
  /** The note of where the work came from: not the user's words. */
  writeNote(note: string): string;
  writeStep(step: Step): Iterable<string>;
}

/** A conversation with its note, which comes first, or after a summary: that replaces all before it. */
export async function* writeConversation(
  draft: SessionDraft,
  { writeNote, writeStep }: ConversationForm,
): AsyncGenerator<string> {
  let { note } = draft;
  function* noteOnce(): Generator<string> {
    if (note !== "") yield writeNote(note);
    note = "";
  }
  yield* writeSteps(draft, function* (step) {
    if (step.kind !== "summary") yield* noteOnce();
    yield* writeStep(step);
  });
  yield* noteOnce();
}

type Attachment = MessageItem["attachments"][number];

/** The files of a message or a result in an agent's form; one without a form is reported, with the reason. */
export function formFiles<Form>(
  item: Pick<MessageItem, "attachments" | "source">,
  draft: SessionDraft,
  formOf: (mediaType: string, base64: string) => Form | null,
  whyNot: (attachment: Attachment) => string,
): readonly Form[] {
  return item.attachments.flatMap((attachment) => {
    const { media_type, base64 } = attachment;
    const form = base64 === null ? null : formOf(media_type, base64);
    if (form !== null) return [form];
    dropAttachment(draft, item, { attachment, why: whyNot(attachment) });
    return [];
  });
}
