/** The home folder of a run: the user's own, or a clean one with nothing but the agent's login and model settings. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../../agents/agent.ts";
import type { UserFile, UserFiles } from "../../../agents/user-files.ts";
import { HoldallError } from "../../../base/errors.ts";
import { runAtExit } from "../../../disk/exit-cleanup.ts";
import { readExternalText } from "../../../disk/replace-text-file.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import { dataFolder } from "../../../disk/user-folder.ts";
import { createFolders } from "../../../durable/files.ts";
import { folderFilter } from "../../../sessions/agent-sessions.ts";
import { selectSettings } from "../../run/select-settings.ts";
import { type CopiedLogin, copyLogin } from "./copied-login.ts";

/** How often it is looked for logins that were renewed. */
const RENEWAL_MS = 2000;

/** The home of a run, as its bundle and the result of the command record it: names of files and keys, no value. */
export const runEnvironmentSchema = () =>
  z.object({
    kind: z.enum(["clean", "mine"]),
    /** Files with the login, of which the run had a copy. */
    logins: z.array(z.string()).readonly(),
    /** Files of settings, with the keys that were copied. */
    copied: z
      .array(z.object({ file: z.string(), keys: z.array(z.string()).readonly() }))
      .readonly(),
    /** Variables with a key, which the user's own settings name. */
    variables: z.array(z.string()).readonly(),
  });

/** What is recorded of a run's home. */
export type EnvironmentRecord = z.infer<ReturnType<typeof runEnvironmentSchema>>;

/** The home of one run. */
export interface RunEnvironment {
  readonly record: EnvironmentRecord;
  /** Where the agent keeps its session. */
  readonly environment: AgentEnvironment;
  /** Names of the user's variables that the program gets for it. */
  readonly variables: readonly string[];
  /** Variables with a value of ours. */
  readonly set: Readonly<Record<string, string>>;
  /** Carries renewed logins to the user's home, and returns the names of those that are unusable and were not. */
  keepLogins(): readonly string[];
  /** Removes a clean home; a login that was renewed in it is the user's from then on. */
  close(): void;
}

/** The user's own home. */
export function ownEnvironment(
  user: AgentEnvironment,
  declared: UserFiles | null,
  keys: readonly string[] = [],
): RunEnvironment {
  return {
    record: { kind: "mine", logins: [], copied: [], variables: keys },
    environment: user,
    variables: [...(declared?.variables ?? []), ...keys],
    set: { HOME: user.home },
    keepLogins: () => [],
    close: () => undefined,
  };
}

/**
 * A home of its own. It is not in the folder of temporary files, where the sandbox of an agent lets commands write: a
 * command of a stranger's task must not put another login in the place of the user's. `keys` are the variables of the
 * user with a key of the model's provider.
 */
export function createCleanEnvironment(
  user: AgentEnvironment,
  declared: UserFiles | null,
  keys: readonly string[] = [],
): RunEnvironment {
  const parent = path.join(dataFolder(user), "homes");
  createFolders(parent, 0o700);
  const folder = createTemporaryFolder(parent);
  const environment = { home: folder, env: {} };
  const logins: CopiedLogin[] = [];
  const copied: EnvironmentRecord["copied"][number][] = [];
  const set: Record<string, string> = { HOME: folder };
  const places = declared?.files(environment) ?? [];
  for (const [index, file] of (declared?.files(user) ?? []).entries()) {
    const place = places[index]?.path;
    if (place === undefined || !path.isAbsolute(file.path)) continue;
    if (file.kind === "login") {
      const login = copyLogin(file.path, place);
      if (login !== null) logins.push(login);
      continue;
    }
    const settings = copySettings(file, place, user.home);
    if (settings.length === 0) continue;
    copied.push({ file: nameIn(folder, place), keys: settings });
    if (file.variable !== undefined) set[file.variable] = place;
  }
  const keepLogins = () =>
    logins.filter((login) => !login.keep()).map(({ place }) => nameIn(folder, place));
  const forget = runAtExit(keepLogins);
  // At once, and not at the end: other runs need a renewed login, and a killed process keeps nothing.
  const ticker = setInterval(() => {
    try {
      keepLogins();
    } catch {
      // The end of the run fails for the same reason, and reports it.
    }
  }, RENEWAL_MS);
  ticker.unref();
  return {
    record: {
      kind: "clean",
      logins: logins.map(({ place }) => nameIn(folder, place)),
      copied,
      variables: keys,
    },
    environment,
    variables: keys,
    set,
    keepLogins,
    close() {
      forget();
      clearInterval(ticker);
      keepLogins();
      for (const login of logins) login.close();
      removeTemporary(folder);
    },
  };
}

/** Refuses variables of the user that would lead an agent out of its clean home. */
export function requireCleanVariables(names: readonly string[], declared: UserFiles): void {
  const leading = names.find((name) => name === "HOME" || declared.variables.includes(name));
  if (leading === undefined) return;
  throw new HoldallError(
    "E_USAGE",
    `Cannot give ${leading} to a run with a clean home: it names a folder of yours`,
    { cure: `leave out --env ${leading}, or add --home mine` },
  );
}

/**
 * Refuses a folder of temporary files in the user's home: agents also obey instructions and skills in the folders
 * above the one that they work in.
 */
export function requireSeparateTemporaries(
  { home }: AgentEnvironment,
  temporary = os.tmpdir(),
): void {
  if (!folderFilter(home)({ cwd: temporary })) return;
  throw new HoldallError(
    "E_USAGE",
    `Cannot run with a clean home: temporary files are in yours ("${temporary}"), and agents read instructions in folders above a run`,
    { cure: "set TMPDIR to a folder outside your home, or add --home mine" },
  );
}

/** The name of a file in any home. */
function nameIn(folder: string, place: string): string {
  return `~/${path.relative(folder, place).split(path.sep).join("/")}`;
}

/** Copies the keys of settings that a run gets, and returns which they are. */
function copySettings(
  { path: file, format, keys }: Extract<UserFile, { kind: "settings" }>,
  place: string,
  userFolder: string,
): readonly string[] {
  const text = readExternalText(file);
  const selected = text === null ? null : selectSettings(text, format, keys);
  if (selected === null || selected.text === null) return [];
  createFolders(path.dirname(place), 0o700);
  fs.writeFileSync(place, resolveTilde(selected.text, userFolder), { mode: 0o600 });
  return selected.keys;
}

/** Names of files in a copied value mean the user's home: the file of a key is not in the clean one. */
function resolveTilde(text: string, home: string): string {
  const written = JSON.stringify(home).slice(1, -1);
  return text
    .replaceAll(/(^|["'\s:=!])~\//gm, (_, before: string) => `${before}${written}/`)
    .replaceAll(/\$HOME\b|\$\{HOME\}/g, () => written);
}
