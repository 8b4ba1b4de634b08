import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { zipFolder } from "../../disk/zip.ts";
import { isZipName } from "../../disk/zip-name.ts";
import { loadFormat } from "../../formats/registry.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { readTask } from "../../tasks/disk/read-task.ts";
import { requireValidTask } from "../../tasks/disk/require-task.ts";
import packBundle from "../bundle/pack.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { SECRETS_KEPT } from "../operation/secrets-kept.ts";

export default defineOperation({
  name: "task archive",
  summary: "Put a task bundle into a reproducible .tar.gz or .zip",
  effect: "write",
  secrets: "kept",
  surfaces: ["cli"],
  withheld: { mcp: "`bundle.pack` does it for every format", http: "as for MCP" },
  positionals: ["bundle"],
  aliases: { o: "out" },
  examples: ["task archive fix-login --out fix-login.tar.gz", "task archive fix-login --out f.zip"],
  input: z.object({
    bundle: z.string().describe("Folder of a task bundle"),
    out: z.string().describe("The .tar.gz or .zip to write"),
    force: z.boolean().default(false).describe("Replace a bundle at --out"),
  }),
  output: packBundle.output,
  async run(context, { bundle, out, force }) {
    if (isZipName(out)) return zipBundle(context, bundle, { out, force });
    return packBundle.run(context, { path: bundle, out, force, as: "task-bundle" });
  },
});

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
    secrets: SECRETS_KEPT,
    out: output.absolute,
    format: "task-bundle",
    files,
    bytes,
    packed_bytes,
  };
}
