import * as z from "zod";
import { isZipName } from "../../disk/zip-name.ts";
import { zipBundle } from "../../tasks/disk/zip-task.ts";
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
    if (isZipName(out))
      return { secrets: SECRETS_KEPT, ...(await zipBundle(context, bundle, { out, force })) };
    return packBundle.run(context, { path: bundle, out, force, as: "task-bundle" });
  },
});
