import { HoldallError } from "../../base/errors.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { zipFolder } from "../../disk/zip.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { readTask } from "./read-task.ts";
import { requireValidTask } from "./require-task.ts";

/** Writes the `.zip` of a valid task bundle. */
export async function zipBundle(
  context: OperationContext,
  bundle: string,
  { out, force }: { readonly out: string; readonly force: boolean },
) {
  const doing = `archive "${bundle}"`;
  const reading = await readTask(context, bundle, { level: "full", profile: "lenient" });
  const task = requireValidTask(reading, doing);
  if (reading.container !== "folder")
    throw new HoldallError("E_USAGE", `Cannot ${doing}: not a folder`);
  const output = await guardOutput(context, out, { force, source: reading.absolute });
  const top = (await loadFormat("task-bundle")).topFolder(task);
  const packed = await writeAtomically(
    output.absolute,
    (temporary) => zipFolder(reading.files, top, temporary),
    output,
  );
  const { files, bytes, packedBytes: packed_bytes } = packed;
  return {
    out: output.absolute,
    format: "task-bundle",
    files,
    bytes,
    packed_bytes,
  };
}
