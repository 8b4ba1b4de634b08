import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { writeAtomically } from "../../../disk/write-atomically.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";

/** Writes a file of a report; one that exists is replaced only with `force`, and a folder never. */
export async function writeReportFile(
  { cwd }: Pick<OperationContext, "cwd">,
  out: string,
  text: string,
  force: boolean,
): Promise<string> {
  const absolute = path.resolve(cwd, out);
  const there = fs.lstatSync(absolute, { throwIfNoEntry: false });
  if (there !== undefined && !(force && there.isFile())) {
    throw new HoldallError("E_EXISTS", `Cannot write "${out}": it already exists`, {
      cure: "choose another place, or add --force to replace a file",
    });
  }
  await writeAtomically(absolute, (temporary) => fs.writeFileSync(temporary, text), {
    replace: there !== undefined,
  });
  return absolute;
}
