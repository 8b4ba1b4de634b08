/**
 * The summariser that needs no model. It reads the turns once, keeps facts by section, and gives
 * the newest turns nearly verbatim.
 */

import { countCharacters, oneLine, truncateEnd } from "../../base/text/one-line.ts";
import type { Turn } from "../../model/turn.ts";
import { MAX_SUMMARY, type Summariser } from "../summariser.ts";
import { MAX_HEADER, summaryHeader } from "../summary-header.ts";
import { EXTRACTIVE_ID, readEarlierSummary } from "./earlier-summary.ts";
import { sizeOfSections, writeSections } from "./sections.ts";
import {
  addEarlierLine,
  addTurn,
  conversationLines,
  createSummaryFacts,
  finishFacts,
  sectionsOf,
} from "./summary-facts.ts";

/** Limit for facts: what is old must never displace what is new. */
const CUMULATIVE = MAX_SUMMARY * 0.6;
/** Headings and blank lines between the parts. */
const FRAME = 100;
/** Actors that are counted separately; further ones are counted as "others". */
const MAX_ACTORS = 1_000;
const BODY = MAX_SUMMARY - MAX_HEADER - FRAME;

/**
 * Picks lines out of the conversation without a model: the goal, the requests with what came of each, decisions and
 * constraints, open items, files, tools and unresolved failures of all of it, and both sides of the turns since the
 * last summary. The same input gives the same text.
 */
export const extractive: Summariser = {
  id: EXTRACTIVE_ID,
  async summarise(input) {
    const base = readEarlierSummary(input.base?.markdown ?? null);
    const facts = createSummaryFacts(base.sections);
    const recent = createRecentLines();
    for (const line of base.highlights) addEarlierLine(facts, line);
    for await (const turn of input.turns()) {
      addTurn(facts, turn);
      recent.add(turn);
    }
    finishFacts(facts);
    // Facts may use less than their limit but never more; recent turns get what remains.
    recent.shrinkTo(BODY - Math.min(CUMULATIVE, sizeOfSections(sectionsOf(facts))));
    const highlights = recent.lines().join("\n") || "(none)";
    const space = Math.min(CUMULATIVE, BODY - countCharacters(highlights));
    const cumulative = writeSections(sectionsOf(facts), space).trimEnd() || "(none)";
    return `${summaryHeader(input, EXTRACTIVE_ID, recent.tally())}\n\n## Cumulative Summary\n\n${cumulative}\n\n## Recent Delta Highlights\n\n${highlights}\n`;
  },
};

/** The newest turns since the base, within bounds; the digest contains those that are pushed out. */
interface RecentLines {
  add(turn: Turn): void;
  shrinkTo(quota: number): void;
  lines(): readonly string[];
  /** How many messages there were since the base, and who wrote most of them. */
  tally(): Readonly<Record<string, string | number>>;
}

function createRecentLines(): RecentLines {
  const lines: string[] = [];
  const actors = new Map<string, number>();
  let size = 0;
  const shrinkTo = (quota: number) => {
    while (size > quota) {
      const oldest = lines.shift();
      if (oldest === undefined) return;
      size -= countCharacters(oldest) + 1;
    }
  };
  return {
    shrinkTo,
    lines: () => lines,
    tally: () => tallyOf(actors),
    add(turn) {
      const name = truncateEnd(oneLine(turn.user.actor_id), 60);
      const actor = actors.size < MAX_ACTORS || actors.has(name) ? name : "others";
      actors.set(actor, (actors.get(actor) ?? 0) + 1);
      for (const line of conversationLines(turn)) {
        lines.push(line);
        size += countCharacters(line) + 1;
      }
      shrinkTo(BODY);
    },
  };
}

function tallyOf(actors: ReadonlyMap<string, number>): Readonly<Record<string, string | number>> {
  const most = [...actors].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).slice(0, 6);
  return {
    delta_message_count: [...actors.values()].reduce((sum, count) => sum + count, 0),
    delta_actors: most.map(([actor, count]) => `${actor}=${count}`).join(", ") || "none",
  };
}
