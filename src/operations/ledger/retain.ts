import * as z from "zod";
import { retentionSchema } from "../../retention/retain-transcripts.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { retainIn } from "../../runtime/retention.ts";
import { storeInput } from "../../runtime/store-input.ts";
import { inWorkspace } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "ledger retain",
  summary:
    "Redact the texts of imported sessions that no longer grow; events stay, so that verify still passes",
  effect: "write",
  secrets: "none",
  surfaces: ["cli"],
  withheld: { mcp: "it deletes data", http: "it deletes data" },
  positionals: [],
  examples: ["ledger retain --transcripts 90d --dry-run"],
  input: z.object({
    transcripts: z
      .string()
      .describe("Redact sessions to which nothing was added since then: 90d, 12w, a date")
      .meta({ placeholder: "AGE" }),
    cited: z
      .boolean()
      .default(false)
      .describe("Also those that an entry in force or a waiting proposal cites"),
    "dry-run": z
      .boolean()
      .default(false)
      .describe("Count what would be redacted and name what would stay; change nothing"),
    ...actorInput,
    ...storeInput,
  }),
  aliases: actorAliases,
  output: () => retentionSchema(),
  run: (context, { transcripts: age, cited: includesCited, "dry-run": isDry, store, ...by }) =>
    inWorkspace(context, { store, effect: isDry ? "read" : "write" }, (ledger) =>
      retainIn(context, ledger, { age, includesCited, isDry, actor: actorOf(by) }),
    ),
});
