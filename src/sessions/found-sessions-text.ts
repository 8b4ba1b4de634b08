/** Lists of sessions as a model reads them: quoted, a line for each, with the id by which it is read. */

import { oneLine, truncateEnd } from "../base/text/one-line.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { Found } from "./index/find-matches.ts";

const MAX_TITLE = 100;
const DATE_LENGTH = "2026-11-18".length;

interface Listed {
  readonly agent: string | null;
  readonly id: string;
  readonly title: string | null;
  readonly modified_at: string | null;
  /** Null or false for a session that its agent has. */
  readonly kept: string | boolean | null;
}

function lineOf({ agent, id, title, modified_at, kept }: Listed): string {
  const date = modified_at?.slice(0, DATE_LENGTH) ?? "";
  const mark = kept === null || kept === false ? "" : "(kept, its agent no longer has it) ";
  return `- ${agent} ${id} ${date} ${mark}${truncateEnd(oneLine(title ?? "(no title)"), MAX_TITLE)}`;
}

/** What a model reads of the list of sessions. */
export function listedText(output: unknown): string {
  // The operation's schema has just produced it.
  const { sessions, found } = output as {
    readonly sessions: readonly Listed[];
    readonly found: number;
  };
  if (sessions.length === 0) return "There is no session of this project";
  const hidden = found - sessions.length;
  const quoted = quoteContext(sessions.map(lineOf).join("\n"));
  return hidden > 0 ? `${quoted}${hidden} older sessions are not listed.` : quoted;
}

/** What a model reads of a search in sessions. */
export function matchedText(output: unknown): string {
  // The operation's schema has just produced it.
  const { found, searched } = output as {
    readonly found: readonly Found[];
    readonly searched: number;
  };
  if (found.length === 0) return `Nothing found in ${searched} sessions: try synonyms or names`;
  const lines = found.flatMap((each) => [
    lineOf(each),
    ...each.matches.map(({ kind, line }) => `  [${kind}] ${line}`),
  ]);
  return `${quoteContext(lines.join("\n"))}Searched ${searched} sessions of this project.`;
}
