/**
 * Packs a task. Everything is read and checked before anything is written; the bundle is built beside
 * its place and renamed, so that an old one stays until the new one is complete.
 */

import path from "node:path";
import * as z from "zod";
import { guardOutput, type OutputTarget } from "../../bundles/disk/guard-output.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { findingSchema, lossSchema } from "../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../runtime/redaction.ts";
import { sourceBasis } from "../../sessions/named-source.ts";
import { buildParts } from "../../tasks/disk/pack/build-parts.ts";
import type { Skipped } from "../../tasks/disk/pack/capture-folder.ts";
import { createPartsCleaner } from "../../tasks/disk/pack/clean-parts.ts";
import { explainEvents } from "../../tasks/disk/pack/explain-events.ts";
import { checksOf, draftOf, noteSkipped } from "../../tasks/disk/pack/pack-draft.ts";
import { packInput, packSettings } from "../../tasks/disk/pack/pack-settings.ts";
import { packProofSchema, provePacked } from "../../tasks/disk/pack/prove-packed.ts";
import { saveTask } from "../../tasks/disk/save-task.ts";
import { zipBundle } from "../../tasks/disk/zip-task.ts";
import { requireSetting } from "../../tasks/pack/pack-config.ts";
import { snapshotStrategies } from "../../tasks/pack/write-task.ts";
import packBundle from "../bundle/pack.ts";
import { defineOperation } from "../operation/define-operation.ts";

export default defineOperation({
  name: "task pack",
  summary: "Pack a coding task: what was asked, its files, steps, patch and outcome",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli", "person"],
  withheld: {
    mcp: "it captures the files of a project, which a person decides about",
    http: "as for MCP",
  },
  positionals: [],
  examples: [
    "task pack --title 'Fix the login' --task task.md --summary summary.md --workspace app --out fix",
    "task pack --from-session claude --out fix",
    "task pack --config taskbundle.config.json --out fix --archive fix.tar.gz",
  ],
  input: packInput,
  output: () =>
    z.object({
      out: z.string(),
      /** Whether nothing was written. */
      dryRun: z.boolean(),
      title: z.string(),
      /** What agents are asked to do. */
      task: z.string(),
      id: z.string(),
      schemaVersion: z.string(),
      files: z.number(),
      contentHash: z.string().nullable(),
      state: z.enum(["before", "after"]).nullable(),
      strategy: z.enum(snapshotStrategies),
      archive: z.string().nullable(),
      zip: z.string().nullable(),
      redactions: redactionsSchema(),
      /** The files that are hidden from agents. */
      hidden: z.array(z.string()).readonly(),
      /** Whether the task is proven: that its checks distinguish a solution from nothing. */
      proof: packProofSchema(),
      /** The checks to prove it by, as they were named. */
      checks: z.string().nullable(),
      /** What of the workspace could not be captured. */
      skipped: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
      /** What the transcript of a session lost; null for a task that is no session. */
      loss: lossSchema().nullable(),
      findings: z.array(findingSchema()),
    }),
  basis: (context, { "from-session": from }) =>
    from === undefined ? Promise.resolve(null) : sourceBasis(context, from, {}),
  async run(context, input) {
    const settings = packSettings(context, input);
    const checks = checksOf(context, input);
    const cleaner = createPartsCleaner(context, settings.secrets ?? "replace");
    const out = requireSetting(settings, "out");
    const { draft, loss, base } = await draftOf(context, settings, cleaner);
    const options = { force: settings.force, source: draft.inputs };
    const output = await guardOutput(context, out, options);
    const archive = settings.archive;
    for (const each of [archive, settings.zip]) {
      if (each !== undefined) await guardOutput(context, each, options);
    }
    const skipped: Skipped[] = [];
    const parts = await buildParts(
      context,
      { draft, settings: { base, ...settings }, cleaner },
      skipped,
    );
    const isDryRun = input["dry-run"];
    const target = isDryRun ? aside() : output;
    const written = await saveTask(context, parts, target, { check: cleaner.requireClean }).catch(
      (error) => {
        throw explainEvents(error, settings.events);
      },
    );
    noteSkipped(context, skipped);
    if (archive !== undefined && !isDryRun) {
      await packBundle.run(context, { path: output.absolute, out: archive, force: settings.force });
    }
    if (settings.zip !== undefined && !isDryRun) {
      await zipBundle(context, output.absolute, { out: settings.zip, force: settings.force });
    }
    const proof = await provePacked(context, {
      task: written.task,
      place: target.absolute,
      checks,
      allowExec: input["allow-exec"],
    });
    if (isDryRun) removeTemporary(path.dirname(target.absolute));
    return {
      out: output.absolute,
      dryRun: isDryRun,
      title: parts.title,
      task: parts.task,
      id: parts.id,
      schemaVersion: "0.3.0",
      files: written.files,
      contentHash: written.contentHash,
      state: parts.workspace?.state ?? null,
      strategy: parts.workspace?.strategy ?? "none",
      archive: archive ?? null,
      zip: settings.zip ?? null,
      redactions: cleaner.redactions(),
      hidden: written.hidden,
      proof,
      checks: input.checks ?? null,
      skipped,
      loss,
      findings: [...cleaner.findings.list()],
    };
  },
  exitCode: ({ proof }) => (proof.state === "refuted" ? 1 : 0),
});

/** A place for a bundle that is looked at and removed. */
function aside(): OutputTarget {
  return { absolute: path.join(createTemporaryFolder(), "task"), replace: false };
}
