import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { readSmallFile } from "../../../disk/small-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { type Check, checksSchema, isCommand } from "../../judge/checks.ts";

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
  const checks = parseChecks(text, file);
  const command = checks.find(isCommand);
  if (command === undefined || allowExec) return checks;
  throw new HoldallError("E_PROTECTED", `Cannot run the check "${command.name}": it is a command`, {
    cure: "add --allow-exec if you trust the checks and the files they run on",
  });
}

function parseChecks(text: string, file: string): readonly Check[] {
  const parsed = checksSchema.safeParse(parseJson(text));
  if (parsed.success) return parsed.data.checks;
  const [issue] = parsed.error.issues;
  const place = issue?.path.join(".") ?? "";
  throw new HoldallError(
    "E_SHAPE",
    `Cannot use the checks of "${file}": ${place === "" ? "" : `${place}: `}${issue?.message}`,
    { cure: 'write {"checks": [{"name", "kind", …}]}; see docs/tasks.md' },
  );
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // Reported by the schema.
  }
}
