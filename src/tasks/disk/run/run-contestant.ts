import fs from "node:fs";
import path from "node:path";
import { findProgram } from "../../../agents/find-program.ts";
import type { AgentCommand } from "../../../agents/task-command.ts";
import { HoldallError } from "../../../base/errors.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type { Address } from "../../../programs/container/relay.ts";
import { selectVariables } from "../../../programs/variables.ts";
import type { Contestant } from "../../run/contestant.ts";
import { mountProgram } from "../container/agent-program.ts";
import type { ContainerRecord, TaskContainer } from "../container/open-containers.ts";
import { modelAddressesOf } from "../container/reachable-addresses.ts";
import { CONTAINED_TASK, runContained } from "../container/run-contained.ts";
import { removeEscapingLinks } from "../judge/judge-folder.ts";
import { type ProcessEnd, runProcess } from "../run-process.ts";
import type { Pair } from "./plan-pairs.ts";
import type { RunEnvironment } from "./run-environment.ts";

/** What programs get and may do. */
export interface ContestantSettings {
  readonly timeoutMs: number;
  /** Whether agents run without their own sandbox. */
  readonly unsandboxed: boolean;
  /** Names of variables of the user's environment that programs get. */
  readonly env: readonly string[];
  /** Ends a program that is under way. */
  readonly signal: AbortSignal;
  /** What a run in a container may reach; none: the address of its agent's model. */
  readonly addresses: readonly Address[];
}

/** The folders of a run. */
interface RunPlace {
  /** For what only the run needs. */
  readonly scratch: string;
  readonly project: string;
  readonly runEnvironment: RunEnvironment;
}

/** When a program started, and how it ended. */
export interface ContestantRun {
  readonly startedAt: Date;
  readonly end: ProcessEnd;
  readonly container: ContainerRecord | null;
}

/** Starts the contestant in the project's folder and waits for its end. */
export async function runContestant(
  pair: RunningPair,
  place: RunPlace,
  settings: ContestantSettings,
): Promise<ContestantRun> {
  const folder = fs.lstatSync(place.project);
  const startedAt = new Date();
  const { container } = pair;
  const ended =
    container === null
      ? { end: await runHere(pair, place, settings), container }
      : await runInside({ ...pair, container }, place, settings);
  requireSameFolder(place.project, folder);
  return { startedAt, ...ended };
}

type RunningPair = Pick<Pair, "task" | "contestant" | "container">;

async function runHere(
  { task: { task }, contestant }: RunningPair,
  { scratch, project, runEnvironment }: RunPlace,
  { timeoutMs, unsandboxed, env, signal }: ContestantSettings,
): Promise<ProcessEnd> {
  const prompt = task ?? "";
  const taskFile = path.join(scratch, "task.md");
  fs.writeFileSync(taskFile, prompt);
  const { label, model } = contestant;
  const command = commandOf(contestant, { prompt, taskFile, unsandboxed });
  const program = await findProgram(command.program, process.env);
  if (program === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot run ${label}: "${command.program}" is not installed`,
      { cure: installing(command) },
    );
  }
  return runProcess({
    command: program,
    args: command.args,
    cwd: project,
    variables: [...command.env, ...runEnvironment.variables, ...env],
    set: { ...runEnvironment.set, ...taskVariables(taskFile, model) },
    input: command.input,
    timeoutMs,
    signal,
  });
}

function taskVariables(taskFile: string, model: string | null): Record<string, string> {
  return { HOLDALL_TASK: taskFile, ...(model === null ? {} : { HOLDALL_MODEL: model }) };
}

/** In a container the program is that of the image, or else that of this machine. */
async function runInside(
  { task: { task }, contestant, container }: RunningPair & { readonly container: TaskContainer },
  { scratch, project, runEnvironment }: RunPlace,
  { timeoutMs, env, signal, addresses: named }: ContestantSettings,
): Promise<Omit<ContestantRun, "startedAt">> {
  const { agent, template, model } = contestant;
  const prompt = task ?? "";
  // The container is the sandbox: one of the agent's own does not work in it.
  const request = { prompt, taskFile: CONTAINED_TASK, unsandboxed: true };
  const command = commandOf(contestant, request);
  const variables = [...command.env, ...runEnvironment.variables, ...env];
  const settings = { ...runEnvironment.environment, env: selectVariables(variables) };
  const addresses = named.length > 0 ? named : modelAddressesOf(contestant, settings);
  const isAgent = agent !== null && template === null;
  const installed = isAgent ? await findProgram(command.program, process.env) : null;
  const mounted = installed === null ? null : mountProgram(installed);
  const end = await runContained(container, {
    scratch,
    project,
    home: runEnvironment.environment.home,
    programs: [command.program, mounted?.command ?? "/bin/sh"],
    args: command.args,
    mounts: mounted === null ? [] : [mounted.mount],
    variables,
    set: { ...runEnvironment.set, ...taskVariables(CONTAINED_TASK, model) },
    input: command.input,
    addresses,
    timeoutMs,
    signal,
  });
  await removeEscapingLinks(runEnvironment.environment.home);
  const { image, engine } = container;
  const record = {
    program: engine.name,
    image: image.image,
    imageId: image.id,
    digests: image.digests,
    reachable: addresses.map(({ host, port }) => `${host}:${port}`),
  };
  return { end, container: record };
}

function installing({ npmPackage }: AgentCommand): string {
  const how = npmPackage === undefined ? "install it" : `npm install --global ${npmPackage}`;
  return `${how}, then repeat the command; finished runs are not run again`;
}

function commandOf(
  { template, tool, model, agent }: Contestant,
  {
    prompt,
    taskFile,
    unsandboxed,
  }: { readonly prompt: string; readonly taskFile: string; readonly unsandboxed: boolean },
): AgentCommand {
  const request = { prompt, model, unsandboxed };
  if (template === null) {
    if (agent !== null) return agent.command(request);
    throw new HoldallError("E_USAGE", `Cannot run "${tool}": no such agent`);
  }
  const script = template
    .replaceAll("{task}", quoteForShell(taskFile))
    .replaceAll("{model}", quoteForShell(model ?? ""));
  const env = agent?.command(request).env ?? [];
  return { program: "sh", args: ["-c", script], input: prompt, env };
}

/** Refuses to read another folder in the place of the project: the program may have put a link there. */
function requireSameFolder(project: string, before: fs.Stats): void {
  const found = fs.lstatSync(project, { throwIfNoEntry: false });
  if (found?.isDirectory() && found.dev === before.dev && found.ino === before.ino) return;
  throw new HoldallError("E_LINK", "Cannot capture the run: the program replaced its folder");
}
