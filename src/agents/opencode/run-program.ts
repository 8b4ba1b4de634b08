import { gitSettingVariables } from "../../programs/git/safe-settings.ts";
import { runProgram, runProgramSync } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { AgentEnvironment } from "../agent.ts";
import type { OpencodeProgram } from "./program.ts";

/** The first start of a new version brings its database up to date, which may take a while. */
const TIMEOUT_MS = 120_000;
const MAX_OUTPUT = 64 * 1024;

/** A project's settings, plugins and tools may be a stranger's, and nothing of the user's is needed either. */
const SETTINGS = [
  "DISABLE_PROJECT_CONFIG",
  "PURE",
  "DISABLE_AUTOUPDATE",
  "DISABLE_MODELS_FETCH",
  "DISABLE_LSP_DOWNLOAD",
];

/** How a program is called to change its store. */
interface Call {
  /** The file of the program. */
  readonly executable: string;
  readonly isVersion2: boolean;
  readonly environment: AgentEnvironment;
}

/** Version 2 would start a service that stays. */
const ON_ITS_OWN = "--standalone";

/** Lets a program import a document into the project of a folder; true when it reports that it did. */
export async function importDocument(
  program: OpencodeProgram,
  { file, cwd, ...call }: Call & { readonly file: string; readonly cwd: string },
): Promise<boolean> {
  const output = { maxOutput: MAX_OUTPUT, onMoreOutput: "keep-newest" } as const;
  // It files a session under the folder that it runs in.
  const args = call.isVersion2 ? ["session", "import", ON_ITS_OWN, file] : ["import", file];
  const request = { ...programRequest(program, args, call), cwd, ...output };
  const result = await runProgram(request).catch(() => null);
  return result?.exitCode === 0;
}

const MODEL = /^([^\s/]{1,200})\/(\S{1,300})$/;

/** The models that a program has, each with its provider before it; none when it does not say. */
export async function listModels(
  program: OpencodeProgram,
  call: Call,
): Promise<readonly (readonly [provider: string, model: string])[]> {
  const { env } = call.environment;
  const output = { maxOutput: 1024 * 1024, onMoreOutput: "keep-newest" } as const;
  const { set, ...request } = programRequest(program, ["models"], call);
  // A provider counts for it when its key is there; which key that is, it need not know.
  const keys = Object.keys(env).filter((name) => name.endsWith("_API_KEY"));
  const named = Object.fromEntries(keys.map((name) => [name, "set"]));
  // It would make a database to list them.
  const variables = { ...named, ...set, [`${program.variables}_DB`]: ":memory:" };
  const result = await runProgram({ ...request, ...output, set: variables }).catch(() => null);
  if (result?.exitCode !== 0) return [];
  return result.stdout
    .toString("utf8")
    .split("\n")
    .flatMap((line) => {
      const [, provider, model] = MODEL.exec(line.trim()) ?? [];
      return provider === undefined || model === undefined ? [] : [[provider, model] as const];
    });
}

/** Lets a program delete a session, and lets nothing else happen meanwhile: a process that ends waits for nobody. */
export function deleteSession(program: OpencodeProgram, id: string, call: Call): void {
  const args = call.isVersion2 ? ["session", "delete", ON_ITS_OWN, id] : ["session", "delete", id];
  runProgramSync(programRequest(program, args, call));
}

/** Variables with which a program obeys no settings of a project, and reports nothing. */
export function pureVariables({
  variables,
  quiet,
}: OpencodeProgram): Readonly<Record<string, string>> {
  const settings = Object.fromEntries(SETTINGS.map((name) => [`${variables}_${name}`, "1"]));
  return { ...settings, ...quiet };
}

function programRequest(
  program: OpencodeProgram,
  args: readonly string[],
  { executable, environment: { env, home } }: Call,
) {
  return {
    program: executable,
    args,
    // Where its database is. No key: it asks no model. No configuration: that could name plugins.
    variables: [...XDG_FOLDERS, `${program.variables}_DB`],
    from: env,
    timeoutMs: TIMEOUT_MS,
    set: { ...pureVariables(program), ...gitSettingVariables(), HOME: home },
  };
}
