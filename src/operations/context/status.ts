import * as z from "zod";
import { listResponsibilities, openPlace } from "../../curator/disk/workspace.ts";
import { describeOne } from "../../curator/refreshing/describe-responsibility.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context status",
  summary: "Show volume, freshness, open requests and model of every responsibility",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.status", sets: ["context"] },
  positionals: ["id"],
  examples: ["context status"],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility (default: all)"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      workspace_id: z.string(),
      steward: z.string(),
      responsibilities: z.array(
        z.object({
          responsibility_id: z.string(),
          status: z.string().nullable(),
          level: z.enum(["green", "yellow", "red"]),
          total_lines: z.number(),
          fresh: z.boolean(),
          stale: z.array(z.string()),
          pending: z.number(),
          accepted: z.number(),
          deferred: z.number(),
          at_risk: z.number(),
          breached: z.number(),
          preferred_model: z.string().nullable(),
          detected_model: z.string().nullable(),
          model_class: z.string().nullable(),
          model_blocked: z.boolean(),
          /** Why the responsibility cannot be judged. */
          fault: z.string().nullable(),
        }),
      ),
    }),
  async run(context, input) {
    const place = openPlace(context, input);
    const ids = input.id === undefined ? listResponsibilities(place) : [input.id];
    const responsibilities = [];
    for (const id of ids) responsibilities.push(await describeOne(context, { ...input, id }));
    const { workspace_id, steward_responsibility_id: steward } = place.config;
    return { workspace_id, steward, responsibilities };
  },
});
