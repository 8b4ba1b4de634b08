import * as z from "zod";
import { defineOperation } from "./define-operation.ts";
import kitExport from "./kit-export.ts";

export default defineOperation({
  name: "okf export",
  summary: "Write the state as a bundle; the same as `kit export`",
  effect: "read",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models have it as memory.kit.export" },
  positionals: kitExport.positionals,
  aliases: kitExport.aliases,
  examples: ["okf export --out ./okf-kit"],
  input: z.object(kitExport.input.shape),
  output: kitExport.output,
  run: (context, input) => kitExport.run(context, input),
  exitCode: (output) => kitExport.exitCode(output),
});
