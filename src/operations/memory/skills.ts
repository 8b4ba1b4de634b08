import * as z from "zod";
import { readTexts } from "../../ledger/text-lookup.ts";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { factsOf } from "../../memory/recall.ts";
import { readSkill, SKILL_TAG } from "../../memory/skill.ts";
import { selectUnits } from "../../memory/tables.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

/** Maximum number of skills that are ordered by use. */
const MAX_SKILLS = 10_000;

export default defineWorkspaceOperation({
  name: "memory skills",
  summary: "List stored skills, the newest first",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.skills", sets: ["skills"], parameterNames: { project: "namespace" } },
  positionals: [],
  aliases: ownerAliases,
  examples: ["memory skills", "memory skills --by-usage --json"],
  input: z.object({
    limit: integer(1).max(MAX_SKILLS).default(20).describe("Maximum number of skills"),
    "by-usage": z.boolean().default(false).describe("Order by use, the most useful first"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      skills: z.array(
        z.object({
          id: z.string(),
          node_id: z.string().nullable(),
          title: z.string(),
          content: z.string(),
          guards: z.number(),
          steps: z.number(),
          tags: z.array(z.string()),
          useful_count: z.number(),
          access_count: z.number(),
          created_at: z.string(),
        }),
      ),
    }),
  run: async ({ context, ledger }, { limit, "by-usage": byUsage, ...named }) => {
    const filter = { ...filterFor(context, ledger, named), tags: [SKILL_TAG] };
    return ledger.read(async (tx) => {
      const rows = [...(await selectUnits(tx, filter, byUsage ? MAX_SKILLS : limit))];
      if (byUsage) {
        rows.sort((one, other) => other.useful - one.useful || other.accesses - one.accesses);
      }
      const shown = rows.slice(0, limit);
      const texts = await readTexts(
        tx,
        shown.map(({ content }) => content),
      );
      const skills = shown.map((row) => {
        const { title, content, guards, steps } = readSkill(texts.find(row.content) ?? "");
        return {
          id: row.unit_id,
          node_id: row.node_id,
          title,
          content,
          guards: guards.length,
          steps: steps.length,
          tags: [...factsOf(row).tags],
          useful_count: row.useful,
          access_count: row.accesses,
          created_at: row.created_at,
        };
      });
      return { skills };
    });
  },
});
