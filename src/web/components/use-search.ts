import { type ReadonlySignal, type Signal, useComputed, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { Row } from "../page.ts";
import { matchingRows } from "../text/conversation-lines.ts";

/** A search in a conversation. */
export interface Search {
  readonly query: Signal<string>;
  /** Whether only rows that match are listed. */
  readonly isOnly: Signal<boolean>;
  /** Numbers of the rows that match. */
  readonly matches: ReadonlySignal<readonly number[]>;
  /** The place of the current match in `matches`; -1 before the first. */
  readonly current: Signal<number>;
}

/** Searches the rows that are there, also those that come later, for what the address names at first. */
export function useSearch(rows: readonly Row[], initial: string): Search {
  const query = useSignal(initial);
  const isOnly = useSignal(false);
  const current = useSignal(-1);
  const known = useSignal(rows);
  useEffect(() => {
    known.value = rows;
  }, [rows]);
  const matches = useComputed(() =>
    matchingRows(known.value, query.value).map(({ number }) => number),
  );
  return { query, isOnly, matches, current };
}
