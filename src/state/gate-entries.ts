import type { GateEntry } from "./gate/gate.ts";
import { activeEntries } from "./load.ts";
import type { StateView } from "./record.ts";
import { type HeldEntry, versionOf } from "./state.ts";

/** Entries as the gate saw them before; null for one that says nothing any more. */
const known = new WeakMap<HeldEntry, GateEntry | null>();

/** The entries in force as the gate sees them: each is the same object every time, so that it is read once. */
export async function gateEntries(
  { state, contents }: Pick<StateView, "state" | "contents">,
  isSeen: (entry: HeldEntry) => boolean = () => true,
): Promise<readonly GateEntry[]> {
  const active = activeEntries(state).filter(isSeen);
  const shown = active.map((entry) => known.get(entry));
  const unknown = active.filter((_, place) => shown[place] === undefined);
  const said = unknown.length === 0 ? null : await contents(unknown);
  for (const entry of unknown) known.set(entry, seenEntry(entry, said?.get(entry) ?? null));
  const seen: GateEntry[] = [];
  for (const [place, entry] of active.entries()) {
    const each = shown[place] ?? known.get(entry);
    if (each != null) seen.push(each);
  }
  return seen;
}

function seenEntry(entry: HeldEntry, content: string | null): GateEntry | null {
  const { namespace, id } = entry;
  return content === null ? null : { namespace, id, content, version: versionOf(entry) };
}
