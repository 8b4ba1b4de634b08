import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text.ts";
import { argumentsOf } from "./arguments.ts";
import type { Operation, OperationContext } from "./operation.ts";

const WORKSPACE_FOLDER = ".holdall";

/**
 * Refuses paths of an input that lead out of the folders a surface may touch, also through links, or
 * into the workspace's own folder.
 */
export function guardPaths(
  { cwd, roots }: Pick<OperationContext, "cwd" | "roots">,
  operation: Pick<Operation, "input">,
  input: Readonly<Record<string, unknown>>,
): void {
  if (roots === null) return;
  const allowed = roots.map(realPath);
  for (const { key } of argumentsOf(operation).filter(({ isPath }) => isPath)) {
    const value = Object.hasOwn(input, key) ? input[key] : undefined;
    for (const typed of [value].flat()) {
      if (typeof typed === "string") requireInside(realPath(path.resolve(cwd, typed)), typed);
    }
  }

  function requireInside(real: string, typed: string): void {
    const isOwn = real.split(path.sep).includes(WORKSPACE_FOLDER);
    if (!isOwn && allowed.some((root) => isInside(real, root))) return;
    const state = isOwn ? "it is in the workspace's own folder" : "it is outside the named roots";
    throw new HoldallError("E_PROTECTED", `Cannot use "${excerpt(typed, 200)}": ${state}`, {
      cure: isOwn ? "name another path" : `name a path inside ${roots?.join(" or ")}`,
    });
  }
}

/** Whether a path is a folder itself or lies in it. */
export function isInside(inner: string, outer: string): boolean {
  const relative = path.relative(outer, inner);
  return relative === "" || !(/^\.\.(?:[/\\]|$)/.test(relative) || path.isAbsolute(relative));
}

/** The real path of something that may not exist yet: its nearest existing folder, resolved. */
export function realPath(target: string): string {
  // Asked through links: one that leads nowhere stands where its folder is.
  if (fs.existsSync(target)) return fs.realpathSync(target);
  const parent = path.dirname(target);
  return parent === target ? target : path.join(realPath(parent), path.basename(target));
}
