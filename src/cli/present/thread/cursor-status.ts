import { printable } from "../../../base/text.ts";

interface Cursor {
  readonly seq: number;
  readonly provider: string;
  readonly endpoint: string | null;
  readonly model: string | null;
  readonly cursor: unknown;
  readonly action: string;
}

export default function present({ cursors }: { readonly cursors: readonly Cursor[] }): string[] {
  return cursors.length === 0 ? ["no cursors"] : cursors.map(cursorLine);
}

/** A cursor in one line. */
export function cursorLine({ seq, provider, endpoint, model, cursor, action }: Cursor): string {
  const key = [provider, endpoint, model].filter((part) => part !== null).join(" ");
  return printable(`#${seq} ${key}: ${action} ${cursor === null ? "" : JSON.stringify(cursor)}`);
}
