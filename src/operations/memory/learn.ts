/**
 * Stores a skill. A model may store one but never run it: `skill replay --execute` is for people. A
 * skill of the same title is replaced: the earlier unit is retracted, not deleted.
 */

import * as z from "zod";
import { filterFor, ownerAliases, ownerInput } from "../../memory/disk/owner.ts";
import { unitFactsSchema } from "../../memory/event-bodies.ts";
import { indexUnits } from "../../memory/search/index-units.ts";
import { renderSkill, SKILL_TAG, skillNode } from "../../memory/skill.ts";
import { selectUnits } from "../../memory/tables.ts";
import { storeUnits, unitStateEvent } from "../../memory/units.ts";
import { defineWorkspaceOperation } from "../operation/define-workspace-operation.ts";

const command = z.string().min(1).max(8192);

export default defineWorkspaceOperation({
  name: "memory learn",
  summary: "Store a skill: instructions with commands that `skill replay` shows or runs",
  effect: "write",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: {
    name: "memory.learn",
    sets: ["skills"],
    summary: "Store a skill: instructions with commands, which only a person can run",
    parameterNames: {
      sources: "from",
      tags: "tag",
      procedure: "step",
      guards: "guard",
      project: "namespace",
    },
  },
  positionals: ["title"],
  aliases: ownerAliases,
  examples: [
    "memory learn 'Cut a release' --content 'When tests are green' --guard 'test -e records' --step 'ls records'",
  ],
  input: z.object({
    title: z
      .string()
      .regex(/^(?=.*\S)[^\p{Cc}]{1,200}$/u, { error: "must be one line of at most 200 characters" })
      .describe("Title of the skill; an existing skill of this title is replaced"),
    content: z.string().max(65_536).default("").describe("When and how to use the skill"),
    from: z
      .array(z.string().min(1).max(512))
      .max(62)
      .default([])
      .describe("Node that the skill is based on")
      .meta({ placeholder: "NODE" }),
    tag: z.array(z.string().min(1).max(128)).max(63).default([]).describe("Tag of the skill"),
    step: z
      .array(command)
      .max(64)
      .default([])
      .describe("Shell command to run; several run in this order"),
    guard: z.array(command).max(64).default([]).describe("Shell command that must succeed first"),
    ...ownerInput,
  }),
  output: () =>
    z.object({
      id: z.string(),
      node_id: z.string(),
      namespace: z.string(),
      outcome: z.enum(["stored", "known", "reactivated"]),
      /** Earlier units of this title, which were retracted. */
      replaced: z.array(z.string()),
    }),
  run: async ({ context, ledger, actor }, input) => {
    const { title, content, from, tag, step: steps, guard: guards } = input;
    const owner = filterFor(context, ledger, input);
    const node_id = skillNode(title);
    const facts = unitFactsSchema.parse({
      ...Object.fromEntries(Object.entries(owner).filter(([, value]) => value !== undefined)),
      node_id,
      type: SKILL_TAG,
      tags: [...new Set([SKILL_TAG, ...tag])],
      relations: from.map((object) => ({ subject: node_id, predicate: "learned_from", object })),
    });
    const unit = { ...facts, content: renderSkill({ title, content, guards, steps }) };
    return ledger.write(async (work) => {
      const [stored] = await storeUnits(work, [unit], actor);
      if (stored === undefined) throw new RangeError("the unit was not stored");
      const { unit_id: id, outcome } = stored;
      const same = await selectUnits(work.tx, { ...owner, node_id }, MAX_EARLIER);
      const old = same.filter((row) => row.unit_id !== id && row.namespace === owner.namespace);
      const replaced = old.map(({ unit_id }) => unit_id);
      await work.append(
        replaced.map((each) => unitStateEvent(each, "retracted", "learned anew", actor)),
      );
      await indexUnits(work.tx, ledger.store.engine);
      return { id, node_id, namespace: owner.namespace, outcome, replaced };
    });
  },
});

/** More than anyone has of one title; bounds the query. */
const MAX_EARLIER = 100;
