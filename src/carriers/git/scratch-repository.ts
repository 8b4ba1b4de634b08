import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import { settingVariables } from "../../programs/git/safe-settings.ts";
import { type ProgramResult, runProgram } from "../../programs/run-program.ts";
import { DESKTOP, SSH } from "../../programs/variables.ts";
import type { CarrierContext } from "../carrier.ts";
import { withoutPassword } from "./address.ts";

const TIME_LIMIT_MS = 24 * 60 * 60 * 1000;
/** Largest output that is kept. */
const MAX_OUTPUT = 128 * 1024 * 1024;

/** Settings that outweigh the user's own; all others count, such as helpers that know passwords. */
const SETTINGS = {
  "core.hooksPath": "/dev/null",
  "gc.auto": "0",
  "maintenance.auto": "false",
  "protocol.ext.allow": "never",
  "submodule.recurse": "false",
  "push.recurseSubmodules": "no",
  "push.followTags": "false",
  "push.gpgSign": "false",
  "fetch.recurseSubmodules": "no",
  "fetch.fsckObjects": "true",
};

/** A repository of this command alone: no project's settings count in it, and none of its branches is sent. */
export interface ScratchRepository {
  readonly folder: string;
  /** Everything that a program needs to start git in it with these arguments. */
  order(args: readonly string[]): GitOrder;
  /** Runs git until it ends or one of the signals stops it; it fails when git does. */
  run(args: readonly string[], stop?: AbortSignal): Promise<ProgramResult>;
}

type GitOrder = ReturnType<typeof orderFor>;

/** Creates the repository of a command. */
export async function createScratchRepository(context: CarrierContext): Promise<ScratchRepository> {
  const folder = createTemporaryFolder();
  const order = (args: readonly string[]) => orderFor(folder, args, context);
  async function run(args: readonly string[], stop?: AbortSignal): Promise<ProgramResult> {
    const result = await runProgram({
      ...order(args),
      maxOutput: MAX_OUTPUT,
      onMoreOutput: "end",
      signal: stop === undefined ? context.signal : AbortSignal.any([context.signal, stop]),
    }).catch((cause: unknown) => {
      context.signal.throwIfAborted();
      throw failed(args, cause instanceof Error ? cause.message : "", cause);
    });
    if (result.exitCode === 0 && !result.isTooLong) return result;
    throw failed(args, result.stderr.toString("utf8").trim().replaceAll(/\s+/g, " "));
  }
  await run(["init", "--quiet", "--bare", "."]);
  return { folder, order, run };
}

function orderFor(folder: string, args: readonly string[], { interactive }: CarrierContext) {
  return {
    program: "git",
    args: ["--no-pager", ...args],
    cwd: folder,
    variables: [
      ...SSH,
      ...DESKTOP,
      ...PROXIES,
      "XDG_CONFIG_HOME",
      "GIT_SSH_COMMAND",
      "GIT_ASKPASS",
    ],
    set: {
      LC_ALL: "C",
      GIT_DIR: folder,
      ...settingVariables(Object.entries(SETTINGS)),
      ...(interactive ? {} : { GIT_TERMINAL_PROMPT: "0" }),
    },
    timeoutMs: TIME_LIMIT_MS,
  };
}

const PROXIES = ["http_proxy", "https_proxy", "no_proxy", "HTTPS_PROXY", "NO_PROXY", "ALL_PROXY"];

function failed([command = ""]: readonly string[], state: string, cause?: unknown): HoldallError {
  const shown = excerpt(withoutPassword(state), 300) || "it did not finish";
  return new HoldallError("E_IO", `Cannot run git ${command}: ${shown}`, {
    cause,
    cure: "check that `git ls-remote` with this repository works, and try again",
  });
}
