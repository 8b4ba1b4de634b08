import { inForceAt } from "../memory/decisions.ts";
import type { MemoryDigest } from "../memory/digest.ts";
import { compareEvents } from "../workspace/event-order.ts";
import { EVENTS, INSIGHTS, viewFolders } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord } from "../workspace/record.ts";
import { activityInputs } from "./activity-inputs.ts";
import { type ActivityEntry, type ClosedLines, closedLines } from "./closed-requests.ts";
import { decisionLine, decisionsForTask, isIncident } from "./decision-lines.ts";
import { fitLists, type TokenBudget } from "./fit.ts";
import { olderEvents } from "./older-events.ts";
import type { CuratedFile } from "./provenance.ts";
import {
  collectWork,
  latelyOrLast,
  noteEvent,
  programNotes,
  readable,
  workEntry,
} from "./work-events.ts";

/** What the recent activity is built with. */
export interface ActivityOptions {
  readonly responsibility: string;
  readonly now: string;
  readonly budget: TokenBudget;
  /** At most so many events of each source. */
  readonly max: number;
  readonly memory: MemoryDigest;
  /** The text of a task: decisions and requests that share its terms are shown before others. */
  readonly task: string | null;
  /** The newest lines of the memory that name some ids. */
  readonly findNamed: (ids: readonly string[]) => ReadonlyMap<string, number | null>;
}

type ActivityRecord = Pick<CuratorRecord, "closed" | "lastRequestEvent">;

/**
 * What was decided and is in force, and what happened lately: results of requests and of work, newest first. Steps of
 * the queue are part of the line of their request. A line is shown whole or not at all.
 */
export function buildRecentActivity(
  files: ResponsibilityFiles,
  record: ActivityRecord,
  { max, memory, now, budget, responsibility, task, findNamed }: ActivityOptions,
): CuratedFile {
  const work = collectWork(files, memory, max);
  const named = findNamed(work.filter(({ line }) => line === undefined).map(({ id }) => id));
  const results = new Set(record.closed.map(({ note }) => note));
  const outcomes = new Map(
    work.flatMap(({ link, text }) => (link === null ? [] : [[link, readable(text)] as const])),
  );
  const closed = closedLines(record.closed, { responsibility, now, task, outcomes });
  const pinned = inForceAt(memory.decisions, now);
  const decisions = pinned.filter((each) => !isIncident(each));
  const drift = memory.drift.map((each) => workEntry(noteEvent(each), named).shown);
  const shown = fitActivities(
    {
      drift,
      incidents: pinned.filter(isIncident).map((each) => decisionLine(each, budget)),
      decisions: decisions.map((each) => decisionLine(each, budget)),
      forTask: decisionsForTask(decisions, task).map((each) => decisionLine(each, budget)),
      moreDecisions: memory.decisions.dropped,
      closed: { ...closed, entries: closed.entries.slice(0, max) },
      // What is the result of a request is in the line of the request.
      work: latelyOrLast(
        work.filter(({ link }) => link === null || !results.has(link)),
        now,
      ).map((each) => workEntry(each, named)),
      routine: latelyOrLast(programNotes(memory), now).map((each) => workEntry(each, named)),
      older: olderEvents(files, record, memory),
    },
    budget,
  );
  return {
    stem: "recent_activity",
    role: "short_term_memory",
    title: "Recent activity",
    sections: [
      { heading: "Unresolved drift", lines: drift },
      { heading: "Open incidents", lines: shown.incidents },
      { heading: "Decisions", lines: shown.decisions },
      { heading: "Latest events", lines: [...shown.latest, ...pagesLine(record)] },
      { heading: "Everyday requests", lines: shown.everyday },
      { heading: "Summary of older events", lines: shown.older },
    ],
    inputs: activityInputs(files, record, memory),
  };
}

interface Sources {
  readonly drift: readonly string[];
  readonly incidents: readonly string[];
  readonly decisions: readonly string[];
  /** Those of them that a task is about. */
  readonly forTask: readonly string[];
  readonly moreDecisions: number;
  readonly closed: ClosedLines;
  readonly work: readonly ActivityEntry[];
  readonly routine: readonly ActivityEntry[];
  readonly older: readonly string[];
}

/** The share of decisions beside the others, whose shares are 8 together: what binds is the last that is left out. */
const DECISIONS_WEIGHT = 16;

/** Divides the budget, so that no source displaces another one; drift is always shown. */
function fitActivities(
  { drift, incidents, decisions, forTask, moreDecisions, closed, work, routine, older }: Sources,
  { tokens, count }: TokenBudget,
) {
  const list = (entries: readonly ActivityEntry[], describeRest: (left: number) => string) => ({
    items: entries.map(({ shown }) => shown),
    describeRest,
  });
  const [open = [], pinned = [], requests = [], everyday = [], events = [], noted = [], summary] =
    fitLists(
      [
        { items: incidents, describeRest: moreInForce },
        {
          items: [...new Set([...forTask, ...decisions])],
          more: moreDecisions,
          weight: DECISIONS_WEIGHT,
          describeRest: moreInForce,
        },
        {
          ...list(closed.entries, (left) => `- and ${left} more closed requests`),
          more: closed.older,
          weight: 2,
        },
        {
          items: closed.everyday,
          describeRest: () => `- everyday requests: see ${viewFolders.target}/`,
        },
        {
          ...list(
            work,
            (left) => `- and ${left} more in mandates/runs/, reports/, meetings/, memory/`,
          ),
          weight: 2,
        },
        list(routine, (left) => `- and ${left} more notes of programs in ${EVENTS}`),
        { items: older, describeRest: (left: number) => `- and ${left} more in ${INSIGHTS}` },
      ],
      { tokens: tokens - drift.reduce((sum, line) => sum + count(`${line}\n`), 0), count },
    );
  const kept = new Set([...requests, ...events, ...noted]);
  const latest = [...closed.entries, ...work, ...routine]
    .filter(({ shown }) => kept.delete(shown))
    .sort(compareEvents)
    .map(({ shown }) => shown);
  return {
    incidents: open,
    decisions: inOrderOf(decisions, pinned),
    latest: [...latest, ...kept],
    everyday,
    older: summary ?? [],
  };
}

/** The lines that were kept, in the order of all of them; what is none of them comes last. */
function inOrderOf(all: readonly string[], kept: readonly string[]): readonly string[] {
  const left = new Set(kept);
  return [...all.filter((line) => left.delete(line)), ...left];
}

function moreInForce(left: number): string {
  return `- and ${left} more in force, in ${EVENTS}; a load with --task shows those that share terms with it`;
}

/** Where the pages of closed requests are, once for all. */
function pagesLine({ closed }: ActivityRecord): readonly string[] {
  if (closed.length === 0) return [];
  return [
    `Pages of requests: ${viewFolders.target}/ID.md; of those that this role sent: ${viewFolders.origin}/ID.md.`,
  ];
}
