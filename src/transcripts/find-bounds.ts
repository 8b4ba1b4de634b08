import type { TranscriptItem } from "../model/transcript.ts";
import { isNumbered } from "./item-numbers.ts";

/** A place in a conversation: an item by its id or by the number under which `show` prints it, or a time. */
export type Place = { readonly id: string } | { readonly number: number } | { readonly time: Date };

/** The first and the last item that are taken; null or absent for the beginning and the end. */
export interface Bounds {
  readonly since?: Place | null;
  readonly until?: Place | null;
}

/** Finds the positions of two bounds while the items of a conversation pass, one after another. */
export interface BoundsFinder {
  /** Takes the next item; false for one after the end. */
  add(item: TranscriptItem): boolean;
  /** The first position inside, the first one after the end, and the bound whose item did not come. */
  end(): { readonly from: number; readonly to: number; readonly missing: keyof Bounds | null };
}

/** Begins to look for bounds. The result of a call, and whatever else has no number, belongs to the item before it. */
export function findBounds({ since = null, until = null }: Bounds): BoundsFinder {
  let position = 0;
  let number = 0;
  let from = 0;
  let to: number | null = null;
  let isBegun = since === null || "time" in since;
  let isEnding = false;
  return {
    add(item) {
      if (isNumbered(item)) number++;
      const isOver = isEnding && isNumbered(item);
      if (isOver || isAfter(item, until)) to ??= position;
      if (to !== null) return false;
      if (isBefore(item, since)) from = position + 1;
      if (isAt(since, item, number)) {
        isBegun = true;
        from = position;
      }
      if (isAt(until, item, number)) isEnding = true;
      position++;
      return true;
    },
    end() {
      const bounds = { from, to: to ?? Number.POSITIVE_INFINITY };
      if (!isBegun) return { ...bounds, missing: "since" };
      const isEndMissing = until !== null && !("time" in until) && !isEnding;
      return { ...bounds, missing: isEndMissing ? "until" : null };
    },
  };
}

function isAt(place: Place | null, item: TranscriptItem, number: number): boolean {
  if (place === null || "time" in place) return false;
  return "id" in place ? item.id === place.id : isNumbered(item) && number === place.number;
}

function isBefore({ at }: TranscriptItem, place: Place | null): boolean {
  if (at === null || place === null || !("time" in place)) return false;
  return Date.parse(at) < place.time.getTime();
}

function isAfter({ at }: TranscriptItem, place: Place | null): boolean {
  if (at === null || place === null || !("time" in place)) return false;
  return Date.parse(at) > place.time.getTime();
}
