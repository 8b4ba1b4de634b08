import * as z from "zod";
import { actIn } from "../../curator/disk/record/acting.ts";
import { recordAndShow } from "../../curator/disk/record/record-and-show.ts";
import { answers } from "../../curator/requests/bodies.ts";
import { answerRequest } from "../../curator/requests/change.ts";
import { actingAliases, actingInput } from "../context/input.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { requestId } from "./input.ts";

export default defineOperation({
  name: "request respond",
  summary: "Take offered context in as knowledge, or reject it and its scope",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "request.respond", sets: ["requests"] },
  positionals: ["id", "answer"],
  aliases: actingAliases,
  examples: ["request respond req_c not_relevant --as docs_cos"],
  input: z.object({
    id: requestId,
    answer: z.enum(answers).describe("Whether the context is relevant"),
    note: z.string().max(2000).optional().describe("Why it is not relevant"),
    ...actingInput,
  }),
  output: () => z.object({ id: z.string(), answer: z.enum(answers) }),
  run: (context, { id, answer, note, ...input }) =>
    actIn(context, input, "write", async (where) => {
      const { acting } = where;
      return recordAndShow(where, async (unit) => {
        const notes = await answerRequest(unit, acting, { id, answer, note });
        const shown = { what: `the answer to request "${id}"`, notes, requests: [id] };
        return { result: { id, answer }, shown };
      });
    }),
});
