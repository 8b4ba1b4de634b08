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

/** Input keys of every command that applies checks to one bundle. */
export const checksInput = {
  bundle: bundleInput.bundle,
  checks: z.string().describe("JSON file with the checks").meta({ path: true }),
  "allow-exec": z
    .boolean()
    .default(false)
    .describe("Let checks run commands, in a copy of the files")
    .meta({ by: "terminal" }),
};
