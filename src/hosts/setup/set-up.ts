import * as z from "zod";
import type { Scope } from "../../agents/host.ts";
import { type HostId, hostIds } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { lineDiff } from "../../base/text/line-diff.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { storeChoice } from "../../runtime/store-input.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { locateStore } from "../../stores/locate.ts";
import { askHosts } from "../ask-hosts.ts";
import { findHosts, findOtherAgents } from "../find-hosts.ts";
import { createChangeDescriber } from "../shown-diff.ts";
import { applySetup } from "./apply.ts";
import { agentSetupSchema, planSetup, type SetupPlan } from "./plan.ts";
import { readRuns, type SetupRun, writeRuns } from "./record.ts";
import { undoneFileSchema, undoRun } from "./undo.ts";

/** What was set up, would be set up, or was taken back. */
export const setupReportSchema = () =>
  z.object({
    kind: z.enum(["setup", "undo"]),
    /** Whether nothing was changed. */
    dry_run: z.boolean(),
    agents: z.array(agentSetupSchema()).readonly(),
    /** The files that change, each with a unified diff without its secrets. */
    files: z
      .array(
        z.object({
          agent: z.enum(hostIds),
          file: z.string(),
          is_new: z.boolean(),
          diff: z.string(),
        }),
      )
      .readonly(),
    /** Agents on this machine that are read, but whose settings Holdall cannot change. */
    others: z.array(z.string()).readonly(),
    undone: z.array(undoneFileSchema()).readonly(),
    /** Setups that can be taken back. */
    undoable: z.number(),
    has_workspace: z.boolean(),
    /** Whether sessions are kept by themselves. */
    keeps_sessions: z.boolean(),
  });

/** What was set up, would be set up, or was taken back. */
export type SetupReport = z.infer<ReturnType<typeof setupReportSchema>>;

/** What a person sees before a question: an excerpt of the changes, or every line of them. */
export const setupPreviewSchema = () =>
  z.object({ ...setupReportSchema().shape, is_complete: z.boolean() });

/** What is set up for whom. */
export interface SetupRequest {
  /** Those that were named; all that are found when there is none. */
  readonly named: readonly HostId[];
  readonly scope: Scope;
}

/** How a setup goes on when its plan is known. */
interface Course {
  /** Whether only the plan is wanted. */
  readonly isDry: boolean;
  /** Whether the person has agreed already. */
  readonly isAgreed: boolean;
  /** Shows the plan before a person is asked. */
  show(preview: z.infer<ReturnType<typeof setupPreviewSchema>>): Promise<void>;
}

/** Sets agents up: at once, after a question at a terminal, or not at all. */
export async function setUp(
  context: OperationContext,
  { named, scope }: SetupRequest,
  { isDry, isAgreed, show }: Course,
): Promise<SetupReport> {
  const ids = named.length > 0 ? named : await findHosts(context);
  const plan = planSetup(context, ids, scope);
  const shown = await reportOf(context, plan, true);
  if (isDry || plan.files.length === 0 || !(isAgreed || context.interactive)) return shown;
  if (isAgreed) return carryOut(context, plan);
  await show({ ...shown, is_complete: false });
  const changing = ids.filter((id) => plan.files.some(({ host }) => host === id));
  const showAll = () => show({ ...shown, is_complete: true });
  const chosen = await askHosts("Set up as shown?", changing, showAll);
  // While the person read, an agent may have written its settings.
  return carryOut(context, planSetup(context, chosen, scope));
}

async function carryOut(context: OperationContext, plan: SetupPlan): Promise<SetupReport> {
  applySetup(context, plan);
  return reportOf(context, plan, false);
}

async function reportOf(
  context: OperationContext,
  { agents, files }: SetupPlan,
  isDry: boolean,
): Promise<SetupReport> {
  const describe = createChangeDescriber(context);
  return {
    ...nothingDone(context),
    kind: "setup",
    dry_run: isDry,
    agents,
    files: files.map((change) => {
      const { host, file, before } = change;
      return { agent: host, file, is_new: before === null, diff: describe(change) };
    }),
    others: await findOtherAgents(context),
  };
}

function nothingDone(context: OperationContext) {
  return {
    agents: [],
    files: [],
    others: [],
    undone: [],
    undoable: readRuns(agentEnvironment(context)).length,
    has_workspace: locateStore(storeChoice(context, undefined)) !== null,
    keeps_sessions: userConfigFor(context).keep.on,
  };
}

/** Takes the newest setup back, or shows what that would do. */
export function undoSetup(context: OperationContext, isDry: boolean): SetupReport {
  const { run, earlier } = newestRun(context);
  const undone = undoRun(context, run, isDry);
  if (!isDry) writeRuns(agentEnvironment(context), earlier);
  return { ...nothingDone(context), kind: "undo", dry_run: isDry, undone };
}

function newestRun(context: OperationContext): {
  readonly run: SetupRun;
  readonly earlier: readonly SetupRun[];
} {
  const runs = readRuns(agentEnvironment(context));
  const run = runs.at(-1);
  if (run !== undefined) return { run, earlier: runs.slice(0, -1) };
  throw new HoldallError("E_NOT_FOUND", "Cannot undo: there is no setup that can be undone", {
    cure: "`holdall mcp uninstall` and `holdall hooks uninstall` remove what those commands have added",
  });
}

/** What a setup is about, for who confirms it: the lines that it changes, wherever they are by then. */
export async function setupBasis(
  context: OperationContext,
  { named, scope }: SetupRequest,
): Promise<unknown> {
  const ids = named.length > 0 ? named : await findHosts(context);
  return planSetup(context, ids, scope).files.map(({ file, before, after }) => [
    file,
    lineDiff(before ?? "", after).match(/^[-+].*$/gm),
  ]);
}

/** What an undo is about, for who confirms it. */
export function undoBasis(context: OperationContext): unknown {
  const { run } = newestRun(context);
  return [run, undoRun(context, run, true)];
}
