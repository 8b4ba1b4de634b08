import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { parseUserJson } from "../../../base/parse-user-json.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type Check, checksSchema, isCommand } from "../../judge/checks.ts";
import { bundleInput } from "../read-task.ts";

const MAX_BYTES = 1024 * 1024;

/** Reads a file of checks that the user named. Commands are refused unless the user allowed them. */
export function readChecks(
  { cwd }: Pick<OperationContext, "cwd">,
  file: string,
  { allowExec }: { readonly allowExec: boolean },
): readonly Check[] {
  const absolute = path.resolve(cwd, file);
  const options = { what: "file of checks", maxBytes: MAX_BYTES };
  const { text } = readSmallFile(path.dirname(absolute), path.basename(absolute), options);
  const { checks } = parseUserJson(text, checksSchema, {
    file,
    what: "the checks",
    cure: 'write {"checks": [{"name", "kind", …}]}; docs/tasks.md lists the kinds and their keys',
  });
  const command = checks.find(isCommand);
  if (command === undefined || allowExec) return checks;
  throw new HoldallError("E_PROTECTED", `Cannot run the check "${command.name}": it is a command`, {
    cure: "add --allow-exec if you trust the checks and the files they run on",
  });
}

/** What options name checks with. */
interface NamedChecks {
  readonly checks?: string | undefined;
  readonly check: readonly string[];
  readonly "allow-exec": boolean;
}

/** The checks that options name: those of a file, and commands that must succeed. */
export function requireChecks(
  context: Pick<OperationContext, "cwd">,
  { checks, check, "allow-exec": allowExec }: NamedChecks,
): readonly Check[] {
  const ofFile = checks === undefined ? [] : readChecks(context, checks, { allowExec });
  const all = [...ofFile, ...commandChecks(check)];
  if (all.length > 0) return all;
  throw new HoldallError("E_USAGE", "Cannot judge: no checks were named", {
    cure: `add --check 'npm test', or --checks FILE with checks of files and patches; "Judge" in docs/tasks.md lists the kinds`,
  });
}

const MAX_NAME = 200;

/** Commands that a person typed, as checks. To type one is to allow it: no bundle, model or browser can. */
export function commandChecks(commands: readonly string[]): readonly Check[] {
  const checks = commands.map((command) => ({
    kind: "command",
    name: command.slice(0, MAX_NAME),
    command,
  }));
  return checks.length === 0 ? [] : checksSchema.parse({ checks }).checks;
}

/** Commands that must succeed, for every command that applies checks. */
export const checkInput = z
  .array(z.string().min(1).max(10_000))
  .max(100)
  .default([])
  .describe("Command that must succeed in the result, as 'npm test'")
  .meta({ placeholder: "COMMAND", by: "terminal" });

/** Input keys of every command that applies checks to one bundle. */
export const checksInput = {
  bundle: bundleInput.bundle,
  checks: z.string().optional().describe("JSON file with the checks").meta({ path: true }),
  check: checkInput,
  "allow-exec": z
    .boolean()
    .default(false)
    .describe("Let checks run commands, in a copy of the files")
    .meta({ by: "terminal" }),
};
