import fs from "node:fs";
import path from "node:path";
import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { collisionKey } from "../../../base/paths.ts";
import { isUnnamed } from "../../../curator/acting.ts";
import {
  describeContent,
  isMetadataName,
  METADATA_NAME,
  readRegular,
  stageContent,
} from "../../../curator/disk/bundles.ts";
import { readPolicy } from "../../../curator/disk/policies.ts";
import { actIn } from "../../../curator/disk/record/acting.ts";
import { recordStaged } from "../../../curator/disk/record/record-staged.ts";
import { reportAlerts } from "../../../curator/disk/record/report-alerts.ts";
import { type BundleDraft, prepareBundle, slugOf } from "../../../curator/ingestion/prepare.ts";
import { defineOperation } from "../../operation/define-operation.ts";
import { actingAliases, actingInput, responsibilityId } from "../input.ts";
import { bundleSchema, shownBundle } from "./bundle-input.ts";

export default defineOperation({
  name: "context ingest",
  summary: "Prepare files as a bundle and ask the steward to take it in",
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
      const files = paths.map((typed) => readInput(context.cwd, typed));
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

/** Refuses names that would lie in one place of the bundle's folder, on any file system. */
function requireDistinct(names: readonly string[]): void {
  if (new Set(names.map(collisionKey)).size < names.length) {
    throw new HoldallError("E_USAGE", "Cannot ingest: two of the files have the same name", {
      cure: "rename one of them",
    });
  }
  const taken = names.find(isMetadataName);
  if (taken === undefined) return;
  throw new HoldallError("E_USAGE", `Cannot ingest "${taken}": ${METADATA_NAME}`, {
    cure: "rename it",
  });
}

function readInput(cwd: string, typed: string) {
  const target = path.resolve(cwd, typed);
  const file = readRegular(target);
  if (file === null) {
    const state = fs.existsSync(target)
      ? "it is not a regular file of at most 50 MiB"
      : "it does not exist";
    throw new HoldallError("E_NOT_FOUND", `Cannot ingest "${typed}": ${state}`, {
      cure: "name files; a folder or a link is not followed",
    });
  }
  return { bytes: file.bytes, content: describeContent(path.basename(typed), file.bytes) };
}
