import { type Signal, useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import type { ConversationData } from "../page.ts";
import type { Line } from "../text/conversation-lines.ts";
import { addressedRow } from "../text/row-address.ts";
import type { VisibleRows } from "./use-rows.ts";

/** A list of rows, and what of it is unfolded. */
interface AddressProps {
  readonly rows: VisibleRows;
  readonly conversation: ConversationData;
  readonly lines: readonly Line[];
  readonly openGroups: Signal<ReadonlySet<number>>;
  readonly openContexts: Signal<ReadonlySet<number>>;
}

/** The row that a list scrolls to, as the address of the page names it. */
interface Address {
  /** The number of the row; 0 for none. */
  readonly addressed: number;
  /** Goes to the row with a number. */
  readonly goTo: (number: number) => void;
}

/**
 * Goes to the row that the address names (`addressedRow()`), now and whenever it changes.
 * A row that is not loaded yet, or is still folded, is gone to as soon as it is listed.
 */
export function useAddress(props: AddressProps): Address {
  const { rows, conversation, lines, openGroups, openContexts } = props;
  const wanted = useSignal(location.hash);
  const addressed = useSignal(0);
  useEffect(() => {
    const follow = () => {
      wanted.value = location.hash;
    };
    window.addEventListener("hashchange", follow);
    return () => window.removeEventListener("hashchange", follow);
  }, []);
  useEffect(() => {
    const row = addressedRow(conversation.rows, wanted.value);
    if (row === undefined) return;
    if (row.group !== undefined) toggle(openGroups, row.group, true);
    const index = lines.findIndex((line) => line.kind === "row" && line.row === row);
    if (index === -1) {
      const context = lines.find((line) => line.kind === "context" && line.rows.includes(row));
      const first = context?.kind === "context" ? context.rows[0] : undefined;
      if (first !== undefined) toggle(openContexts, first.number, true);
      return;
    }
    rows.virtualizer.scrollToIndex(index, { align: "start" });
    addressed.value = row.number;
    wanted.value = "";
  }, [wanted.value, lines]);
  const goTo = (number: number) => {
    wanted.value = `#row=${number}`;
  };
  return { addressed: addressed.value, goTo };
}

/** Adds a member to a set, or removes it. */
export function toggle(set: Signal<ReadonlySet<number>>, member: number, isIn: boolean): void {
  if (set.value.has(member) === isIn) return;
  const next = new Set(set.value);
  if (isIn) next.add(member);
  else next.delete(member);
  set.value = next;
}
