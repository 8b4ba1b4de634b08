import * as z from "zod";
import type { AgentSession } from "../agents/agent-session.ts";
import { withTemporaries } from "../disk/temporary.ts";
import { millisecondsOf } from "../model/values.ts";
import { parseMoment } from "../runtime/moment.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { pricesFor } from "../runtime/prices.ts";
import { totalTokens } from "../tasks/read/measures.ts";
import { costOf, type PriceTable } from "../tasks/read/prices.ts";
import { createActivityCounter, type DayUse } from "../transcripts/session-activity.ts";
import {
  agentEnvironment,
  folderFilter,
  type UnreadableStore,
  unreadableRows,
} from "./agent-sessions.ts";
import { type HandoffCopy, listCopies } from "./handoff-record.ts";
import { listSessions } from "./index/list-sessions.ts";
import { withIndex } from "./index/open-index.ts";
import { type SessionDetails, sessionDetails } from "./index/session-details.ts";
import { listInput } from "./list-input.ts";
import { pickSessions, timeFilter } from "./listed-session.ts";
import { usageOf } from "./session-use.ts";

/** Which activity is listed. */
export const activityInput = z.object({
  all: listInput.shape.all,
  agent: listInput.shape.agent,
  since: z
    .string()
    .default("30d")
    .describe("Only what was done since then: yesterday, 2d, a date (default: 30d)"),
});

/** What one agent did on one day. */
const agentDaySchema = () =>
  z.object({
    /** In UTC: "2026-03-01". */
    day: z.string(),
    agent: z.string(),
    sessions: z.number(),
    messages: z.number(),
    calls: z.number(),
    /** Tokens that models read and wrote; 0 where the agent records none. */
    tokens_in: z.number(),
    tokens_out: z.number(),
    /** US dollars at list prices, of the tokens whose price is known. */
    cost_usd: z.number(),
    /** Tokens of models without a known price; they are in no cost. */
    unpriced: z.number(),
  });

/** What one agent did on one day. */
export type AgentDay = z.infer<ReturnType<typeof agentDaySchema>>;

/** What agents did day by day. */
export const activitySchema = () =>
  z.object({
    /** The folder whose sessions count; null for all. */
    folder: z.string().nullable(),
    agent: z.string().nullable(),
    /** The first and the last day that count. */
    since: z.string(),
    until: z.string(),
    sessions: z.number(),
    /** Sessions that could not be read. */
    unread: z.number(),
    days: z.array(agentDaySchema()),
    /** The table of prices: when and where they were published. */
    prices: z.object({ date: z.string(), source: z.string() }),
    unreadable: z.array(z.object({ agent: z.string(), reason: z.string() })),
  });

/** What agents did day by day, oldest first. Sessions that nobody has listed or searched before are read for it. */
export function listActivity(
  context: OperationContext,
  { all, agent, since: asked }: z.infer<typeof activityInput>,
): Promise<z.infer<ReturnType<typeof activitySchema>>> {
  const since = parseMoment(asked, context.now()).toISOString().slice(0, 10);
  const prices = pricesFor(context);
  return withIndex(context, async (database) => {
    const unreadable: UnreadableStore[] = [];
    const report = (store: UnreadableStore) => void unreadable.push(store);
    const { sessions, known } = await listSessions(context, database, agent ?? null, report);
    const { picked } = pickSessions(sessions, {
      here: context.cwd,
      isListed: all ? null : folderFilter(context.cwd),
      isWanted: timeFilter(context, { since: `${since}T00:00:00Z` }),
      isStarred: null,
      withRuns: false,
      limit: Number.POSITIVE_INFINITY,
    });
    const details = sessionDetails(database, known);
    const days = createDays(since, prices);
    const copies = listCopies(agentEnvironment(context));
    let unread = 0;
    for (const [at, rank] of picked.entries()) {
      context.signal.throwIfAborted();
      context.progress(`reading session ${at + 1} of ${picked.length}`);
      const one = sessions.at(rank);
      const copy = copies.get(one.session.id);
      const uses = copy === undefined ? usesIn(details, one) : usesOfCopy(one, copy);
      const did = await uses.catch(() => null);
      if (did === null) unread++;
      else days.add(one.session, did);
    }
    details.save();
    return {
      folder: all ? null : context.cwd,
      agent: agent ?? null,
      since,
      until: context.now().toISOString().slice(0, 10),
      sessions: days.sessions(),
      unread,
      days: days.list(),
      prices: { date: prices.date, source: prices.source },
      unreadable: unreadableRows(unreadable),
    };
  });
}

async function usesIn(details: SessionDetails, found: AgentSession): Promise<readonly DayUse[]> {
  return (await details.of(found)).activity.days;
}

/** What was done in a copy itself: what the handoff copied was done in its source. */
async function usesOfCopy(
  { agent, session }: AgentSession,
  { placed_ms }: HandoffCopy,
): Promise<readonly DayUse[]> {
  if (session.modified_ms <= placed_ms) return [];
  return withTemporaries(async () => {
    const { items } = await agent.read(await agent.open(session));
    const activity = createActivityCounter();
    for await (const item of items()) {
      if (item.at !== null && (millisecondsOf(item.at) ?? 0) > placed_ms) activity.add(item);
    }
    return activity.result().days;
  });
}

/** Sums what sessions did by day and agent. */
function createDays(since: string, prices: PriceTable) {
  const sums = new Map<string, AgentDay>();
  let sessions = 0;
  return {
    sessions: () => sessions,
    add(
      session: { readonly agent: string; readonly modified_ms: number },
      uses: readonly DayUse[],
    ) {
      const { agent, modified_ms } = session;
      const seen = new Set<string>();
      for (const use of uses) {
        const day = use.day || new Date(modified_ms).toISOString().slice(0, 10);
        if (day < since) continue;
        const key = `${day} ${agent}`;
        const sum = sums.get(key) ?? emptyDay(day, agent);
        sums.set(key, addUse(sum, use, prices));
        seen.add(key);
      }
      for (const key of seen) {
        const sum = sums.get(key);
        if (sum !== undefined) sum.sessions++;
      }
      if (seen.size > 0) sessions++;
    },
    list: () => [...sums.values()].sort((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1)),
  };
}

function keyOf({ day, agent }: AgentDay): string {
  return `${day} ${agent}`;
}

function emptyDay(day: string, agent: string): AgentDay {
  const nothing = { sessions: 0, messages: 0, calls: 0, tokens_in: 0, tokens_out: 0 };
  return { day, agent, ...nothing, cost_usd: 0, unpriced: 0 };
}

function addUse(sum: AgentDay, use: DayUse, prices: PriceTable): AgentDay {
  const usage = usageOf(use);
  const tokens = totalTokens(usage);
  const cost = costOf(use.model, usage, prices);
  return {
    ...sum,
    messages: sum.messages + use.messages,
    calls: sum.calls + use.calls,
    tokens_in: sum.tokens_in + tokens - use.output,
    tokens_out: sum.tokens_out + use.output,
    cost_usd: sum.cost_usd + (cost ?? 0),
    unpriced: sum.unpriced + (cost === null ? tokens : 0),
  };
}
