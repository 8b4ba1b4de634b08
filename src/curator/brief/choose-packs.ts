import { compareBytes } from "../../base/file-set.ts";
import type { Pack } from "../pack/pack.ts";
import { stemsOf } from "./terms.ts";

const PRIMARY = 2;
const scopeWeight = { task: 4, responsibility: 3, workspace: 2, system: 1 } as const;

/** The packs of a brief: those that were named, else the two that match the query best. */
export function choosePacks(
  packs: readonly Pack[],
  query: readonly string[],
  named: readonly string[],
): readonly Pack[] {
  const explicit = named.flatMap((id) => packs.find((pack) => pack.id === id) ?? []);
  const others = packs
    .filter((pack) => !explicit.includes(pack))
    .map((pack) => ({ pack, score: scorePack(pack, new Set(query)) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || compareBytes(a.pack.id, b.pack.id))
    .map(({ pack }) => pack);
  return explicit.length >= PRIMARY ? explicit : [...explicit, ...others].slice(0, PRIMARY);
}

/** 0 without any match: the weight of its scope alone chooses no pack. */
function scorePack({ manifest, files }: Pack, query: ReadonlySet<string>): number {
  const tags = new Set(files.flatMap(({ facts }) => facts.tags.flatMap(stemsOf)));
  const names = new Set([
    ...stemsOf(manifest.name),
    ...stemsOf(manifest.discipline.replaceAll("_", " ")),
  ]);
  const tagHits = [...query].filter((term) => tags.has(term)).length;
  const nameHits = [...query].filter((term) => names.has(term)).length;
  if (tagHits + nameHits === 0) return 0;
  return 3 * tagHits + 2 * nameHits + scopeWeight[manifest.scope];
}
