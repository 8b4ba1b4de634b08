import { formatNumber } from "../../base/text/format-count.ts";

/** One thing that changed or did not arrive, as operations report it. */
export interface LossData {
  readonly kind: "kept" | "changed" | "summarised" | "dropped";
  readonly where: string;
  readonly why: string;
  readonly count?: number | undefined;
  /** What it concerns; without it, the bundle or session itself. */
  readonly scope?: string | undefined;
}

/** Everything that was lost for the same reason. */
export interface LossGroup extends Pick<LossData, "kind" | "why" | "scope"> {
  readonly count: number;
  /** The first places, in words: "lines 3, 9, 12 and 40 more". */
  readonly places: string;
}

const GRAVEST_FIRST: readonly LossData["kind"][] = ["dropped", "summarised", "changed"];

/** Losses by their reason, the gravest first; what was kept is no loss. */
export function groupLosses(items: readonly LossData[]): readonly LossGroup[] {
  const groups = new Map<string, Group>();
  for (const item of items) {
    if (item.kind === "kept") continue;
    const key = `${item.kind}\n${item.scope ?? ""}\n${item.why}`;
    const group = groups.get(key) ?? { item, count: 0, places: createPlaces() };
    group.count += item.count ?? 1;
    group.places.add(item.where);
    groups.set(key, group);
  }
  const rank = ({ kind }: LossGroup) => GRAVEST_FIRST.indexOf(kind);
  return [...groups.values()].map(finished).sort((a, b) => rank(a) - rank(b) || b.count - a.count);
}

interface Group {
  readonly item: LossData;
  count: number;
  readonly places: ReturnType<typeof createPlaces>;
}

function finished({ item: { kind, why, scope }, count, places }: Group): LossGroup {
  return { kind, why, ...(scope === undefined ? {} : { scope }), count, places: places.text() };
}

/** Places of one reason that are named. */
const MAX_NAMED = 3;

/** Names the first places. Lines of one file are named without it: it is that of the session. */
function createPlaces() {
  const first: string[] = [];
  let count = 0;
  let file: string | null = null;
  let isOneFile = true;
  return {
    add(where: string) {
      if (where === "") return;
      const at = where.lastIndexOf(":");
      const name = where.slice(0, at);
      file ??= name;
      isOneFile &&= name === file && /^:\d{1,9}$/.test(where.slice(at));
      count++;
      if (count <= MAX_NAMED) first.push(where);
    },
    text(): string {
      const names = isOneFile ? first.map((place) => place.slice((file ?? "").length + 1)) : first;
      const label = isOneFile && count > 0 ? (count === 1 ? "line " : "lines ") : "";
      const more = count > MAX_NAMED ? ` and ${formatNumber(count - MAX_NAMED)} more` : "";
      return `${label}${names.join(", ")}${more}`;
    },
  };
}
