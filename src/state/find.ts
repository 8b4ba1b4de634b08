import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text.ts";
import { DEFAULT_NAMESPACE, entryKey } from "../model/state.ts";
import type { HeldEntry, State } from "./state.ts";

/** The entry with an id, or with the only id that begins so: in a namespace, the state's own or `shared`. */
export function findEntry(state: State, id: string, namespace?: string): HeldEntry {
  const spaces =
    namespace === undefined ? [state.bounds.namespace, DEFAULT_NAMESPACE] : [namespace];
  for (const space of spaces) {
    const exact = state.entries.get(entryKey(space, id));
    if (exact !== undefined) return exact;
  }
  const near = [...state.entries.values()].filter(
    (entry) => spaces.includes(entry.namespace) && entry.id.startsWith(id),
  );
  const [only, second] = near;
  if (only !== undefined && second === undefined && id !== "") return only;
  if (second === undefined || id === "") {
    throw new HoldallError("E_NOT_FOUND", `Cannot find entry "${excerpt(id)}": there is none`, {
      cure: "see `holdall state show --archived`",
    });
  }
  throw new HoldallError(
    "E_USAGE",
    `Cannot tell which entry "${excerpt(id)}" is: several begin so`,
    { cure: "type more of the id" },
  );
}
