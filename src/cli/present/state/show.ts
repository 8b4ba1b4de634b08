import { formatCount } from "../../../base/text/format-count.ts";
import { excerpt, printable } from "../../../base/text/text.ts";
import { citationIn, commandForCitation } from "../../../model/citation.ts";
import type { Terminal } from "../../terminal.ts";
import type { Presenter, Shown } from "../presenter.ts";
import { stateTitle } from "./state-name.ts";
import { tokenUse } from "./token-use.ts";

type Output = Shown<"state show">;
type Entry = Output["entries"][number];

const present: Presenter<"state show"> = (output, terminal) => {
  if (output.entries.length === 0) {
    return [
      headline(output, terminal),
      "No entry is in force. To add one: holdall state commit TEXT",
      ...hiddenLines(output, terminal),
      ...waitingLines(output),
    ];
  }
  const isArchived = (entry: Entry) => entry.state === "archived";
  const slots = [...new Set([...output.slots, ...output.entries.map(({ slot = "" }) => slot)])];
  const lines = [headline(output, terminal)];
  for (const slot of slots) {
    const entries = output.entries.filter((entry) => !isArchived(entry) && entry.slot === slot);
    lines.push(...section(slot, entries, output, terminal));
  }
  lines.push(...section("archived", output.entries.filter(isArchived), output, terminal));
  lines.push(...conflictLines(output, terminal), ...hiddenLines(output, terminal));
  lines.push(...waitingLines(output));
  return lines;
};

export default present;

function hiddenLines({ hidden = 0 }: Output, terminal: Terminal): string[] {
  if (hidden === 0) return [];
  const entries = formatCount(hidden, "entry", "entries");
  return [terminal.style("dim", `${entries} of other namespaces not shown (--all shows them)`)];
}

function waitingLines({ waiting = 0 }: Output): string[] {
  if (waiting === 0) return [];
  const proposals = formatCount(waiting, "proposal");
  return [`${proposals} of sessions ${waiting === 1 ? "waits" : "wait"}: holdall state review`];
}

/** Pairs of entries that someone should decide about. */
function conflictLines({ conflicts, entries }: Output, terminal: Terminal): string[] {
  if (conflicts.length === 0) return [];
  const quote = (key: { readonly namespace: string; readonly id: string }) => {
    const entry = entries.find(({ id, namespace }) => id === key.id && namespace === key.namespace);
    return `${excerpt(key.id)} "${excerpt(entry?.content ?? "")}"`;
  };
  return [
    "",
    terminal.style("yellow", "possible conflicts"),
    ...conflicts.map((pair) => `  ${quote(pair)}\n    and ${quote(pair.other)}`),
    "  To decide: holdall state deprecate ID, state supersede ID TEXT, or state dismiss ID if both apply",
  ];
}

/** The name of a state, its size and the beginning of its hash. */
function headline(output: Output, terminal: Terminal): string {
  const { head_seq } = output;
  const last = head_seq < 0 ? "no events" : `last event ${head_seq}`;
  const facts = `${tokenUse(output)}, ${last}, hash ${output.state_hash.slice(0, 12)}`;
  return `${terminal.style("bold", stateTitle(output))}  ${terminal.style("dim", facts)}`;
}

function section(
  heading: string,
  entries: readonly Entry[],
  { namespace }: Output,
  terminal: Terminal,
): string[] {
  if (entries.length === 0) return [];
  const lines = ["", terminal.style("cyan", printable(heading))];
  for (const entry of entries) {
    const [first = "", ...more] = printable(
      entry.content || `→ ${entry.unit_ref ?? "no reference"}`,
    )
      .trimEnd()
      .split("\n");
    const facts = terminal.style("dim", factsOf(entry, namespace));
    lines.push(`  ${first}`, ...more.map((line) => `  ${line}`), `    ${facts}`);
    const cited = citationIn(entry);
    if (cited !== null)
      lines.push(`    ${terminal.style("dim", `from: ${commandForCitation(cited)}`)}`);
  }
  return lines;
}

function factsOf(entry: Entry, namespace: string): string {
  const { id, version = 1, score, tokens, status, resolution } = entry;
  return [
    excerpt(id, 60),
    `version ${version}`,
    // What everything has explains nothing; entries with less are evicted first.
    ...(score === 1 ? [] : [`importance ${score}`]),
    formatCount(tokens, "token"),
    ...(status === undefined || status === "active" ? [] : [excerpt(status)]),
    ...(resolution === undefined || resolution === "full" ? [] : [resolution]),
    ...(entry.namespace === undefined || entry.namespace === namespace
      ? []
      : [`in ${excerpt(entry.namespace)}`]),
  ].join(", ");
}
