import type { TranscriptItem } from "../model/transcript.ts";

/** A place in a conversation: that of an item, or a time. */
export type Place = { readonly id: string } | { readonly time: Date };

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

/** Begins to look for bounds. */
export function findBounds({ since = null, until = null }: Bounds): BoundsFinder {
  let position = 0;
  let from = 0;
  let to = Number.POSITIVE_INFINITY;
  let isBegun = since === null || "time" in since;
  const isEndKnown = () => to !== Number.POSITIVE_INFINITY;
  return {
    add(item) {
      if (until !== null && "time" in until && isAfter(item, until.time))
        to = Math.min(to, position);
      if (position >= to) return false;
      if (since !== null && "time" in since && isBefore(item, since.time)) from = position + 1;
      if (since !== null && "id" in since && item.id === since.id) {
        isBegun = true;
        from = position;
      }
      position++;
      if (until !== null && "id" in until && item.id === until.id) to = position;
      return true;
    },
    end() {
      if (!isBegun) return { from, to, missing: "since" };
      const isEndMissing = until !== null && "id" in until && !isEndKnown();
      return { from, to, missing: isEndMissing ? "until" : null };
    },
  };
}

function isBefore({ at }: TranscriptItem, time: Date): boolean {
  return at !== null && Date.parse(at) < time.getTime();
}

function isAfter({ at }: TranscriptItem, time: Date): boolean {
  return at !== null && Date.parse(at) > time.getTime();
}
