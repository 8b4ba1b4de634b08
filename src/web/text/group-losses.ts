/** One thing that changed or did not arrive, as operations report it. */
export interface LossData {
  readonly kind: "kept" | "changed" | "summarised" | "dropped";
  readonly where: string;
  readonly why: string;
  readonly count?: number;
  /** What it concerns; without it, the bundle or session itself. */
  readonly scope?: string;
}

/** Everything that was lost for the same reason. */
export interface LossGroup extends Pick<LossData, "kind" | "why" | "scope"> {
  readonly count: number;
  readonly places: readonly string[];
}

const GRAVEST_FIRST: readonly LossData["kind"][] = ["dropped", "summarised", "changed"];

/** Losses by their reason, the gravest first; what was kept is no loss. */
export function groupLosses(items: readonly LossData[]): readonly LossGroup[] {
  const groups = new Map<string, LossGroup>();
  for (const { kind, why, where, scope, count = 1 } of items) {
    if (kind === "kept") continue;
    const key = JSON.stringify([kind, why, scope]);
    const known = groups.get(key) ?? { kind, why, count: 0, places: [] };
    groups.set(key, {
      ...known,
      ...(scope === undefined ? {} : { scope }),
      count: known.count + count,
      places: where === "" ? known.places : [...known.places, where],
    });
  }
  const rank = ({ kind }: LossGroup) => GRAVEST_FIRST.indexOf(kind);
  return [...groups.values()].sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}
