/** The home folder of a run: the user's own, or a clean one with nothing but the agent's login and model settings. */

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../../agents/agent.ts";
import type { UserFile, UserFiles } from "../../../agents/user-files.ts";
import { HoldallError } from "../../../base/errors.ts";
import { isObject, type Json, type JsonObject } from "../../../base/json/value.ts";
import { runAtExit } from "../../../disk/exit-cleanup.ts";
import { readExternalText, replaceTextFile } from "../../../disk/replace-text-file.ts";
import { createTemporaryFolder, removeTemporary } from "../../../disk/temporary.ts";
import { dataFolder } from "../../../disk/user-folder.ts";
import { createFolders } from "../../../durable/files.ts";
import { folderFilter } from "../../../sessions/agent-sessions.ts";
import { selectSettings } from "../../run/select-settings.ts";

/** The home of a run, as its bundle and the result of the command record it: names of files and keys, no value. */
export const runEnvironmentSchema = () =>
  z.object({
    kind: z.enum(["clean", "mine"]),
    /** Files with the login, which the run shared with the user's home. */
    linked: z.array(z.string()).readonly(),
    /** Files of settings, with the keys that were copied. */
    copied: z
      .array(z.object({ file: z.string(), keys: z.array(z.string()).readonly() }))
      .readonly(),
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
export function ownEnvironment(user: AgentEnvironment, declared: UserFiles | null): RunEnvironment {
  return {
    record: { kind: "mine", linked: [], copied: [] },
    environment: user,
    variables: declared?.variables ?? [],
    set: { HOME: user.home },
    keepLogins: () => [],
    close: () => undefined,
  };
}

/**
 * A home of its own. It is not in the folder of temporary files, where the sandbox of an agent lets commands write: a
 * command of a stranger's task must not put another login in the place of the user's.
 */
export function createCleanEnvironment(
  user: AgentEnvironment,
  declared: UserFiles | null,
): RunEnvironment {
  const parent = path.join(dataFolder(user), "homes");
  createFolders(parent, 0o700);
  const folder = createTemporaryFolder(parent);
  const environment = { home: folder, env: {} };
  const logins: LinkedLogin[] = [];
  const copied: EnvironmentRecord["copied"][number][] = [];
  const set: Record<string, string> = { HOME: folder };
  const places = declared?.files(environment) ?? [];
  for (const [index, file] of (declared?.files(user) ?? []).entries()) {
    const place = places[index]?.path;
    if (place === undefined || !path.isAbsolute(file.path)) continue;
    if (file.kind === "login") {
      const login = linkLogin(file.path, place);
      if (login === null) continue;
      logins.push(login);
      if (file.folderVariable !== undefined) set[file.folderVariable] = path.dirname(file.path);
      continue;
    }
    const keys = copySettings(file, place, user.home);
    if (keys.length === 0) continue;
    copied.push({ file: nameIn(folder, place), keys });
    if (file.variable !== undefined) set[file.variable] = place;
  }
  const keepLogins = () =>
    logins.filter((login) => !keepRenewedLogin(login)).map(({ place }) => nameIn(folder, place));
  const forget = runAtExit(keepLogins);
  const linked = logins.map(({ place }) => nameIn(folder, place));
  return {
    record: { kind: "clean", linked, copied },
    environment,
    variables: [],
    set,
    keepLogins,
    close() {
      forget();
      keepLogins();
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

/** A login in a clean home: a link to the user's file. */
interface LinkedLogin {
  readonly file: string;
  readonly place: string;
  /** The user's file when the run began. */
  readonly before: string;
}

function linkLogin(file: string, place: string): LinkedLogin | null {
  const before = readExternalText(file);
  if (before === null) return null;
  createFolders(path.dirname(place), 0o700);
  fs.symlinkSync(file, place);
  return { file, place, before };
}

/**
 * Puts a renewed login into the user's home, when the program put a file in the place of the link: the old login is
 * worthless once it was renewed. One that was renewed in the user's home meanwhile is the newer one, and stays.
 * Returns false for a file that is no login: the user's stays as it was.
 */
function keepRenewedLogin({ file, place, before }: LinkedLogin): boolean {
  const stat = fs.lstatSync(place, { throwIfNoEntry: false });
  if (!stat?.isFile() || readExternalText(file) !== before) return true;
  const renewed = stat.size <= MAX_LOGIN_BYTES ? readText(place) : null;
  if (renewed === before) return true;
  if (renewed === null || !isLoginLike(renewed, before)) return false;
  replaceTextFile(file, renewed);
  return true;
}

/** Most bytes of a renewed login. */
const MAX_LOGIN_BYTES = 1024 * 1024;

/** The text of a file; null when it cannot be read, or is not UTF-8. */
function readText(file: string): string | null {
  try {
    const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
    return decoder.decode(fs.readFileSync(file));
  } catch {
    return null;
  }
}

/** Whether a text can be a renewed login: it has all that the old one had at its top, or is at least not empty. */
function isLoginLike(renewed: string, before: string): boolean {
  if (renewed.trim() === "") return false;
  const old = parseObject(before);
  if (old === null) return true;
  const found = parseObject(renewed);
  if (found === null || Object.keys(found).length === 0) return false;
  return Object.keys(old).every((key) => Object.hasOwn(found, key));
}

function parseObject(text: string): JsonObject | null {
  try {
    const value: Json = JSON.parse(text);
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
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
