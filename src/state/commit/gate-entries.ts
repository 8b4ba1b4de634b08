import type { StateView } from "../change-state.ts";
import type { GateEntry } from "../gate/gate.ts";
import { isActive, type LiveEntry, versionOf } from "../state.ts";

/** What the gate sees of an entry: null when it is out of force or its text was redacted. */
type GateView = GateEntry | null;

/** The entries of the last call in order, and what the gate saw of them. */
let lastCall: { readonly entries: readonly LiveEntry[]; readonly views: readonly GateView[] } = {
  entries: [],
  views: [],
};

/**
 * The entries in force as the gate sees them. An unchanged entry is the same object in every call, because the
 * gate caches by object what it knows of a text.
 */
export async function gateEntries(
  { state, readTexts }: Pick<StateView, "state" | "readTexts">,
  isCompared: (entry: LiveEntry) => boolean = () => true,
): Promise<readonly GateEntry[]> {
  const entries = [...state.entries.values()];
  const known = reuseViews(entries);
  const unknown = entries.filter((_, index) => known[index] === undefined);
  const texts = unknown.length === 0 ? null : await readTexts(unknown.filter(isActive));
  const views = entries.map((entry, index): GateView => {
    const view = known[index];
    return view === undefined ? toGateEntry(entry, texts?.get(entry) ?? null) : view;
  });
  lastCall = { entries, views };
  const compared: GateEntry[] = [];
  let index = 0; // Counted by hand: `entries()` would create ten thousand pairs.
  for (const entry of entries) {
    const view = views[index++];
    if (view != null && isCompared(entry)) compared.push(view);
  }
  return compared;
}

function toGateEntry(entry: LiveEntry, content: string | null): GateView {
  const { namespace, id } = entry;
  if (content === null || !isActive(entry)) return null;
  return { namespace, id, content, version: versionOf(entry) };
}

/**
 * The views of the last call, by entry. Two lists of entries usually differ by one insertion or deletion, so they
 * are walked in step; looking up ten thousand entries in a map would take longer than the comparison itself.
 */
function reuseViews(entries: readonly LiveEntry[]): readonly (GateView | undefined)[] {
  let next = 0;
  return entries.map((entry) => {
    if (lastCall.entries[next] !== entry && lastCall.entries[next + 1] === entry) next++;
    const index = next++;
    return lastCall.entries[index] === entry ? lastCall.views[index] : undefined;
  });
}
