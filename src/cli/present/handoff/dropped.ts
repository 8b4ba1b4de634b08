import { printable } from "../../../base/text/text.ts";
import { type Dropped, droppedKinds } from "../../../model/dropped.ts";
import { droppedHeadings, droppedNotes, introduceDropped } from "../../../web/text/dropped-text.ts";
import { type Terminal, wrap } from "../../terminal.ts";

/** What a compaction dropped, by kind, each with the number that `show --from` takes. */
export function droppedLines(dropped: Dropped, terminal: Terminal): string[] {
  const { items } = dropped;
  const places = items.map(({ number }) => (number === null ? "" : `#${number}`));
  const column = Math.max(0, ...places.map((place) => place.length)) + 2;
  const lines = ["", ...wrap(introduceDropped(dropped), terminal.width)];
  for (const kind of droppedKinds) {
    const own = items.flatMap((item, index) => (item.kind === kind ? [{ item, index }] : []));
    if (own.length > 0) lines.push("", terminal.style("bold", droppedHeadings[kind]));
    for (const { item, index } of own) {
      const place = (places[index] ?? "").padEnd(column);
      const [first = "", ...more] = wrap(printable(item.text), terminal.width - column - 2);
      lines.push(`  ${terminal.style("dim", place)}${first}`);
      lines.push(...more.map((line) => " ".repeat(column + 2) + line));
    }
  }
  const hint = "Put them into the note of a handoff with --restore-dropped all, or by number.";
  const notes = [...droppedNotes(dropped), ...(items.length === 0 ? [] : [hint])];
  return [...lines, ...(notes.length === 0 ? [] : ["", ...notes.map(dim)])];

  function dim(note: string): string {
    return terminal.style("dim", note);
  }
}
