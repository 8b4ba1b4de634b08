import * as z from "zod";
import { readSmallFile } from "../../disk/small-file.ts";
import { checkedSchema, verifyKept } from "../../keep/verify-kept.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { fromInput, withheldKeep } from "./input.ts";

export default defineOperation({
  name: "keep verify",
  summary: "Check every kept byte, the chain of runs, and that every session can be read",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: withheldKeep,
  positionals: [],
  examples: ["keep verify"],
  input: z.object({
    signers: z.string().optional().describe("Allowed-signers file").meta({ path: true }),
    ...fromInput,
  }),
  output: checkedSchema,
  run: (context, { from, signers }) => {
    const file = { what: "allowed signers", maxBytes: 1024 * 1024 };
    const text = signers === undefined ? undefined : readSmallFile(context.cwd, signers, file).text;
    return verifyKept(context, from, text);
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
