import type { LossItem } from "../model/loss.ts";

/** Losses of one kind and reason that are named one by one; the rest of them is counted together. */
const MAX_NAMED = 100;

/** Collects losses: each with its place while they are few, then as a count. */
export interface LossTally {
  add(loss: LossItem): void;
  /** In the order in which a reason first occurred. */
  items(): readonly LossItem[];
}

interface Group {
  readonly named: LossItem[];
  rest: LossItem | null;
}

/** An empty tally. */
export function createLossTally(): LossTally {
  const groups = new Map<string, Group>();
  return {
    add(loss) {
      const key = `${loss.kind}\0${loss.scope}\0${loss.why}`;
      const group = groups.get(key) ?? { named: [], rest: null };
      groups.set(key, group);
      if (group.named.length < MAX_NAMED) group.named.push(loss);
      else {
        const count = (group.rest?.count ?? 0) + (loss.count ?? 1);
        group.rest = { ...loss, where: `${loss.where} …`, count };
      }
    },
    items: () =>
      [...groups.values()].flatMap(({ named, rest }) => (rest === null ? named : [...named, rest])),
  };
}
