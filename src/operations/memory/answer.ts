/**
 * Answers by quoting: the best sentences of the best units, with their sources. Without a model it
 * cannot invent anything.
 */

import * as z from "zod";
import {
  filterFor,
  ownerAliases,
  ownerInput,
  scopeApplied,
  scopeAppliedSchema,
} from "../../memory/disk/owner.ts";
import { recall } from "../../memory/recall.ts";
import { recallSettings } from "../../models/recall-settings.ts";
import { actorInput } from "../../runtime/actor.ts";
import { integer } from "../../runtime/integer.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const SENTENCE_CHARS = 280;
/** A unit that scores much lower than the best one has another subject. */
const MIN_SHARE = 0.5;

export default defineWorkspaceOperation({
  name: "memory answer",
  summary: "Answer a question with the best sentences of matching units; no model is used",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "memory.answer", sets: ["memory"], parameterNames: { project: "namespace" } },
  positionals: ["question"],
  aliases: ownerAliases,
  examples: ["memory answer 'How long are listings cached?'"],
  input: z.object({
    question: z.string().min(1).max(20_000).describe("Question to answer"),
    limit: integer(1).max(100).default(3).describe("Maximum number of units to use"),
    ...ownerInput,
    ...actorInput,
  }),
  output: () =>
    z.object({
      answer: z.string().nullable(),
      extractive: z.literal(true),
      sources: z.array(
        z.object({ id: z.string(), node_id: z.string().nullable(), score: z.number() }),
      ),
      scope_applied: scopeAppliedSchema(),
    }),
  run: async ({ context, ledger, actor }, { question, limit, ...named }) => {
    const filter = filterFor(context, ledger, named);
    const { ranking, recordUse: count } = recallSettings(context, ledger);
    const wanted = { query: question, filter, limit, maxLength: SENTENCE_CHARS, ...ranking };
    const all = await recall(ledger, wanted);
    const best = Math.max(...all.map(({ score }) => score));
    const found = all.filter(({ score }) => score >= best * MIN_SHARE);
    const text = found.map(({ content }) => content).join("\n\n");
    const units = found.map(({ row }) => row);
    const session_id = filter.session_id ?? null;
    await count({ op: "memory answer", units, text, session_id, actor });
    return {
      answer: found.length === 0 ? null : text,
      extractive: true as const,
      sources: found.map(({ row, score }) => ({ id: row.unit_id, node_id: row.node_id, score })),
      scope_applied: scopeApplied(filter),
    };
  },
});
