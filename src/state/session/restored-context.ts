/**
 * The state as text for the start of a session, within a number of tokens. It begins with the task, the next
 * step and what is open. Slots that an agent needs first get their tokens first. A marker with the state's hash lets a later hook see that the
 * conversation already contains it.
 */

import type { JsonObject } from "../../base/json/value.ts";
import { citationIn, citationText } from "../../model/citation.ts";
import { quoteContext } from "../../model/quoted-context.ts";
import { workFirst } from "./essentials.ts";
import { type RenderableState, renderState } from "./resume-packet.ts";

/** Upper bound for the text around the entries. */
const FRAME_TOKENS = 160;
/** Cost of an entry besides its text: its list marker and a share of the headings. */
const ENTRY_TOKENS = 8;
/** Warnings are included only when they fit. */
const MAX_WARNINGS = 5;
/** Enough digits to distinguish states within one conversation. */
const MARKER_DIGITS = 16;

/** Slots that an agent needs first; they get tokens before the others, in this order. */
const PRIORITY_SLOTS: readonly string[] = ["task-state", "constraint", "decision"];

/** A state to restore. */
export interface RestorableState {
  readonly snapshot: RenderableState & { readonly state_hash: string };
  readonly warnings: readonly string[];
}

/** The marker by which a restored state is found again in a conversation. */
export function restoredMarker(stateHash: string): string {
  return `holdall state ${stateHash.slice(0, MARKER_DIGITS)}`;
}

/**
 * The state as quoted context for a new session, within a number of tokens. The same state gives the
 * same text, so that a host which still has it in its conversation need not add it again. Null when no
 * entry is in force.
 */
export function renderRestoredContext(
  { snapshot, warnings }: RestorableState,
  maxTokens: number,
): string | null {
  if (snapshot.entries.length === 0) return null;
  const chosen = chooseEntries(snapshot.entries.map(withCitation), maxTokens - FRAME_TOKENS);
  const omitted = snapshot.entries.length - chosen.length;
  const lines = warnings.slice(0, MAX_WARNINGS).map((text) => `- ${text.slice(0, 200)}`);
  const warningTokens = lines.reduce((sum, text) => sum + costOf({ content: text }), 0);
  const free = maxTokens - FRAME_TOKENS - chosen.reduce((sum, entry) => sum + costOf(entry), 0);
  const parts = [
    renderState(workFirst({ slots: snapshot.slots, entries: chosen })),
    ...(lines.length > 0 && warningTokens <= free ? [`## warnings\n${lines.join("\n")}`] : []),
  ];
  const more = omitted === 0 ? "" : `; ${omitted} more in \`holdall state show\``;
  return `Working state of this project (${restoredMarker(snapshot.state_hash)}${more}):\n${quoteContext(parts.join("\n\n"))}`;
}

/** An entry whose text names its source, where a session bears it out. */
function withCitation(entry: JsonObject): JsonObject {
  const cited = citationIn(entry);
  if (cited === null || typeof entry.content !== "string") return entry;
  return { ...entry, content: `${entry.content} (${citationText(cited)})` };
}

/** The entries that fit, chosen by slot and score, in their original order. */
function chooseEntries(entries: readonly JsonObject[], maxTokens: number): readonly JsonObject[] {
  const rank = ({ slot }: JsonObject) => {
    const at = PRIORITY_SLOTS.indexOf(String(slot));
    return at === -1 ? PRIORITY_SLOTS.length : at;
  };
  const ordered = entries.toSorted(
    (a, b) => rank(a) - rank(b) || Number(b.score ?? 0) - Number(a.score ?? 0),
  );
  const chosen = new Set<JsonObject>();
  let left = maxTokens;
  for (const entry of ordered) {
    const cost = costOf(entry);
    if (cost > left) continue;
    chosen.add(entry);
    left -= cost;
  }
  return entries.filter((entry) => chosen.has(entry));
}

/** Tokens of an entry: as declared, but at least as many as its length suggests, because a bundle may lie. */
function costOf({ tokens, content }: JsonObject): number {
  const bytes = Buffer.byteLength(typeof content === "string" ? content : "");
  return Math.max(Number(tokens ?? 0), Math.ceil(bytes / 3)) + ENTRY_TOKENS;
}
