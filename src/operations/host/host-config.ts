import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { readExternalText, replaceTextFile } from "../../disk/replace-text-file.ts";
import type { OperationContext } from "../operation/operation.ts";
import { type Host, hostNames, hostSchema, hosts } from "./hosts.ts";

/** For whom something is installed: everyone in this folder, or this user everywhere. */
export type Scope = "user" | "project";

const flag = (host: Host) => z.boolean().default(false).describe(`For ${hosts[host].title}`);

/** The input keys that name hosts. */
export const hostFlags = {
  claude: flag("claude"),
  codex: flag("codex"),
  gemini: flag("gemini"),
} satisfies Readonly<Record<Host, unknown>>;

/** The input keys of everything that edits a host's configuration. */
export const configInput = {
  scope: z
    .enum(["user", "project"])
    .default("project")
    .describe("Install for this project, or for this user everywhere"),
  "dry-run": z.boolean().default(false).describe("Show what would be changed, and change nothing"),
};

/** The hosts that were named; at least one must be. */
export function namedHosts(input: Readonly<Record<Host, boolean>>): readonly Host[] {
  const named = hostNames.filter((host) => input[host]);
  if (named.length > 0) return named;
  throw new HoldallError("E_USAGE", "Cannot continue: no agent was named", {
    cure: `give ${hostNames.map((host) => `--${host}`).join(" or ")}`,
  });
}

/** The folder with a host's own settings. */
export function settingsFolder(host: Host, scope: Scope, { cwd }: OperationContext): string {
  if (scope === "project") return path.join(cwd, `.${host}`);
  const { settingsVariable: variable } = hosts[host];
  const named = variable === null ? "" : process.env[variable];
  return named || path.join(os.homedir(), `.${host}`);
}

/** What happened, or would happen, to a file of a host. */
export interface ConfigChange {
  readonly host: Host;
  readonly file: string;
  readonly action: "added" | "updated" | "removed" | "unchanged";
}

/** The changes in an operation's output. */
export const changesSchema = () =>
  z.object({
    dry_run: z.boolean(),
    changes: z.array(
      z.object({
        host: hostSchema(),
        file: z.string(),
        action: z.enum(["added", "updated", "removed", "unchanged"]),
      }),
    ),
  });

/** Changes a text that another program owns; null when there is no file yet. */
export type TextEdit = (text: string | null) => string | null;

/** Edits a file of a host: what is not ours in it keeps its bytes. */
export function editConfig(
  { host, file }: Pick<ConfigChange, "host" | "file">,
  edit: TextEdit,
  { isOurs, dryRun }: { readonly isOurs: (text: string) => boolean; readonly dryRun: boolean },
): ConfigChange {
  const before = readExternalText(file);
  const after = edit(before);
  if (after === null || after === before) return { host, file, action: "unchanged" };
  if (!dryRun) replaceTextFile(file, after);
  const had = before !== null && isOurs(before);
  const action = had ? (isOurs(after) ? "updated" : "removed") : "added";
  return { host, file, action };
}

/** Edits the files of several hosts: a refusal for one of them comes before anything is written. */
export function editEach(
  named: readonly Host[],
  dryRun: boolean,
  edit: (host: Host, dryRun: boolean) => ConfigChange,
): { readonly dry_run: boolean; readonly changes: ConfigChange[] } {
  const tried = named.map((host) => edit(host, true));
  const changes = dryRun ? tried : named.map((host) => edit(host, false));
  return { dry_run: dryRun, changes };
}

/** A JSON file's text, checked; a new one is an empty object. */
export function jsonText(text: string | null, file: string): string {
  if (text === null || text.trim() === "") return "{}\n";
  try {
    JSON.parse(text);
    return text;
  } catch (cause) {
    throw new HoldallError("E_JSON", `Cannot change "${file}": it is not plain JSON`, {
      cure: "take comments and trailing commas out of it, or add the entry by hand",
      cause,
    });
  }
}

/**
 * The words that start this program again, whatever folder and shell it is started from: its name when
 * the user can call it by that, else Node and the file.
 */
export function programCommand(): readonly string[] {
  const own = fs.realpathSync(process.argv[1] ?? "");
  const isOwn = (folder: string) => {
    const file = path.join(folder, "holdall");
    // What a package runner puts into the path is gone when it ends.
    return !folder.includes("node_modules") && fs.existsSync(file) && fs.realpathSync(file) === own;
  };
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => folder !== "" && isOwn(folder))
    ? ["holdall"]
    : [process.execPath, own];
}
