import fs from "node:fs";
import path from "node:path";
import { findProgram } from "../../../agents/find-program.ts";
import type { AgentCommand } from "../../../agents/task-command.ts";
import { HoldallError } from "../../../base/errors.ts";
import { quoteForShell } from "../../../base/text/quote-for-shell.ts";
import type { Contestant } from "../../run/contestant.ts";
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
}

/** The folders of a run. */
interface RunPlace {
  /** For what only the run needs. */
  readonly scratch: string;
  readonly project: string;
  readonly home: RunEnvironment;
}

/** When a program started, and how it ended. */
export interface ContestantRun {
  readonly startedAt: Date;
  readonly end: ProcessEnd;
}

/** Starts the contestant in the project's folder and waits for its end. */
export async function runContestant(
  { task: { task }, contestant }: Pick<Pair, "task" | "contestant">,
  { scratch, project, home }: RunPlace,
  { timeoutMs, unsandboxed, env, signal }: ContestantSettings,
): Promise<ContestantRun> {
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
  const folder = fs.lstatSync(project);
  const startedAt = new Date();
  const end = await runProcess({
    command: program,
    args: command.args,
    cwd: project,
    variables: [...command.env, ...home.variables, ...env],
    set: {
      ...home.set,
      HOLDALL_TASK: taskFile,
      ...(model === null ? {} : { HOLDALL_MODEL: model }),
    },
    input: command.input,
    timeoutMs,
    signal,
  });
  requireSameFolder(project, folder);
  return { startedAt, end };
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
