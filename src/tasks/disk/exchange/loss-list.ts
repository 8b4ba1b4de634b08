import { formatNumber } from "../../../base/text/format-count.ts";
import { type LossItem, type LossKind, lossKinds } from "../../../model/loss.ts";

const MAX_ITEMS = 1000;

/** Losses of an import: the first ones by their places, and how many more there are. */
export interface LossList {
  add(item: LossItem): void;
  items(): readonly LossItem[];
}

/** A list that stays short however much a stranger's task loses. */
export function createLossList(): LossList {
  const listed: LossItem[] = [];
  const more = new Map<LossKind, number>();
  return {
    add(item) {
      if (listed.length < MAX_ITEMS) listed.push(item);
      else more.set(item.kind, (more.get(item.kind) ?? 0) + (item.count ?? 1));
    },
    items() {
      const rest = lossKinds.flatMap((kind): LossItem[] => {
        const count = more.get(kind);
        if (count === undefined) return [];
        return [{ kind, where: "elsewhere", why: `and ${formatNumber(count)} more`, count }];
      });
      return [...listed, ...rest];
    },
  };
}
