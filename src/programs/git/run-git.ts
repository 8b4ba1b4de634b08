import { type ProgramResult, runProgram } from "../run-program.ts";
import { type GitSettings, gitSettingVariables } from "./safe-settings.ts";

/** Longest time that git may take. */
const MAX_TIME_MS = 300_000;
/** Largest output of git. */
const MAX_OUTPUT = 512 * 1024 * 1024;

/** Where git works, and what it gets. */
export interface GitOptions {
  /** The folder that it works in; everything above it may be its repository. */
  readonly folder: string;
  /** Settings besides the safe ones. */
  readonly settings?: GitSettings;
  /** Variables of git, such as where its index is. */
  readonly set?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/**
 * Runs git, without any of git's variables in this environment: `GIT_DIR` would answer for another repository.
 * Rejects when git cannot be started. What lies in a repository that is a stranger's is read by
 * `openRepository()`.
 */
export function runGit(args: readonly string[], options: GitOptions): Promise<ProgramResult> {
  const { folder, settings, set, input } = options;
  return runProgram({
    program: "git",
    args: ["--no-pager", "-C", folder, ...args],
    // The user's own settings of git count: who may own a repository, how line ends are written.
    variables: ["XDG_CONFIG_HOME"],
    set: { ...gitSettingVariables(settings), LC_ALL: "C", ...set },
    timeoutMs: MAX_TIME_MS,
    maxOutput: MAX_OUTPUT,
    onMoreOutput: "end",
    ...(input === undefined ? {} : { input }),
  });
}
