/** What the commands that serve have in common: the folders that callers may use, who acts, and the token. */

import { randomBytes } from "node:crypto";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { requirePath } from "../../disk/require-file.ts";
import { actorInput } from "../../runtime/actor.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { folderForModels } from "../../runtime/project-folder.ts";
import { keepSecretsInput } from "../../runtime/redaction.ts";
import { storeInput } from "../../runtime/workspace.ts";
import { defaultOutputFolder, isInside, realPath } from "../../runtime/workspace-paths.ts";

/** The environment variable with the token of models and programs. */
export const TOKEN_VARIABLE = "HOLDALL_MCP_TOKEN";
const MIN_TOKEN = 16;

/** The inputs of a server. */
export const serverInput = {
  as: actorInput.actor
    .unwrap()
    .optional()
    .describe(
      "Actor that is recorded for whatever models and programs do (default: the name of the MCP client, else agent)",
    ),
  root: z
    .array(z.string())
    .default([])
    .describe("Folder in which they may name paths, besides the project's")
    .meta({ placeholder: "DIR" }),
  out: z
    .string()
    .optional()
    .describe("Folder in which they create files (default: .holdall/out in the project)")
    .meta({ placeholder: "DIR" }),
  ...keepSecretsInput,
  ...storeInput,
};

/** The folders as given. */
interface FolderOptions {
  readonly store?: string | undefined;
  readonly root: readonly string[];
  readonly out?: string | undefined;
}

/** The folders that models and programs may read, and the one that they may write to. */
export function servedFolders(context: OperationContext, { store, root, out }: FolderOptions) {
  const project = folderForModels(context, store);
  return {
    roots: [project, ...root.map((each) => rootFolder(context, each))],
    outputFolder:
      out === undefined ? defaultOutputFolder(project) : chosenOutputFolder(context, out, project),
  };
}

function rootFolder({ cwd }: OperationContext, typed: string): string {
  const absolute = path.resolve(cwd, typed);
  if (requirePath({ absolute, typed, doing: "serve" }).isDirectory()) return absolute;
  throw new HoldallError("E_USAGE", `Cannot serve "${typed}": it is not a folder`);
}

/**
 * The folder that the user chose for files of tools: not around the project, and not in a folder
 * with a dot, where programs look for configuration.
 */
function chosenOutputFolder({ cwd }: OperationContext, typed: string, project: string): string {
  const folder = realPath(path.resolve(cwd, typed));
  const isAround = [project, cwd].some((each) => isInside(realPath(each), folder));
  const ownParts = path.relative(realPath(project), folder).split(path.sep);
  const hasDotName = ownParts.some((part) => /^\.[^.]/.test(part));
  if (!isAround && (!hasDotName || folder === defaultOutputFolder(project))) return folder;
  const state = isAround ? "it contains the project" : "it is in a folder that begins with a dot";
  throw new HoldallError("E_PROTECTED", `Cannot let tools write to "${typed}": ${state}`, {
    cure: "choose a folder of its own, such as holdall-out",
  });
}

/**
 * The token that clients must send: from the environment, otherwise a new one, printed for the
 * user.
 */
export function chooseToken(context: OperationContext): string {
  const set = tokenFromEnvironment();
  if (set !== null) return set;
  const generated = createToken();
  context.note(`token: ${generated}`);
  return generated;
}

/** A new token, which nobody can guess. */
export function createToken(): string {
  return randomBytes(32).toString("base64url");
}

/** The token of the environment; null when there is none. */
export function tokenFromEnvironment(): string | null {
  const set = process.env[TOKEN_VARIABLE];
  if (set === undefined || set === "") return null;
  if (set.length >= MIN_TOKEN) return set;
  throw new HoldallError("E_USAGE", `Cannot use ${TOKEN_VARIABLE}: it is too short`, {
    cure: `use at least ${MIN_TOKEN} characters, or unset it to have one generated`,
  });
}
