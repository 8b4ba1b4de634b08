import * as z from "zod";
import { isUnnamed } from "../../../curator/acting.ts";
import { stageContent } from "../../../curator/disk/bundles.ts";
import { readPolicy } from "../../../curator/disk/policies.ts";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { readIngestedFile, requireDistinct } from "../../../curator/disk/record/ingest-files.ts";
import { recordStaged } from "../../../curator/disk/record/record-staged.ts";
import { reportAlerts } from "../../../curator/disk/record/report-alerts.ts";
import { bundleSchema, shownBundle } from "../../../curator/disk/shown-bundle.ts";
import { type BundleDraft, prepareBundle, slugOf } from "../../../curator/ingestion/prepare.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, responsibilityId } from "../input.ts";

export default defineOperation({
  name: "context ingest",
  summary: "Prepare files as a bundle and ask the steward, the reviewing role, to take it in",
  effect: "write",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.ingest", sets: ["requests"] },
  positionals: ["paths"],
  aliases: actingAliases,
  examples: ['context ingest release-notes.md --scope release --objective "Plan the release"'],
  input: z.object({
    paths: z.array(z.string()).min(1).max(1000).describe("Files to take in").meta({ path: true }),
    scope: z.string().min(1).max(200).describe("What the content is about"),
    objective: z.array(z.string().min(1).max(2000)).min(1).describe("What it is for"),
    suggest: z.array(responsibilityId).default([]).describe("Responsibility that may want it"),
    from: responsibilityId
      .optional()
      .describe("Responsibility that asks (default: the steward)")
      .meta({ placeholder: "RESPONSIBILITY" }),
    ...actingInput,
  }),
  output: () =>
    z.object({ bundle: bundleSchema(), request_id: z.string().nullable(), created: z.boolean() }),
  run: (context, { paths, scope, objective, suggest, from, ...input }) =>
    actIn(context, input, "write", async (where) => {
      const { acting, place } = where;
      const files = paths.map((typed) => readIngestedFile(context.cwd, typed));
      const names = files.map(({ content }) => content.path);
      requireDistinct(names);
      const contents = new Map(files.map(({ bytes }) => [stageContent(place, bytes), bytes]));
      const draft: BundleDraft = {
        origin: "user_cli",
        scope,
        objectives: objective,
        suggested: suggest,
        content: files.map(({ content }) => content),
        uris: names,
        slug: slugOf(scope),
        maxBacklog: readPolicy(place, acting.steward).ingestBacklog,
        producer: from ?? (isUnnamed(acting) ? acting.steward : acting.actor.id),
      };
      const { prepared } = await recordStaged(where, contents, async (unit) => ({
        prepared: await prepareBundle(unit, acting, draft),
      }));
      await reportAlerts(where);
      const { bundle, request_id, created } = prepared;
      return { bundle: shownBundle(place, bundle), request_id, created };
    }),
});
