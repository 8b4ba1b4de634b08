import type { GateEntry } from "./gate/gate.ts";
import type { StateView } from "./record.ts";
import { type HeldEntry, isActive, versionOf } from "./state.ts";

/** What the gate sees of an entry: nothing when it is out of force or its text was redacted. */
type Seen = GateEntry | null;

/** The entries of the call before, in their order, and what the gate saw of them. */
let before: { readonly held: readonly HeldEntry[]; readonly seen: readonly Seen[] } = {
  held: [],
  seen: [],
};

/** The entries in force as the gate sees them: each is the same object every time, so that it is read once. */
export async function gateEntries(
  { state, contents }: Pick<StateView, "state" | "contents">,
  isAsked: (entry: HeldEntry) => boolean = () => true,
): Promise<readonly GateEntry[]> {
  const held = [...state.entries.values()];
  const known = recall(held);
  const unknown = held.filter((_, place) => known[place] === undefined);
  const said = unknown.length === 0 ? null : await contents(unknown.filter(isActive));
  const seen = held.map((entry, place): Seen => {
    const each = known[place];
    return each === undefined ? look(entry, said?.get(entry) ?? null) : each;
  });
  before = { held, seen };
  const shown: GateEntry[] = [];
  let place = 0; // By hand: pairs of place and entry would be ten thousand objects.
  for (const entry of held) {
    const each = seen[place++];
    if (each != null && isAsked(entry)) shown.push(each);
  }
  return shown;
}

function look(entry: HeldEntry, content: string | null): Seen {
  const { namespace, id } = entry;
  if (content === null || !isActive(entry)) return null;
  return { namespace, id, content, version: versionOf(entry) };
}

/** What was seen of entries before. Most stand where they stood: looking each up would take long. */
function recall(held: readonly HeldEntry[]): readonly (Seen | undefined)[] {
  let at = 0;
  return held.map((entry) => {
    if (before.held[at] !== entry && before.held[at + 1] === entry) at++;
    const place = at++;
    return before.held[place] === entry ? before.seen[place] : undefined;
  });
}
