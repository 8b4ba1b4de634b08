import { excerpt } from "../../base/text.ts";
import { type LossItem, lossKinds } from "../../model/loss.ts";

/** Counts what was kept, and groups everything else by its reason; memory stays bounded. */
export interface Tally {
  keep(count?: number): void;
  lose(kind: LossItem["kind"], where: string, why: string): void;
  kept(): number;
  loss(): LossItem[];
}

const PLACES_SHOWN = 5;
/** Further reasons are counted, not kept: a key's name is part of one, and a trail may hold a million. */
const GROUPS_KEPT = 1_000;
const TEXT_SHOWN = 200;

interface Group {
  readonly kind: LossItem["kind"];
  readonly why: string;
  readonly places: string[];
  count: number;
}

/** Creates an empty tally. */
export function createTally(): Tally {
  let kept = 0;
  const groups = new Map<string, Group>();
  const further = new Map<LossItem["kind"], number>();
  return {
    keep(count = 1) {
      kept += count;
    },
    lose(kind, where, why) {
      const reason = short(why);
      const group = groups.get(`${kind} ${reason}`);
      if (!group && groups.size >= GROUPS_KEPT) {
        further.set(kind, (further.get(kind) ?? 0) + 1);
        return;
      }
      const counted: Group = group ?? { kind, why: reason, places: [], count: 0 };
      counted.count++;
      if (counted.places.length < PLACES_SHOWN) counted.places.push(short(where));
      if (!group) groups.set(`${kind} ${reason}`, counted);
    },
    kept: () => kept,
    loss: () => [...[...groups.values()].map(asItem), ...[...further].map(asRest)].sort(byKind),
  };
}

function short(text: string): string {
  return text.length <= TEXT_SHOWN ? text : excerpt(text, TEXT_SHOWN);
}

function asItem({ kind, why, places, count }: Group): LossItem {
  const more = count > places.length ? ` and ${count - places.length} more` : "";
  return { kind, where: places.join(", ") + more, why, count };
}

function asRest([kind, count]: readonly [LossItem["kind"], number]): LossItem {
  return { kind, where: "elsewhere", why: "further reasons, which are not listed", count };
}

/** What arrived whole is listed last; everything else stays as it was found. */
function byKind(left: LossItem, right: LossItem): number {
  return Number(left.kind === lossKinds[0]) - Number(right.kind === lossKinds[0]);
}

/** Names of keys in a sentence. */
export function keyList(keys: readonly string[]): string {
  const shown = keys.slice(0, PLACES_SHOWN).map((key) => excerpt(key, 40));
  const more = keys.length - shown.length;
  return shown.join(", ") + (more > 0 ? ` and ${more} more keys` : "");
}
