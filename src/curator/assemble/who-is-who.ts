import { compareBytes } from "../../base/file-set.ts";
import type { Snapshot } from "../mandates/mandate.ts";
import { inForceAt } from "../memory/decisions.ts";
import { markdownIn } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";

/** People and roles that are listed. */
const MAX_LISTED = 12;

/** What a list of people and roles is made from. */
type Parties = Pick<Snapshot, "files" | "record" | "memory" | "config" | "responsibility" | "at">;

/**
 * Who is meant by the short names in a text: people who decided something, with the full names that the files have for
 * them, and the roles that ask or are asked.
 */
export function describeParties(snapshot: Parties): readonly string[] {
  const { files, record, memory, config, responsibility, at } = snapshot;
  const ids = new Set(inForceAt(memory.digest.decisions, at).flatMap(({ by }) => by ?? []));
  const people = [...fullNames(files)]
    .filter(([id]) => ids.has(id))
    .map(([id, name]) => `${name} (${id})`);
  const requests = [...record.requests, ...record.sent, ...record.closed];
  const others = new Set(requests.flatMap(({ origin, target }) => [origin, target]));
  others.delete(responsibility);
  const roles = [...others].map((id) =>
    id === config.steward_responsibility_id ? `${id} (steward)` : id,
  );
  return [listed("People", people), listed("Roles that ask or are asked", roles)].flat();
}

function listed(name: string, items: readonly string[]): readonly string[] {
  if (items.length === 0) return [];
  const more = items.length > MAX_LISTED ? ` and ${items.length - MAX_LISTED} more` : "";
  return [`- ${name}: ${items.toSorted(compareBytes).slice(0, MAX_LISTED).join(", ")}${more}`];
}

/** Two capitalised words side by side. The pairs overlap, as in "Ask Mira Voss". */
const PAIRS = /(?<!\p{L})(?=(\p{Lu}\p{Ll}{1,40})[ \n](\p{Lu}\p{Ll}{1,40}))/gu;

/** Full names by their first part in small letters, from what people wrote about the role and its projects. */
function fullNames(files: ResponsibilityFiles): ReadonlyMap<string, string> {
  const paths = ["kernel.md", "guardrails.md", ...markdownIn(files, "context/projects")];
  const pairs = paths
    .filter((path) => files.stat(path) !== null)
    .flatMap((path) =>
      files.derive(path, "names", (text) =>
        [...text.matchAll(PAIRS)].map(([, first = "", last = ""]) => [first, last] as const),
      ),
    );
  return new Map(
    pairs.toReversed().map(([first, last]) => [first.toLowerCase(), `${first} ${last}`]),
  );
}
