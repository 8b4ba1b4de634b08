import { checkExitCode } from "../../base/findings.ts";
import { verdictSchema } from "../../verify/verdict.ts";
import { verifyInput } from "../../verify/verify-input.ts";
import { verifyPath } from "../../verify/verify-path.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "verify",
  summary:
    "Check completely what a path leads to: a bundle, a session, a responsibility, a workspace",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "verify", sets: ["verify"] },
  positionals: ["path"],
  aliases: { format: "as" },
  examples: ["verify notes.wc.tar.gz", "verify ./bundle --signers ~/.ssh/allowed_signers"],
  input: verifyInput,
  output: verdictSchema,
  run: verifyPath,
  exitCode: (output) => checkExitCode(output.findings),
});
