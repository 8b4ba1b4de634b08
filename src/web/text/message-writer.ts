import type { TranscriptItem } from "../../model/transcript.ts";

/** Who wrote a message in the user's place. */
export type Sender = NonNullable<Extract<TranscriptItem, { kind: "message" }>["sender"]>;

const WRITERS = {
  user: "User",
  task: "Report of a background task",
  teammate: "Message of a teammate",
  prompt: "Text of a command or skill",
  context: "Added by the agent's program",
} as const satisfies Record<Sender | "user", string>;

/** The name above a message in the user's place, in a terminal and on pages. */
export function writerOf({ sender }: { readonly sender?: Sender | undefined }): string {
  return WRITERS[sender ?? "user"];
}

/** Of an item or a row, what shows whether the user wrote it. */
interface Written {
  readonly kind: string;
  readonly text: string;
  readonly sender?: Sender | undefined;
}

/** Whether the user wrote it. */
export function isPrompt({ kind, sender }: Written): boolean {
  return kind === "user" && sender === undefined;
}

/** The first line that the user wrote, as the name of a conversation without a title. */
export function firstPrompt(rows: readonly Written[]): string | null {
  return rows.find(isPrompt)?.text.slice(0, 120).split("\n", 1)[0] ?? null;
}
