import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { excerpt } from "../../base/text/text.ts";
import { type LossItem, lossKinds } from "../../model/loss.ts";

/** Counts what was kept and groups everything else by its reason, in bounded memory. */
export interface LossTally {
  countKept(count?: number): void;
  add(kind: LossItem["kind"], where: string, why: string): void;
  kept(): number;
  items(): LossItem[];
}

const MAX_PLACES_SHOWN = 5;
/** More reasons are counted, not kept: a reason may name a key, and a trail may have a million of them. */
const MAX_GROUPS = 1_000;
const MAX_TEXT_SHOWN = 200;

interface Group {
  readonly kind: LossItem["kind"];
  readonly why: string;
  readonly places: string[];
  count: number;
}

/** Creates an empty tally. */
export function createLossTally(): LossTally {
  let kept = 0;
  const groups = new Map<string, Group>();
  const further = new Map<LossItem["kind"], number>();
  return {
    countKept(count = 1) {
      kept += count;
    },
    add(kind, where, why) {
      const reason = short(why);
      const group = groups.get(`${kind} ${reason}`);
      if (!group && groups.size >= MAX_GROUPS) {
        further.set(kind, (further.get(kind) ?? 0) + 1);
        return;
      }
      const counted: Group = group ?? { kind, why: reason, places: [], count: 0 };
      counted.count++;
      if (counted.places.length < MAX_PLACES_SHOWN) counted.places.push(short(where));
      if (!group) groups.set(`${kind} ${reason}`, counted);
    },
    kept: () => kept,
    items: () => [...[...groups.values()].map(asItem), ...[...further].map(asRest)].sort(byKind),
  };
}

function short(text: string): string {
  return text.length <= MAX_TEXT_SHOWN ? text : excerpt(text, MAX_TEXT_SHOWN);
}

function asItem({ kind, why, places, count }: Group): LossItem {
  const more = count > places.length ? ` and ${formatNumber(count - places.length)} more` : "";
  return { kind, where: places.join(", ") + more, why, count };
}

function asRest([kind, count]: readonly [LossItem["kind"], number]): LossItem {
  return { kind, where: "other places", why: "further reasons that are not listed", count };
}

/** Lists what was kept last; everything else stays in the order it was found. */
function byKind(left: LossItem, right: LossItem): number {
  return Number(left.kind === lossKinds[0]) - Number(right.kind === lossKinds[0]);
}

/** The names of keys, for a sentence. */
export function keyList(keys: readonly string[]): string {
  const shown = keys.slice(0, MAX_PLACES_SHOWN).map((key) => excerpt(key, 40));
  const more = keys.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${formatCount(more, "more key")}` : "");
}
