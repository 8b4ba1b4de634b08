/**
 * What a model reads of a search: each excerpt once with a number for where it is from, then the sources. All of it was
 * written by others, so that it is quoted.
 */

import { oneLine } from "../base/text/one-line.ts";
import { quoteContext } from "../model/quoted-context.ts";

/** The part of the output of `memory find` that a model reads. */
interface FindOutput {
  readonly hits: readonly Hit[];
  readonly covered: Readonly<Record<"entries" | "units" | "sessions", number>>;
}

interface Hit {
  readonly kind: string;
  readonly id: string;
  readonly node_id?: string | null;
  readonly title?: string | null;
  readonly from?: string;
  readonly at?: string | null;
  readonly content: string;
  readonly excerpt: boolean;
}

const MAX_TITLE = 60;
const SHORT_ID = 12;
const NOTHING = "Nothing found: ask again with synonyms, names or the language of the sessions";
const MORE = "expand: true shows excerpts complete.";

/** What a model reads of what was found. */
export function foundText(output: unknown): string {
  // The operation's schema has just produced it.
  const { hits, covered } = output as FindOutput;
  const searched = `Searched ${covered.entries} state entries, ${covered.units} units, ${covered.sessions} sessions.`;
  if (hits.length === 0) return `${NOTHING}. ${searched}`;
  const sources = [...new Set(hits.map(sourceOf))];
  const found = hits.map((hit) => {
    const facts = [hit.from, hit.at?.slice(0, "2026-11-18".length)].filter(Boolean);
    return `- [${[sources.indexOf(sourceOf(hit)) + 1, ...facts].join(" ")}] ${hit.content}`;
  });
  const list = sources.map((source, at) => `[${at + 1}] ${source}`);
  const quoted = quoteContext([...found, "", "Sources:", ...list].join("\n"));
  return `${quoted}${searched}${hits.some(({ excerpt }) => excerpt) ? ` ${MORE}` : ""}`;
}

function sourceOf({ kind, id, node_id, title }: Hit): string {
  const name = `${kind} ${node_id ?? (kind === "unit" ? id.slice(0, SHORT_ID) : id)}`;
  return title ? `${name}: ${oneLine(title).slice(0, MAX_TITLE).toWellFormed()}` : name;
}
