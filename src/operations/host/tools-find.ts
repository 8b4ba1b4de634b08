/**
 * Finds tools for a task, among all sets. A server offers one set at a time; this lets a model
 * learn that another set has what it needs. Ranked with the same BM25 as units, over names and
 * summaries.
 */

import * as z from "zod";
import { termsOf } from "../../base/text/terms.ts";
import { createScorer } from "../../memory/rank/bm25.ts";
import { integer } from "../../runtime/integer.ts";
import { defineOperation } from "../operation/define-operation.ts";
import type { OperationTable } from "../operation/operation-table.ts";

/** A tool with its sets and its purpose. */
interface FoundTool {
  readonly name: string;
  readonly sets: string[];
  readonly summary: string;
}

export default (table: OperationTable) =>
  defineOperation({
    name: "tools find",
    summary: "Name the tools that fit a task, also those of sets that are not offered",
    effect: "read",
    secrets: "none",
    surfaces: ["cli", "mcp", "http"],
    tool: {
      name: "tools.find",
      title: "Find other tools",
      sets: ["core", "memory", "skills"],
      summary:
        "Name tools that fit a task, also those that are not listed here: export and import, threads, bundles, skills. Use it when no listed tool fits.",
    },
    positionals: ["task"],
    examples: ["tools find 'hand the work over to another agent'"],
    input: z.object({
      task: z.string().min(1).max(20_000).describe("What is to be done"),
      limit: integer(1).max(25).default(3).describe("Maximum number of tools to name"),
    }),
    output: () =>
      z.object({
        tools: z.array(
          z.object({
            name: z.string(),
            /** Sets that have it, for `holdall mcp --tools`. */
            sets: z.array(z.string()),
            summary: z.string(),
            score: z.number(),
          }),
        ),
      }),
    async run(_context, { task, limit }) {
      const tools = await allTools(table);
      const wanted = new Set(termsOf(task));
      const chunks = tools.map(({ name, summary }) =>
        termsOf(`${name.replaceAll(/[._]/g, " ")} ${summary}`),
      );
      const counts = [...wanted].map((term) => ({
        term,
        chunks: chunks.filter((terms) => terms.includes(term)).length,
        most: 1,
        shortest: 1,
      }));
      const length = chunks.reduce((sum, terms) => sum + terms.length, 0);
      const scorer = createScorer(counts, { chunks: chunks.length, length });
      const ranked = tools.map((tool, at) => {
        const terms = chunks[at] ?? [];
        return { ...tool, score: scorer.score({ terms: terms.join(" "), length: terms.length }) };
      });
      ranked.sort((one, other) => other.score - one.score);
      return { tools: ranked.filter(({ score }) => score > 0).slice(0, limit) };
    },
  });

async function allTools({ names, load }: OperationTable): Promise<readonly FoundTool[]> {
  const operations = await Promise.all(names.map(load));
  return operations.flatMap(({ tools, summary }) =>
    tools.map((tool) => ({
      name: tool.name,
      sets: [...tool.sets],
      summary: tool.summary ?? summary,
    })),
  );
}
