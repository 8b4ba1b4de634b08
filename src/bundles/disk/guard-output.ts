/**
 * Decides whether an operation may write to a path. Nothing is overwritten without `--force`, and
 * with it only a bundle that contains nothing else: a folder in which someone keeps other files is
 * never replaced.
 */

import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { excerpt } from "../../base/text/text.ts";
import { AGE_MAGIC, fileStartsWith } from "../../disk/small-file.ts";
import { existsOrRecovers, requireParent } from "../../disk/write-atomically.ts";
import type { LimitsInput } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { isInOutputFolder, isInside, realPath } from "../../runtime/workspace-paths.ts";
import { findForeignPath } from "../find-foreign-path.ts";
import { isValid } from "../read-bundle.ts";
import { readPath } from "./open-path.ts";

/** Where an operation may write, and whether something is replaced there. */
export interface OutputTarget {
  readonly absolute: string;
  readonly replace: boolean;
  /** Reports where remains of what was replaced are. */
  readonly onLeftover?: (location: string) => void;
}

/** The options of an operation about its output. */
interface GuardOptions extends Pick<LimitsInput, "limit"> {
  readonly force: boolean;
  /** What is being read, one or several; null for nothing on disk. */
  readonly source: string | readonly string[] | null;
  /** The workspace that is being read: nothing is written into its own files. */
  readonly workspace?: string;
}

/**
 * Makes sure that writing harms nothing: the target does not exist, or is a bundle and `--force`
 * was given, and it neither contains what is read nor lies inside it.
 */
export async function guardOutput(
  context: OperationContext,
  out: string,
  options: GuardOptions,
): Promise<OutputTarget> {
  const absolute = path.resolve(context.cwd, out);
  for (const source of [options.source ?? []].flat()) refuseOverlap(absolute, source, out);
  if (options.workspace !== undefined && !isInOutputFolder(absolute)) {
    refuseOverlap(absolute, options.workspace, out);
  }
  requireParent(absolute);
  if (!existsOrRecovers(absolute)) return { absolute, replace: false };
  if (!options.force) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: "choose another place, or add --force to replace a bundle",
    });
  }
  await refuseForeign(context, { target: absolute, out, limit: options.limit });
  const onLeftover = (location: string) =>
    context.note(`Replaced "${out}", but parts of the old one could not be removed: ${location}`);
  return { absolute, replace: true, onLeftover };
}

function refuseOverlap(target: string, source: string, out: string): void {
  const from = fs.realpathSync(source);
  const to = realPath(target);
  if (!isInside(to, from) && !isInside(from, to)) return;
  throw new HoldallError(
    "E_PROTECTED",
    `Cannot write "${out}": it overlaps with what is being read`,
    {
      cure: "choose an --out outside the source",
    },
  );
}

interface Replaced extends Pick<LimitsInput, "limit"> {
  readonly target: string;
  readonly out: string;
}

/** Only a complete, valid bundle is replaced; a folder that also contains something else is not. */
async function refuseForeign(context: OperationContext, there: Replaced) {
  const { target, out, limit } = there;
  const stat = fs.lstatSync(target);
  if (stat.isSymbolicLink()) throw notReplaced(out, "it is a link");
  if (stat.isFile() && fileStartsWith(target, AGE_MAGIC)) return;
  const reading = await readTarget(context, target, { limit });
  if (!reading || !isValid(reading)) throw notReplaced(out, "it is not a valid bundle");
  const foreign = reading.container === "file" ? null : await findForeignPath(reading);
  if (foreign !== null) {
    throw notReplaced(
      out,
      `"${excerpt(foreign)}" in it is no part of its ${reading.format.name} bundle`,
    );
  }
}

async function readTarget(context: OperationContext, target: string, input: LimitsInput) {
  try {
    return await readPath(context, target, input, { profile: "lenient", level: "full" });
  } catch (error) {
    // What cannot be looked at is not known to be anything.
    if (error instanceof HoldallError && error.code !== "E_IO") return null;
    throw error;
  }
}

function notReplaced(out: string, state: string): HoldallError {
  return new HoldallError("E_PROTECTED", `Cannot replace "${out}": ${state}`, {
    cure: "--force replaces bundles only; remove it yourself or choose another place",
  });
}
