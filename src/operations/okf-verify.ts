import * as z from "zod";
import { defineOperation } from "./define-operation.ts";
import verify from "./verify.ts";

export default defineOperation({
  name: "okf verify",
  summary: "Check a bundle, or the workspace when no path is given; the same as `verify`",
  effect: "read",
  surfaces: ["cli", "http"],
  withheld: { mcp: "models have it as verify" },
  positionals: verify.positionals,
  aliases: verify.aliases,
  examples: ["okf verify ./wc", "okf verify"],
  input: z.object(verify.input.shape),
  output: verify.output,
  run: (context, input) => verify.run(context, input),
  exitCode: (output) => verify.exitCode(output),
});
