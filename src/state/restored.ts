import type { JsonObject } from "../base/json/value.ts";
import { quoteContext } from "../model/quoted-context.ts";
import { type Renderable, renderState } from "./packet.ts";

/** What the words around the entries cost at most. */
const FRAME_TOKENS = 160;
/** What an entry costs besides its text: its place in the list, a share of the headings. */
const ENTRY_TOKENS = 8;
/** A line for every such warning, as long as there is room. */
const MAX_WARNINGS = 5;
/** As many digits as tell one state from another in a conversation. */
const MARK_DIGITS = 16;

/** Slots without which nobody can go on, in the order in which they are given room. */
const FIRST: readonly string[] = ["task-state", "constraint", "decision"];

/** What a state is restored from. */
export interface Restorable {
  readonly snapshot: Renderable & { readonly state_hash: string };
  readonly warnings: readonly string[];
}

/** The words by which a restored state can be found again in a conversation. */
export function restoredMark(stateHash: string): string {
  return `holdall state ${stateHash.slice(0, MARK_DIGITS)}`;
}

/**
 * The state as quoted context within a number of tokens, for a session that begins. The same state
 * gives the same text, so that a host which remembers it need not add it again. Null when nothing is
 * in force.
 */
export function restoredText({ snapshot, warnings }: Restorable, maxTokens: number): string | null {
  if (snapshot.entries.length === 0) return null;
  const kept = chooseEntries(snapshot.entries, maxTokens - FRAME_TOKENS);
  const left = snapshot.entries.length - kept.length;
  const said = warnings.slice(0, MAX_WARNINGS).map((text) => `- ${text.slice(0, 200)}`);
  const costOfSaid = said.reduce((sum, text) => sum + costOf({ content: text }), 0);
  const free = maxTokens - FRAME_TOKENS - kept.reduce((sum, entry) => sum + costOf(entry), 0);
  const parts = [
    renderState({ slots: snapshot.slots, entries: kept }),
    ...(said.length > 0 && costOfSaid <= free ? [`## warnings\n${said.join("\n")}`] : []),
  ];
  const more = left === 0 ? "" : `; ${left} more stand in \`holdall state show\``;
  return `What is in force for this work (${restoredMark(snapshot.state_hash)}${more}):\n${quoteContext(parts.join("\n\n"))}`;
}

/** The entries that fit: by slot, then by score; in their own order again. */
function chooseEntries(entries: readonly JsonObject[], maxTokens: number): readonly JsonObject[] {
  const rank = ({ slot }: JsonObject) => {
    const at = FIRST.indexOf(String(slot));
    return at === -1 ? FIRST.length : at;
  };
  const ordered = entries.toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.score ?? 0) - Number(a.score ?? 0),
  );
  const kept = new Set<JsonObject>();
  let left = maxTokens;
  for (const entry of ordered) {
    const cost = costOf(entry);
    if (cost > left) continue;
    kept.add(entry);
    left -= cost;
  }
  return entries.filter((entry) => kept.has(entry));
}

/** What an entry costs: as declared, and never less than its length lets one expect. */
function costOf({ tokens, content }: JsonObject): number {
  const bytes = Buffer.byteLength(typeof content === "string" ? content : "");
  return Math.max(Number(tokens ?? 0), Math.ceil(bytes / 3)) + ENTRY_TOKENS;
}
