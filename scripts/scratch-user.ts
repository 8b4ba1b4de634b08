/**
 * A user with an empty home for each test file: what its tests, and the programs that they start, keep of a person is
 * there and goes with the file. Nothing of whoever runs the tests is read, and nothing is written into their home.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { homedir, tmpdir } from "node:os";
import { join } from "node:path";
import { agentCache } from "../test/agents/install.ts";
import { endMarked, MARK, newMark } from "./marked-processes.ts";
import { root } from "./run.ts";

/** Variables with folders and logins of the person who runs the tests. */
const PERSONAL = [
  "XDG_CACHE_HOME",
  "XDG_CONFIG_HOME",
  "XDG_DATA_HOME",
  "XDG_STATE_HOME",
  "CLAUDE_CONFIG_DIR",
  "CODEX_HOME",
  "GEMINI_CLI_HOME",
  "HOLDALL_STORE",
  "HOLDALL_REGISTRY_TOKEN",
];

/** A home, and the variables of a process of its user. */
export interface ScratchUser {
  readonly env: NodeJS.ProcessEnv;
  /** Ends every process of the user that still runs. */
  endProcesses(): void;
  /** Ends them, and removes the home. */
  remove(): void;
}

/** Creates a user with an empty home in the folder for temporary files. */
export function createScratchUser(): ScratchUser {
  const home = mkdtempSync(join(tmpdir(), "holdall-home-"));
  const config = join(home, ".config");
  const mark = newMark();
  mkdirSync(config);
  const env: NodeJS.ProcessEnv = {
    // What was downloaded once for all, and where from: the agents of the tests, and npm's packages.
    npm_config_userconfig: join(homedir(), ".npmrc"),
    npm_config_cache: join(homedir(), ".npm"),
    ...process.env,
    HOLDALL_AGENT_CACHE: agentCache(),
    // Every file is a process that reads much the same source; compiled once, it is read from here.
    NODE_COMPILE_CACHE: join(root, "node_modules/.cache/tests"),
    // What a test prints must not depend on how slow the machine is.
    HOLDALL_PROGRESS: "none",
    [MARK]: mark,
  };
  for (const name of PERSONAL) delete env[name];
  Object.assign(env, { HOME: home, USERPROFILE: home, XDG_CONFIG_HOME: config });
  const endProcesses = () => endMarked(mark);
  const remove = () => {
    endProcesses();
    rmSync(home, { recursive: true, force: true, maxRetries: 3 });
  };
  return { env, endProcesses, remove };
}

/** Makes this process, and what it starts, one of such a user; returns what removes the home at the end. */
export function becomeScratchUser(): () => void {
  const { env, remove } = createScratchUser();
  for (const name of PERSONAL) delete process.env[name];
  Object.assign(process.env, env);
  return remove;
}
