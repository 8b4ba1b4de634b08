/**
 * What a model may touch. Reading: only inside the roots, after resolving links, and never the
 * workspace's own database. Writing: only a new, plain name in one output folder. A person at the
 * command line (`roots` is null) is not restricted. The check resolves links first: a link inside a
 * root that leads out of it must not help.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { createFolders } from "../../durable/files.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { outputNameFault } from "../../runtime/remote/output-name.ts";
import { isInside, isInWorkspace, realPath } from "../../runtime/workspace-paths.ts";
import { argumentsOf } from "./arguments.ts";
import type { Operation } from "./operation.ts";

type Input = Readonly<Record<string, unknown>>;

/**
 * Checks the paths of an input against what a surface may touch, and returns the input with every output
 * path resolved. A path that is read must lie in the roots, also when links are followed, and not in the
 * workspace's own folder. A path that is written is a new name in the surface's output folder.
 */
export function guardPaths<Given extends Input>(
  context: Pick<OperationContext, "cwd" | "roots" | "outputFolder">,
  operation: Pick<Operation, "input">,
  input: Given,
): Given {
  const { cwd, roots, outputFolder } = context;
  if (roots === null) return input; // A person may name any path.
  const allowed = [...roots, ...(outputFolder === undefined ? [] : [outputFolder])].map(realPath);
  const outputs: Record<string, string> = {};
  for (const { key, path: use } of argumentsOf(operation)) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    for (const typed of [value].flat()) {
      if (typeof typed !== "string" || use === null) continue;
      if (use === "output") outputs[key] = resolveOutput(context, typed);
      else requireInside(realPath(path.resolve(cwd, typed)), { typed, allowed });
    }
  }
  return { ...input, ...outputs };
}

interface Allowed {
  readonly typed: string;
  readonly allowed: readonly string[];
}

function requireInside(real: string, { typed, allowed }: Allowed): void {
  const isOwn = isInWorkspace(real);
  if (!isOwn && allowed.some((root) => isInside(real, root))) return;
  const state = isOwn ? "it is in the workspace's own folder" : "it is outside the allowed folders";
  throw new HoldallError("E_PROTECTED", `Cannot use "${excerpt(typed, 200)}": ${state}`, {
    cure: isOwn ? "use another path" : `use a path inside ${allowed.join(" or ")}`,
  });
}

/**
 * Where an output goes: a name alone is created in the output folder, and a path must lead directly there.
 * Whatever a model writes may come from a stranger, so it must not become a file that a program obeys.
 */
function resolveOutput(
  { cwd, outputFolder: folder }: Pick<OperationContext, "cwd" | "outputFolder">,
  typed: string,
): string {
  if (folder === undefined) {
    throw refused(typed, "this server may not write files", "call the tool without it");
  }
  const isName = path.basename(typed) === typed;
  const absolute = path.resolve(isName ? folder : cwd, typed);
  const name = path.basename(absolute);
  const shown = path.relative(cwd, folder) || folder;
  if (realPath(path.dirname(absolute)) !== realPath(folder)) {
    throw refused(typed, `output goes to "${shown}" only`, "give a name without a folder");
  }
  const fault = isName ? outputNameFault(typed) : outputNameFault(name);
  if (fault !== null) throw refused(typed, fault, "choose another name");
  createOutputFolder(folder, typed);
  return path.join(folder, name);
}

/** The folder must be where the user wanted it: a link in a project's files could lead it elsewhere. */
function createOutputFolder(folder: string, typed: string): void {
  const parent = path.dirname(folder);
  if (!fs.existsSync(parent)) {
    const cure = "create a workspace with `holdall init`, or start the server with --out DIR";
    throw refused(typed, `the folder "${parent}" does not exist`, cure);
  }
  if (realPath(folder) !== folder) {
    throw refused(typed, `"${folder}" is a link`, "start the server with --out DIR");
  }
  createFolders(folder, 0o700);
}

function refused(typed: string, state: string, cure: string): HoldallError {
  return new HoldallError("E_PROTECTED", `Cannot write "${excerpt(typed, 200)}": ${state}`, {
    cure,
  });
}
