import { compareBytes } from "../../base/file-set.ts";

/** What distinguishes two events, whichever source they come from. */
export interface EventName {
  readonly at: string;
  readonly kind: string;
  readonly id: string;
  /** Set where nothing else distinguishes it: a line of the memory that names nothing. */
  readonly nameless?: number;
}

/** Newest first; at the same time by kind and id. */
export function compareEvents(a: EventName, b: EventName): number {
  // Times are ASCII, whose order needs no bytes.
  if (a.at !== b.at) return a.at < b.at ? 1 : -1;
  return compareBytes(a.kind, b.kind) || compareBytes(a.id, b.id);
}
