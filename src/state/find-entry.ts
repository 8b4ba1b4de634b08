import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";
import { DEFAULT_NAMESPACE, entryKey } from "../model/state.ts";
import type { LiveEntry, State } from "./state.ts";

/** The entry with an id or a unique prefix of one, in the given namespace; else in the state's own or `shared`. */
export function findEntry(state: State, id: string, namespace?: string): LiveEntry {
  const spaces =
    namespace === undefined ? [state.bounds.namespace, DEFAULT_NAMESPACE] : [namespace];
  for (const space of spaces) {
    const exact = state.entries.get(entryKey(space, id));
    if (exact !== undefined) return exact;
  }
  const matches = [...state.entries.values()].filter(
    (entry) => spaces.includes(entry.namespace) && entry.id.startsWith(id),
  );
  const [only, second] = matches;
  if (only !== undefined && second === undefined && id !== "") return only;
  if (second === undefined || id === "") {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot find entry "${excerpt(id)}": no entry has this id`,
      {
        cure: "list all entries with `holdall state show --archived`",
      },
    );
  }
  throw new HoldallError(
    "E_USAGE",
    `Cannot find entry "${excerpt(id)}": ambiguous prefix; it matches ${listed(matches)}`,
    { cure: "type more characters of the id" },
  );
}

/** Ids that are generated begin with so many characters that no word of a text does. */
const GENERATED_ID = /^[0-9a-f]{6,12}$/;

/** The entry that a text is the id of, or the beginning of a generated id; null for any other text. */
export function namedEntry(state: State, text: string, namespace?: string): LiveEntry | null {
  const spaces =
    namespace === undefined ? [state.bounds.namespace, DEFAULT_NAMESPACE] : [namespace];
  for (const space of spaces) {
    const exact = state.entries.get(entryKey(space, text));
    if (exact !== undefined) return exact;
  }
  if (!GENERATED_ID.test(text)) return null;
  const [only, second] = [...state.entries.values()].filter(
    (entry) => spaces.includes(entry.namespace) && entry.id.startsWith(text),
  );
  return second === undefined ? (only ?? null) : null;
}

const MAX_LISTED = 5;

function listed(matches: readonly LiveEntry[]): string {
  const ids = matches.slice(0, MAX_LISTED).map(({ id }) => `"${excerpt(id, 60)}"`);
  const more = matches.length - ids.length;
  return more > 0 ? `${ids.join(", ")} and ${more} more` : ids.join(", ");
}
