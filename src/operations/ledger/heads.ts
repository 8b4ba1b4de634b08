import * as z from "zod";
import { signText } from "../../ledger/disk/sign-heads.ts";
import { headsSchema, readHeads, renderHeads } from "../../ledger/heads.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "ledger heads",
  summary: "Print where the ledger and its streams end, to compare the workspace with later",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a model must not sign in a person's name",
    http: "keys stay with the person at the terminal",
  },
  positionals: [],
  examples: ["ledger heads", "ledger heads --sign ~/.ssh/id_ed25519"],
  input: z.object({
    sign: z
      .string()
      .optional()
      .describe("Sign them with this SSH key: a private key file, or a public key with an agent")
      .meta({ placeholder: "KEY", by: "terminal" }),
  }),
  output: () =>
    z.object({
      heads: headsSchema,
      /** What `--against` takes: the heads, and the signature after them. */
      text: z.string(),
      signed_by: z.string().nullable(),
    }),
  run: async ({ context, ledger }, { sign }) => {
    const at = context.now();
    const heads = await ledger.read((tx) => readHeads(tx, { at, streams: "all" }));
    const message = renderHeads(heads);
    if (sign === undefined) return { heads, text: message, signed_by: null };
    const { armored, fingerprint } = await signText(context, message, sign);
    return { heads, text: message + armored, signed_by: fingerprint };
  },
});
