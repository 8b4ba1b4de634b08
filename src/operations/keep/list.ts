import * as z from "zod";
import { agents } from "../../agents/registry.ts";
import { namesOf } from "../../base/registry.ts";
import { keptSessionSchema, listKept } from "../../keep/list-kept.ts";
import { openKept } from "../../keep/open-kept.ts";
import { integer } from "../../runtime/integer.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { fromInput, withheldKeep } from "./input.ts";

export default defineOperation({
  name: "keep list",
  summary: "List kept sessions of this folder (--all: everywhere), newest first",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: withheldKeep,
  positionals: [],
  examples: ["keep list", "keep list --all --gone"],
  input: z.object({
    all: z.boolean().default(false).describe("Sessions of every folder, not only this one"),
    gone: z.boolean().default(false).describe("Only sessions that their agents no longer have"),
    agent: z.enum(namesOf(agents)).optional().describe("Sessions of one agent only"),
    folder: z.string().optional().describe("Sessions of this folder").meta({ path: true }),
    limit: integer(1).max(100_000).default(50).describe("Maximum number of sessions"),
    ...fromInput,
  }),
  output: () =>
    z.object({
      found: z.number(),
      elsewhere: z.number(),
      now: z.string(),
      sessions: z.array(keptSessionSchema()),
    }),
  async run(context, { from, limit, ...selection }) {
    const { sessions, elsewhere } = listKept(context, openKept(context, from), selection);
    const now = context.now().toISOString();
    return { found: sessions.length, elsewhere, now, sessions: sessions.slice(0, limit) };
  },
});
