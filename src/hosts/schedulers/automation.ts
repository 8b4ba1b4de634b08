/** Keeping sessions by themselves: which scheduler of the system does it, since when, and what it reads. */

import fs from "node:fs";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { hostIds, hosts } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import { userConfigFor } from "../../runtime/config.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { keepIntervals } from "../../runtime/user-config.ts";
import { agentEnvironment } from "../../sessions/agent-sessions.ts";
import { hooksCommand, type KeepingHost, keepingHosts } from "../keeping-hooks.ts";
import { keepCommand } from "./keep-command.ts";
import { outcomeSchema, readOutcome } from "./last-outcome.ts";
import { type SchedulerId, schedulerIds, schedulers } from "./registry.ts";
import { isChanged, type ScheduleChange, type ScheduledJob } from "./scheduler.ts";

/** Schedulers by choice: one of the system, or nothing but hooks. */
export const schedulerChoices = [...schedulerIds, "hooks"] as const;

/** What starts this program by itself, or would. */
export const startersSchema = () =>
  z.object({
    /** Null where only hooks do, or nothing. */
    scheduler: z.enum(schedulerIds).nullable(),
    name: z.string().nullable(),
    behaviour: z.string().nullable(),
    /** Those that come before it, and why each cannot be used. */
    passed_over: z.array(z.object({ scheduler: z.enum(schedulerIds), reason: z.string() })),
    /** Agents whose hooks keep sessions before a compaction and at their end. */
    hooks: z.array(z.object({ host: z.enum(hostIds), scope: z.enum(["user", "project"]) })),
    /** Agents whose hooks would, once their user has done something. */
    waiting: z.array(z.object({ host: z.enum(hostIds), cure: z.string() })),
    /** The command that adds such hooks; null where no agent here runs any. */
    hooks_command: z.string().nullable(),
  });

/** What starts this program by itself, or would. */
type Starters = z.infer<ReturnType<typeof startersSchema>>;

/** What was changed, or would be. */
export const scheduleChangeSchema = () =>
  z.object({
    file: z.string(),
    action: z.enum(["added", "updated", "removed", "unchanged"]),
    /** What it contains then; null where it is removed. */
    text: z.string().nullable(),
  });

/** Changes of all schedulers that are to be made together. */
export interface AutomationPlan {
  readonly starters: Starters;
  readonly changes: readonly z.infer<ReturnType<typeof scheduleChangeSchema>>[];
  /** Makes them; a scheduler that fails leaves its own as they were. */
  apply(): Promise<void>;
}

interface Request {
  readonly every: ScheduledJob["every"];
  readonly by: (typeof schedulerChoices)[number] | undefined;
}

/** Plans that one scheduler starts the keeping of sessions, and that no other does. */
export async function planKeeping(
  context: OperationContext,
  { every, by }: Request,
): Promise<AutomationPlan> {
  const starters = await chooseScheduler(context, by);
  const job = { command: await keepCommand(context), every };
  return planFor(context, starters, (id) => (id === starters.scheduler ? job : null));
}

/** Plans that no scheduler does. */
export async function planNoKeeping(context: OperationContext): Promise<AutomationPlan> {
  return planFor(context, await startersOf(context, null, []), () => null);
}

async function planFor(
  context: OperationContext,
  starters: Starters,
  jobOf: (id: SchedulerId) => ScheduledJob | null,
): Promise<AutomationPlan> {
  const environment = agentEnvironment(context);
  const plans: { readonly id: SchedulerId; readonly changes: readonly ScheduleChange[] }[] = [];
  for (const id of schedulerIds) {
    const changes = await schedulers[id].plan(environment, jobOf(id));
    // One that is chosen is let know even where its files are as they should be: somebody may have stopped it.
    if (jobOf(id) !== null || changes.some(isChanged)) plans.push({ id, changes });
  }
  return {
    starters,
    changes: plans.flatMap(({ changes }) => changes.map(described)),
    async apply() {
      for (const { id, changes } of plans) await schedulers[id].apply(environment, changes);
    },
  };
}

function described(change: ScheduleChange) {
  const { file, before, after } = change;
  const action = !isChanged(change)
    ? ("unchanged" as const)
    : after === null
      ? ("removed" as const)
      : before === null
        ? ("added" as const)
        : ("updated" as const);
  return { file, action, text: after };
}

/** The scheduler that was named, which must be usable, else the first one that is. */
async function chooseScheduler(context: OperationContext, by: Request["by"]): Promise<Starters> {
  const environment = agentEnvironment(context);
  const passed: Starters["passed_over"] = [];
  for (const id of schedulerIds) {
    if (by !== undefined && by !== id) continue;
    const reason = await schedulers[id].obstacle(environment);
    if (reason === null) return startersOf(context, id, passed);
    if (by === id) throw unusable(id, reason);
    passed.push({ scheduler: id, reason });
  }
  return startersOf(context, null, passed);
}

function unusable(id: SchedulerId, reason: string): HoldallError {
  const message = `Cannot let ${schedulers[id].displayName} keep sessions: ${reason}`;
  return new HoldallError("E_USAGE", message, { cure: "leave out --by, or choose another one" });
}

async function startersOf(
  context: OperationContext,
  scheduler: SchedulerId | null,
  passed_over: Starters["passed_over"],
): Promise<Starters> {
  const { displayName = null, behaviour = null } = scheduler === null ? {} : schedulers[scheduler];
  const all = keepingHosts(context);
  const hooks = running(all);
  const hooks_command = all.length > 0 ? null : await hooksCommand(context);
  const found = { scheduler, name: displayName, behaviour, passed_over };
  return { ...found, hooks, waiting: waiting(all), hooks_command };
}

function running(all: readonly KeepingHost[]): Starters["hooks"] {
  return all.flatMap(({ host, scope, waitsFor }) => (waitsFor === null ? [{ host, scope }] : []));
}

function waiting(all: readonly KeepingHost[]): Starters["waiting"] {
  return all.flatMap(({ host, waitsFor: cure }) => (cure === null ? [] : [{ host, cure }]));
}

/** Whether and how sessions are kept by themselves. */
export const automationSchema = () =>
  z.object({
    on: z.boolean(),
    every: z.enum(keepIntervals),
    scheduler: z.enum(schedulerIds).nullable(),
    name: z.string().nullable(),
    hooks: startersSchema().shape.hooks,
    /** How the last run that nobody watched ended; null before the first one. */
    last: outcomeSchema().nullable(),
    /** What is wrong with it, and what to do. */
    problems: z.array(z.object({ state: z.string(), cure: z.string() })),
  });

/** Whether and how sessions are kept by themselves. */
export type Automation = z.infer<ReturnType<typeof automationSchema>>;

/** Looks at what is there: settings, schedulers, hooks, and how the last run ended. */
export async function describeAutomation(context: OperationContext): Promise<Automation> {
  const { on, every } = userConfigFor(context).keep;
  const environment = agentEnvironment(context);
  const all = keepingHosts(context);
  const hooks = running(all);
  const last = readOutcome(environment);
  const found = await findPlaced(environment);
  const problems: Automation["problems"] = [];
  const add = (state: string, cure: string) => void problems.push({ state, cure });
  for (const { host, cure } of on ? waiting(all) : [])
    add(`${hosts[host].displayName} does not run our hooks yet`, cure);
  if (on && found === null && hooks.length === 0)
    add("nothing on this machine starts it", "run `holdall keep on` again");
  if (!on && found !== null)
    add(`${schedulers[found.id].displayName} still starts it`, "run `holdall keep off`");
  if (found !== null) {
    const gone = missingProgram(found.changes);
    const obstacle = await schedulers[found.id].obstacle(environment);
    if (gone !== null) add(`it starts "${gone}", which is gone`, "run `holdall keep on` again");
    if (obstacle !== null) add(obstacle, "run `holdall keep on` again, which chooses another way");
  }
  if (last?.fault) add(`the last run failed: ${last.fault}`, "run `holdall keep now` to see why");
  const name = found === null ? null : schedulers[found.id].displayName;
  return { on, every, scheduler: found?.id ?? null, name, hooks, last, problems };
}

/** The scheduler that has something of ours, and how that would be removed; null where none has. */
async function findPlaced(environment: AgentEnvironment) {
  for (const id of schedulerIds) {
    const changes = await schedulers[id].plan(environment, null);
    if (changes.some(isChanged)) return { id, changes };
  }
  return null;
}

/** A program or its file that our lines name and that is no longer there, such as an old version of Node. */
function missingProgram(changes: readonly ScheduleChange[]): string | null {
  const paths = changes.flatMap(ourLines).flatMap((line) => line.split(/[\s"'<>]/));
  const programs = paths.filter((each) => /^\/.*\/(?:node|holdall\.cjs)$/.test(each));
  return programs.find((file) => !fs.existsSync(file)) ?? null;
}

/** The lines that go when a plan to remove ours is carried out. */
function ourLines({ before, after }: ScheduleChange): readonly string[] {
  const others = new Set(after?.split("\n"));
  return (before ?? "").split("\n").filter((line) => !others.has(line));
}
