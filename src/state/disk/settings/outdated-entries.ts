import { activeEntries } from "../../load.ts";
import { findOutdated, type OutdatedEntry, referencesOf } from "../../session/freshness.ts";
import type { State } from "../../state.ts";
import { readProjectState } from "./project-files.ts";

/** Finds entries in force whose files or Git commit have changed. */
export async function findOutdatedEntries(
  root: string,
  state: State,
): Promise<readonly OutdatedEntry[]> {
  const entries = activeEntries(state);
  const references = entries.map(referencesOf);
  const paths = new Set(references.flatMap(({ files }) => files.map(({ path }) => path)));
  const commits = new Set(references.flatMap(({ commit }) => commit ?? []));
  if (paths.size + commits.size === 0) return [];
  return findOutdated(entries, await readProjectState(root, { paths, commits }));
}
