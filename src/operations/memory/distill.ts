import * as z from "zod";
import { statementsIn, textOf } from "../../memory/disk/distill-text.ts";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { unitFactsSchema } from "../../memory/event-bodies.ts";
import { indexUnits } from "../../memory/search/index-units.ts";
import { storeUnits } from "../../memory/units.ts";
import { actorAliases, actorInput, actorOf } from "../../runtime/actor.ts";
import { inWorkspace, storeInput } from "../../runtime/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "memory distill",
  summary: "Extract decisions, rules and facts from a text by its wording; no model is used",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "http"],
  withheld: { mcp: "a model reads the text itself and uses memory.store" },
  positionals: ["text"],
  aliases: { ...actorAliases, ...ownerAliases },
  examples: [
    "memory distill 'We decided to cache listings. It rains. Never cache prices.'",
    "memory distill 'Yesterday we chose Rust.' --reference-date 2026-03-01 --json",
  ],
  input: z.object({
    text: z.string().optional().describe("Text to read; - reads standard input"),
    file: z.string().optional().describe("File to read").meta({ path: true }),
    "reference-date": z.iso
      .date({ error: "must be a day such as 2026-01-31" })
      .optional()
      .describe("Date that words such as yesterday refer to"),
    keep: z.boolean().default(false).describe("Store each statement as a unit"),
    ...ownerInput,
    ...actorInput,
    ...storeInput,
  }),
  output: () =>
    z.object({
      statements: z.array(z.object({ kind: z.string(), text: z.string() })),
      /** Number of units that were stored and not known before. */
      stored: z.number(),
    }),
  async run(context, input) {
    const statements = statementsIn(await textOf(context, input), input["reference-date"]);
    if (!input.keep) return { statements, stored: 0 };
    return inWorkspace(context, { store: input.store, effect: "write" }, async (ledger) => {
      const { namespace } = filterFor(context, ledger, input);
      const units = statements.map(({ kind, text }) => ({
        ...unitFactsSchema.parse({ namespace, type: kind, tags: [kind], source: input.file }),
        content: text,
      }));
      const results = await ledger.write(async (work) => {
        const stored = await storeUnits(work, units, actorOf(input));
        await indexUnits(work.tx, ledger.store.engine);
        return stored;
      });
      return { statements, stored: results.filter(({ outcome }) => outcome === "stored").length };
    });
  },
});
