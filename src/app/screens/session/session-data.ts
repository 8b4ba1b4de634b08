import type { ConversationData } from "../../../web/page.ts";

/** A part of a session, as the operation `show` returns it. */
export interface ShownData {
  readonly kind: string;
  readonly agent: string | null;
  readonly id: string;
  readonly title: string | null;
  readonly cwd: string | null;
  readonly model: string | null;
  readonly started_at: string | null;
  readonly path: string;
  readonly total: number;
  /** Whether that is all: the server reads a long session only as far as somebody asks. */
  readonly complete: boolean;
  /** Only the beginning was read, and a later message may have taken back what it has. */
  readonly provisional?: true;
  readonly conversation: (ConversationData & { readonly shortened: number }) | null;
}
