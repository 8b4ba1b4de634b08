import { oneLine } from "../../base/text/one-line.ts";
import { printable } from "../../base/text/text.ts";
import { dayOf } from "./time.ts";

/** Characters of a note that is shown in the line of a request; a longer one is on the request's page. */
const MAX_NOTE = 600;

/** Statuses of a request that nothing can change any more. */
export const closedStatuses: readonly string[] = ["completed", "rejected", "cancelled", "expired"];

/** What is known of a request besides its status. */
interface Answered {
  readonly status: string;
  readonly note?: string | null | undefined;
  readonly available_at: string;
  readonly due_at: string | null;
}

/** How a request was answered: its result, the reason, or until when it is put off. Empty if nothing was said. */
export function describeAnswer(request: Answered): string {
  const { status, available_at } = request;
  const note = noteOf(request);
  switch (status) {
    case "completed":
      return note && `result: ${note}`;
    case "deferred":
      return `until ${dayOf(available_at)}${note && `, because: ${note}`}`;
    case "expired":
      return "nobody took it on before it was due";
    case "rejected":
    case "cancelled":
      return note && `because: ${note}`;
    default:
      return note && `remark: ${note}`;
  }
}

/** A note is given whole or not at all: half a reason may say the opposite. */
function noteOf({ note }: Answered): string {
  const text = printable(oneLine(note ?? ""));
  return text.length > MAX_NOTE ? "see its page" : text;
}
