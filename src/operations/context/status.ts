import * as z from "zod";
import {
  describeOne,
  responsibilityStatusSchema,
} from "../../curator/disk/read/describe-responsibility.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { publishedFileSchema, readPublished } from "../../curator/disk/read/read-published.ts";
import { listResponsibilities, openPlace } from "../../curator/disk/workspace.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context status",
  summary: "Show volume, freshness, open requests and model of every responsibility",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.status", sets: ["context"] },
  positionals: ["id"],
  examples: ["context status"],
  input: z.object({
    id: responsibilityId.optional().describe("Responsibility (default: all)"),
    files: z
      .boolean()
      .default(false)
      .describe("Also the curated files as they were published (of one responsibility)"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      workspace_id: z.string(),
      steward: z.string(),
      responsibilities: z.array(responsibilityStatusSchema()),
      /** Without --files there are none. */
      files: z.array(publishedFileSchema()),
    }),
  async run(context, input) {
    const place = openPlace(context, input);
    const ids = input.id === undefined ? listResponsibilities(place) : [input.id];
    const responsibilities = [];
    for (const id of ids) responsibilities.push(await describeOne(context, { ...input, id }));
    const { workspace_id, steward_responsibility_id: steward } = place.config;
    const isAsked = input.files && input.id !== undefined;
    const files = isAsked
      ? readPublished(await openBundle(context, { ...input, id: input.id ?? "" }))
      : [];
    return { workspace_id, steward, responsibilities, files };
  },
});
