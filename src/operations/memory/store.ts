import * as z from "zod";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { relationSchema } from "../../memory/event-bodies.ts";
import { indexUnits } from "../../memory/search/index-units.ts";
import { storeUnits } from "../../memory/units.ts";
import { decimal } from "../../runtime/decimal.ts";
import { readIncoming } from "../../runtime/incoming.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

export default defineWorkspaceOperation({
  name: "memory store",
  summary: "Store a unit of memory; the same content is stored only once",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.store",
    title: "Store a unit",
    sets: ["core", "memory"],
    summary:
      "Store a longer text to be found later by its content; the same content is stored once. Not for what every session must know (state.commit).",
    parameterNames: { tags: "tag", project: "namespace", author_id: "author" },
    text: storedText,
  },
  positionals: ["content"],
  aliases: ownerAliases,
  examples: ["memory store 'Listings are cached for 90 seconds' --tag caching"],
  input: z.object({
    content: z.string().min(1).describe("Content of the unit; - reads standard input"),
    tag: z.array(z.string().min(1).max(128)).max(64).default([]).describe("Tag of the unit"),
    "node-id": z.string().min(1).max(512).optional().describe("Node that the unit is about"),
    type: z.string().min(1).max(512).optional().describe("Type of the unit"),
    source: z.string().max(2048).optional().describe("Source of the content"),
    author: z.string().min(1).max(512).optional().describe("Author of the content"),
    confidence: decimal().min(0).max(1).optional().describe("Confidence, 0 to 1"),
    relations: z.array(relationSchema).max(64).default([]).describe("Relations to other nodes"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      id: z.string(),
      node_id: z.string().nullable(),
      namespace: z.string(),
      outcome: z.enum(["stored", "known", "reactivated"]),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const content = input.content === "-" ? await readIncoming(context) : input.content;
    const owner = filterFor(context, ledger, input);
    const node_id = input["node-id"] ?? null;
    const unit = {
      content,
      namespace: owner.namespace,
      node_id,
      type: input.type ?? null,
      tags: input.tag,
      source: input.source ?? null,
      author_id: input.author ?? null,
      confidence: input.confidence ?? null,
      scope: input.scope ?? null,
      agent_id: owner.agent_id ?? null,
      session_id: owner.session_id ?? null,
      task_id: owner.task_id ?? null,
      user_id: owner.user_id ?? null,
      relations: input.relations,
    };
    const [stored] = await ledger.write(async (work) => {
      const result = await storeUnits(work, [unit], actor);
      await indexUnits(work.tx, ledger.store.engine);
      return result;
    });
    if (stored === undefined) throw new RangeError("the unit was not stored");
    const { unit_id: id, outcome } = stored;
    return { id, node_id, namespace: owner.namespace, outcome };
  },
});

/** What a model reads after it has stored a unit: enough of the id to name it. */
function storedText(output: unknown): string {
  const { outcome, id } = output as { readonly outcome: string; readonly id: string };
  return `${outcome}: ${id.slice(0, 12)}`;
}
