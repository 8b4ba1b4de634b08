import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { exists, requireParent } from "../disk/place.ts";
import { AGE_MAGIC, startsWith } from "../disk/small-file.ts";
import type { OperationContext } from "./define-operation.ts";
import { readPath } from "./open-path.ts";

/** Where an operation may write, and whether something is replaced there. */
export interface Output {
  readonly absolute: string;
  readonly replace: boolean;
}

/**
 * Makes sure that writing harms nothing: the target is free, or is a bundle and `--force` was given,
 * and it is neither inside what is read nor around it.
 */
export async function guardOutput(
  context: OperationContext,
  out: string,
  options: { readonly force: boolean; readonly source: string },
): Promise<Output> {
  const absolute = path.resolve(context.cwd, out);
  refuseOverlap(absolute, options.source, out);
  requireParent(absolute);
  if (!exists(absolute)) return { absolute, replace: false };
  if (!options.force) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: "choose another --out, or add --force to replace a bundle",
    });
  }
  if (!(await isBundle(context, absolute))) {
    throw new HoldallError("E_PROTECTED", `Cannot replace "${out}": it is not a bundle`, {
      cure: "--force replaces bundles only; remove it yourself or choose another --out",
    });
  }
  return { absolute, replace: true };
}

function refuseOverlap(target: string, source: string, out: string): void {
  const from = fs.realpathSync(source);
  const to = realTarget(target);
  const inside = (inner: string, outer: string) =>
    inner === outer || inner.startsWith(outer + path.sep);
  if (!inside(to, from) && !inside(from, to)) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write "${out}": it overlaps with what is being read`,
    {
      cure: "choose an --out outside the source",
    },
  );
}

/** The real path of something that may not exist yet: its nearest existing folder, resolved. */
function realTarget(target: string): string {
  // Asked through links: one that leads nowhere stands where its folder is.
  if (fs.existsSync(target)) return fs.realpathSync(target);
  const parent = path.dirname(target);
  return parent === target ? target : path.join(realTarget(parent), path.basename(target));
}

async function isBundle(context: OperationContext, target: string): Promise<boolean> {
  if (fs.lstatSync(target).isSymbolicLink()) return false;
  if (fs.statSync(target).isFile() && startsWith(target, AGE_MAGIC)) return true;
  try {
    const reading = await readPath(context, target, {}, { profile: "lenient", level: "records" });
    return reading.format !== null;
  } catch (error) {
    // What cannot be looked at is not known to be anything.
    if (error instanceof HoldallError && error.code !== "E_IO") return false;
    throw error;
  }
}
