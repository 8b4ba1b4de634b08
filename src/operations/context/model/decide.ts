import * as z from "zod";
import { mandateOutput } from "../../../curator/disk/mandates/mandate-result.ts";
import { noteInMemory } from "../../../curator/disk/mandates/note-memory.ts";
import { modelDecisions } from "../../../curator/model/blocked.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { placeInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context model decide",
  summary: "Record what an operator decided about a model that the policy does not allow",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "a person decides which model may work",
    http: "a person decides which model may work",
  },
  positionals: ["id"],
  examples: ['context model decide docs_cos --decision proceed --by user:ann --reason "one-off"'],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    decision: z.enum(modelDecisions).describe("proceed, abort, or update the policy by hand"),
    by: z.string().min(1).max(128).describe("Who decides"),
    reason: z.string().min(1).max(500).describe("Why"),
    ...placeInput,
  }),
  output: mandateOutput,
  run: (context, { decision, by, reason, ...input }) =>
    noteInMemory(context, {
      ...input,
      line: {
        kind: "decision",
        facts: {
          responsibility: input.id,
          subject: "model",
          decision,
          by,
          clause: "runtime.model_integrity",
        },
        text: reason,
      },
    }),
});
