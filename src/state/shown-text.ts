/** States, trails and changes as a model reads them: texts once, quoted, with the ids that other tools need. */

import { quoteContext } from "../model/quoted-context.ts";
import type { TrailEvent } from "../model/state.ts";
import type { TrailLine } from "./history/read-trail.ts";
import type { ShownState } from "./show.ts";
import type { EntryResult } from "./transitions.ts";

/** What a model reads of a state: each entry with its id under its slot, and what may contradict what. */
export function shownText(output: unknown): string {
  // The operation's schema has just produced it.
  const { slots, entries, conflicts, token_count, budget_tokens } = output as ShownState;
  const size = `${token_count} of ${budget_tokens} tokens`;
  if (entries.length === 0) return `No entry is in force (${size})`;
  const known = new Set([...slots, ...entries.map(({ slot }) => slot)]);
  const sections = [...known].map((slot) => {
    const own = entries.filter((entry) => entry.slot === slot);
    const lines = own.map(({ id, content, state }) => {
      const mark = state === "archived" ? " (archived)" : "";
      return `- ${id}${mark}: ${oneLine(content)}`;
    });
    return lines.length === 0 ? "" : `## ${slot}\n${lines.join("\n")}\n`;
  });
  const pairs = conflicts.map(({ id, other }) => `- ${id} and ${other.id}`);
  const doubts = pairs.length === 0 ? "" : `## may contradict each other\n${pairs.join("\n")}\n`;
  return `Entries in force (${size}):\n${quoteContext([...sections, doubts].join(""))}`;
}

/** What a model reads of a trail: one line per event. */
export function loggedText(output: unknown): string {
  const { lines } = output as { readonly lines: readonly TrailLine[] };
  if (lines.length === 0) return "There are no such events";
  const shown = lines.map(({ seq, at, type, id, content, reason_code, reason }) =>
    [
      `#${seq} ${at.slice(0, 16)} ${type.replace(/^state_/, "")}`,
      ...(id === null ? [] : [id]),
      ...(reason_code === null || reason_code === "qualified" ? [] : [`(${reason_code})`]),
      ...(content === null ? [] : [`: ${oneLine(content)}`]),
      ...(reason === null ? [] : [`; ${oneLine(reason)}`]),
    ].join(" "),
  );
  return quoteContext(shown.join("\n"));
}

/** What a model reads of the decisions of a bundle or a state: when, what, about which entry and why. */
export function trailText(output: unknown): string {
  const { lines, damaged } = output as {
    readonly lines: readonly TrailEvent[];
    readonly damaged: boolean;
  };
  const shown = lines.map(({ ts, action, entry_id = "", reason = "" }) =>
    oneLine(`${ts.slice(0, 16)} ${action} ${entry_id.slice(0, MAX_ID)} ${reason}`),
  );
  const fault = damaged ? "\nThe trail is damaged: lines are missing" : "";
  return `${lines.length === 0 ? "There are no such decisions" : quoteContext(shown.join("\n"))}${fault}`;
}

/** The id of a rejected text is its hash: the beginning identifies it. */
const MAX_ID = 40;

/** What a model reads after it has changed an entry. */
export function changedText(output: unknown): string {
  const { id, version, state, evicted } = output as EntryResult;
  const done = `${id} is ${state === "active" ? "in force" : state}, version ${version}`;
  return evicted.length === 0 ? done : `${done}\nArchived to free tokens: ${evicted.join(", ")}`;
}

/** Lines of a text joined, so that none of them can look like another item. */
const oneLine = (text: string) =>
  text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .join(" / ");
