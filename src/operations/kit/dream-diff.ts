import * as z from "zod";
import { archivedText, dreamInput, readDream } from "../../state/disk/kit/read-dream.ts";
import { countActions, shownDecisionSchema } from "../../state/dream/dream-record.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "dream diff",
  summary: "Show what a dream proposes, entry by entry, with the texts that it archives",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.dream.diff", sets: ["state"] },
  positionals: ["path"],
  examples: ["dream diff", "dream diff ./a-dream", "dream diff ./a-dream --json"],
  input: z.object({ ...dreamInput }),
  output: () =>
    z.object({
      path: z.string(),
      format: z.string(),
      at: z.string(),
      state_hash: z.object({ before: z.string(), after: z.string() }),
      token_count: z.object({ before: z.number(), after: z.number() }),
      counts: z.record(z.string(), z.number()),
      /** Entries that change. */
      changes: z.array(
        z.object({ ...shownDecisionSchema().shape, content: z.string().nullable() }),
      ),
    }),
  async run(context, input) {
    const { record, absolute, format, files } = await readDream(
      context,
      input,
      "show the proposal in",
    );
    const { input: before, output, decisions, at } = record;
    const changed = decisions.filter(({ action }) => action !== "keep" && action !== "leave");
    const changes = [];
    for (const { signals, text, ...decision } of changed) {
      changes.push({
        ...decision,
        content: text === null ? null : await archivedText(files, text),
      });
    }
    return {
      path: absolute,
      format: format.name,
      at,
      state_hash: { before: before.state_hash, after: output.state_hash },
      token_count: { before: before.token_count, after: output.token_count },
      counts: countActions(decisions),
      changes,
    };
  },
});
