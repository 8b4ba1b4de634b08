import path from "node:path";
import type * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { excerpt, printableLine } from "../../../base/text/text.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { Check } from "../../judge/checks.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { readChecks } from "../judge/read-checks.ts";
import type { Skipped } from "./capture-folder.ts";
import type { PartsCleaner } from "./clean-parts.ts";
import { draftFromFiles } from "./draft-from-files.ts";
import { draftFromSession } from "./draft-from-session.ts";
import type { packInput } from "./pack-settings.ts";

/** The checks to prove the task by. Whether its commands may run is decided when they would. */
export function checksOf(
  context: OperationContext,
  { checks, cwd = "." }: Pick<z.output<typeof packInput>, "checks" | "cwd">,
): readonly Check[] | null {
  if (checks === undefined) return null;
  return readChecks(context, path.resolve(context.cwd, cwd, checks), { allowExec: true });
}

/** Skipped paths that are named one by one; the result has them all. */
const NAMED = 20;

/** Names what of a workspace could not be captured. */
export function noteSkipped({ note }: OperationContext, skipped: readonly Skipped[]): void {
  for (const { path, why } of skipped.slice(0, NAMED)) {
    note(`Skipped ${printableLine(excerpt(path, 200))}: ${why}`);
  }
  if (skipped.length > NAMED) note(`Skipped ${skipped.length - NAMED} more; --json lists them all`);
}

/** The task: a session, words, or files. */
export async function draftOf(
  context: OperationContext,
  settings: PackSettings,
  cleaner: PartsCleaner,
) {
  const { fromSession, prompt } = settings;
  if (fromSession !== undefined) return draftFromSession(context, fromSession, settings, cleaner);
  if (prompt !== undefined && settings.task !== undefined) {
    throw new HoldallError("E_USAGE", "Cannot pack the task: --prompt and --task both state it", {
      cure: "leave out --prompt or --task",
    });
  }
  return { draft: await draftFromFiles(context, settings), loss: null, base: undefined };
}
