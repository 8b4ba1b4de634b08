import fs from "node:fs";
import * as z from "zod";
import { findProgram } from "../../../agents/find-program.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type ReportRow, readReportRow } from "../../report/report-row.ts";
import type { Contestant } from "../../run/contestant.ts";
import type { OpenContainer } from "../container/open-containers.ts";
import { readCollection } from "../report/read-collection.ts";
import { findEarlier } from "./find-earlier.ts";
import type { Pair } from "./plan-pairs.ts";

const measure = () => z.number().nullable();

/** What a command would run with one agent, and what that is expected to take. */
export const plannedAgentSchema = () =>
  z.object({
    /** The agent, with its model where one is named. */
    tool: z.string(),
    /** Runs that would start. */
    runs: z.number(),
    /** Runs that are there already. */
    finished: z.number(),
    /** Whether its program is on this machine. */
    isInstalled: z.boolean(),
    /** Earlier runs of this agent in the same folder, from which the rest follows. */
    basedOn: z.number(),
    /** The medians of one earlier run; null where none is known. */
    durationMs: measure(),
    tokens: measure(),
    costUsd: measure(),
  });

/** What a command would run with one agent. */
export type PlannedAgent = z.infer<ReturnType<typeof plannedAgentSchema>>;

/** Where runs would go, and where they would run. */
interface RunPlace {
  readonly out: string;
  readonly openContainer: OpenContainer | null;
}

/** What would run, agent by agent, and what earlier runs in the same folder took. Nothing is started. */
export async function planAgents(
  context: OperationContext,
  pairs: readonly Pair[],
  { out, openContainer }: RunPlace,
): Promise<readonly PlannedAgent[]> {
  const earlier = await earlierRuns(context, out);
  const planned: PlannedAgent[] = [];
  for (const [tool, own] of Map.groupBy(pairs, ({ contestant }) => contestant.label)) {
    const contestant = own[0]?.contestant;
    if (contestant === undefined) continue;
    const lines = await Promise.all(own.map(findEarlier));
    const finished = lines.filter((line) => line !== null).length;
    const known = earlier.filter((row) => isOf(row, contestant));
    planned.push({
      tool,
      runs: own.length - finished,
      finished,
      isInstalled: openContainer !== null || (await isInstalled(contestant)),
      basedOn: known.length,
      durationMs: median(known.map(({ durationMs }) => durationMs)),
      tokens: median(known.map(({ tokens }) => tokens)),
      costUsd: median(known.map(({ costUsd }) => costUsd)),
    });
  }
  return planned;
}

/** Runs that ended by themselves: others say little about the next one. */
async function earlierRuns(context: OperationContext, out: string): Promise<readonly ReportRow[]> {
  if (!fs.statSync(out, { throwIfNoEntry: false })?.isDirectory()) return [];
  const input = {
    root: out,
    depth: 1,
    "absolute-paths": false,
    "relative-paths": true,
    "keep-going": true,
    "no-keep-going": false,
  };
  const { rows } = await readCollection(context, input, readReportRow);
  return rows.filter(({ error }) => error === null);
}

function isOf({ tool, model }: ReportRow, contestant: Contestant): boolean {
  return tool === contestant.tool && (contestant.model === null || model === contestant.model);
}

/** A command of the user is for a shell, which alone knows its programs. */
async function isInstalled({ agent, template, model }: Contestant): Promise<boolean> {
  if (agent === null || template !== null) return true;
  const { program } = agent.command({ prompt: "", model, unsandboxed: false });
  return (await findProgram(program, process.env)) !== null;
}

function median(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const middle = Math.floor(known.length / 2);
  const upper = known[middle];
  const lower = known[known.length % 2 === 0 ? middle - 1 : middle];
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2;
}
