import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { agentIds, loadAgent } from "../../../src/agents/registry.ts";
import search from "../../../src/operations/search/search.ts";
import type { OperationContext } from "../../../src/runtime/operation-context.ts";
import { findSessions } from "../../../src/sessions/agent-sessions.ts";
import { findMatches } from "../../../src/sessions/index/find-matches.ts";
import { withIndex } from "../../../src/sessions/index/open-index.ts";
import { parseQuery } from "../../../src/sessions/index/terms.ts";
import { alternate, peakOf, processorTimeOf, processorTimeOfProgram } from "../measure.ts";
import type { Report } from "../report.ts";
import { generateSessions, wordOf } from "./generate-sessions.ts";

/** Sessions by default: a thirtieth of the machine that the promises are about. */
const SESSIONS = 300;
const SESSION_BYTES = 100_000;
/** Files of the list, which are small: it does not read them. */
const LISTED = 10_000;
const LISTED_BYTES = 1000;
const program = join(import.meta.dirname, "../../../bin/holdall.cjs");

/** What the first index, a search and a list of sessions cost, beside reading the sessions and beside ripgrep. */
export const searchReport: Report = {
  name: "search: index, queries and list of sessions",
  async run(folder, { sessions }) {
    const machine = join(folder, "searched");
    generateSessions(machine, { sessions: sessions ?? SESSIONS, bytes: SESSION_BYTES });
    const searched = await measureSearch(machine);
    const listing = join(folder, "listed");
    generateSessions(listing, { sessions: LISTED, bytes: LISTED_BYTES });
    const listed = await measureList(listing, join(folder, "empty"), folder);
    const ripgrep = measureRipgrep(machine);
    return {
      lines: [
        `${sessions ?? SESSIONS} sessions of ${SESSION_BYTES / 1000} KB; ${LISTED} in the list`,
        `reading and parsing ${ms(searched.read)}, first index ${ms(searched.index)}`,
        ripgrep === null ? "ripgrep: not installed" : `the same query with ripgrep ${ms(ripgrep)}`,
      ],
      checks: [
        {
          name: "first index, times reading and parsing",
          value: searched.index / searched.read,
          most: 3,
        },
        {
          name: "search with nothing new, ms of the processor",
          value: searched.unchanged,
          most: 500,
        },
        { name: "query p95, ms of the processor", value: searched.p95, most: 50 },
        { name: "list beyond start, ms of the processor", value: listed.beyond, most: 150 },
        { name: "list, MB", value: listed.peak / 1e6, most: 100 },
      ],
    };
  },
};

function contextOf(home: string): OperationContext {
  return {
    cwd: home,
    agents: { home, env: {} },
    roots: null,
    now: () => new Date(),
    interactive: false,
    signal: new AbortController().signal,
    progress: () => {},
    note: () => {},
    async *incoming() {},
    emit: async () => {},
  };
}

async function measureSearch(home: string) {
  const context = contextOf(home);
  for (const id of agentIds) await loadAgent(id);
  const read = await processorTimeOf(() => readAll(context))();
  const index = await processorTimeOf(() => search.run(context, { words: [wordOf(100)] }))();
  const unchanged = await processorTimeOf(() => search.run(context, { words: [wordOf(100)] }))();
  return { read, index, unchanged, p95: await queryTime(context) };
}

/** No generated session has sub-agents. */
const NONE_STARTED = new Map();

/** Reads every session to its end, as a handoff does. */
async function readAll(context: OperationContext): Promise<number> {
  let items = 0;
  for (const { agent, session } of await findSessions(context, null)) {
    const reading = await agent.read(await agent.open(session, NONE_STARTED));
    for await (const _item of reading.items()) items++;
  }
  return items;
}

/** Words from the most common to the rarest, alone and in pairs. */
const QUERIES = [3, 10, 30, 100, 300, 1000, 3000, 10_000, 30_000].flatMap((number) => [
  [wordOf(number)],
  [wordOf(number), wordOf(number * 2 + 1)],
]);

/** A query on the open index: the slowest but one in twenty. */
async function queryTime(context: OperationContext): Promise<number> {
  return withIndex(context, async (database) => {
    const times: number[] = [];
    for (const text of [...QUERIES, ...QUERIES]) {
      const query = parseQuery(text);
      if (query === null) throw new Error("a generated word is a word");
      const request = { query, filter: {}, isPresent: () => true, limit: 10 };
      times.push(await processorTimeOf(() => findMatches(database, request))());
    }
    const warm = times.slice(QUERIES.length).sort((left, right) => left - right);
    return warm[Math.floor(warm.length * 0.95)] ?? Number.NaN;
  });
}

async function measureList(home: string, empty: string, folder: string) {
  const list = (at: string) => ({
    argv: [process.execPath, program, "sessions", "--all"] as const,
    env: { HOME: at, XDG_DATA_HOME: join(at, "data") },
  });
  mkdirSync(empty);
  const start = processorTimeOfProgram(list(empty), folder);
  const full = processorTimeOfProgram(list(home), folder);
  const rounds = await alternate(full, start, 10);
  const peak = await peakOf(list(home), folder)();
  return { beyond: middle(rounds.ours) - middle(rounds.rival), peak };
}

function middle(times: readonly number[]): number {
  return times.toSorted((left, right) => left - right)[Math.floor(times.length / 2)] ?? Number.NaN;
}

/** Milliseconds of ripgrep over the same files; null where it is not installed. */
function measureRipgrep(home: string): number | null {
  const start = performance.now();
  try {
    execFileSync("rg", ["--no-messages", "--hidden", "-c", wordOf(100), home], { stdio: "ignore" });
    return performance.now() - start;
  } catch {
    return null;
  }
}

function ms(milliseconds: number): string {
  return `${Math.round(milliseconds)} ms`;
}
