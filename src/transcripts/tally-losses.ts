import type { LossItem, LossKind } from "../model/loss.ts";

/** Losses of one kind and reason that are named one by one; the rest of them is counted together. */
const NAMED = 100;

/** Gathers losses: each with its place while they are few, then counted. */
export interface LossTally {
  add(kind: LossKind, where: string, why: string): void;
  /** In the order in which a reason first occurred. */
  items(): readonly LossItem[];
}

interface Group {
  readonly named: LossItem[];
  more: LossItem | null;
}

/** An empty tally. */
export function tallyLosses(): LossTally {
  const groups = new Map<string, Group>();
  return {
    add(kind, where, why) {
      const key = `${kind}\0${why}`;
      const group = groups.get(key) ?? { named: [], more: null };
      groups.set(key, group);
      if (group.named.length < NAMED) group.named.push({ kind, where, why });
      else group.more = { kind, where: `${where} …`, why, count: (group.more?.count ?? 0) + 1 };
    },
    items: () =>
      [...groups.values()].flatMap(({ named, more }) => (more === null ? named : [...named, more])),
  };
}
