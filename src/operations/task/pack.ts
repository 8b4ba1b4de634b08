/**
 * Packs a task. Everything is read and checked before anything is written; the bundle is built beside
 * its place and renamed, so that an old one stays until the new one is complete.
 */

import { randomUUID } from "node:crypto";
import * as z from "zod";
import { HoldallError } from "../../base/errors.ts";
import { excerpt, printableLine } from "../../base/text/text.ts";
import { guardOutput } from "../../bundles/disk/guard-output.ts";
import { createTemporaryFolder } from "../../disk/temporary.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { findingSchema, lossSchema } from "../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../runtime/redaction.ts";
import { diffFromCommit, resolveGitCommit } from "../../tasks/disk/git.ts";
import { saveTask } from "../../tasks/disk/save-task.ts";
import type { PackSettings } from "../../tasks/pack/pack-config.ts";
import { requireSetting } from "../../tasks/pack/pack-config.ts";
import { snapshotStrategies, type TaskParts } from "../../tasks/pack/write-task.ts";
import { captureWorkspace } from "../../tasks/packing/capture.ts";
import type { Skipped } from "../../tasks/packing/capture-folder.ts";
import {
  cleanTree,
  createPartsCleaner,
  type PartsCleaner,
} from "../../tasks/packing/clean-parts.ts";
import { draftFromFiles } from "../../tasks/packing/draft-from-files.ts";
import { draftFromSession } from "../../tasks/packing/draft-from-session.ts";
import type { TaskDraft } from "../../tasks/packing/task-draft.ts";
import packBundle from "../bundle/pack.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { zipBundle } from "./archive.ts";
import { packInput, packSettings } from "./pack-input.ts";

export default defineOperation({
  name: "task pack",
  summary: "Pack a coding task: what was asked, its files, steps, patch and outcome",
  effect: "write",
  secrets: "replaced",
  surfaces: ["cli"],
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
      id: z.string(),
      schemaVersion: z.string(),
      files: z.number(),
      contentHash: z.string().nullable(),
      state: z.enum(["before", "after"]).nullable(),
      strategy: z.enum(snapshotStrategies),
      archive: z.string().nullable(),
      zip: z.string().nullable(),
      redactions: redactionsSchema(),
      /** What of the workspace could not be captured. */
      skipped: z.array(z.object({ path: z.string(), why: z.string() })).readonly(),
      /** What the transcript of a session lost; null for a task that is no session. */
      loss: lossSchema().nullable(),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const settings = packSettings(context, input);
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
    const written = await saveTask(context, parts, output, cleaner.requireClean);
    noteSkipped(context, skipped);
    if (archive !== undefined) {
      await packBundle.run(context, { path: output.absolute, out: archive, force: settings.force });
    }
    if (settings.zip !== undefined) {
      await zipBundle(context, output.absolute, { out: settings.zip, force: settings.force });
    }
    return {
      out: output.absolute,
      id: parts.id,
      schemaVersion: "0.3.0",
      files: written.files,
      contentHash: written.contentHash,
      state: parts.workspace?.state ?? null,
      strategy: parts.workspace?.strategy ?? "none",
      archive: archive ?? null,
      zip: settings.zip ?? null,
      redactions: cleaner.redactions(),
      skipped,
      loss,
      findings: [...cleaner.findings.list()],
    };
  },
});

/** Skipped paths that are named one by one; the result has them all. */
const NAMED = 20;

function noteSkipped({ note }: OperationContext, skipped: readonly Skipped[]): void {
  for (const { path, why } of skipped.slice(0, NAMED)) {
    note(`Skipped ${printableLine(excerpt(path, 200))}: ${why}`);
  }
  if (skipped.length > NAMED) note(`Skipped ${skipped.length - NAMED} more; --json lists them all`);
}

/** The task: a session, or files. */
async function draftOf(context: OperationContext, settings: PackSettings, cleaner: PartsCleaner) {
  const { fromSession } = settings;
  if (fromSession !== undefined) return draftFromSession(context, fromSession, settings, cleaner);
  return { draft: await draftFromFiles(context, settings), loss: null, base: undefined };
}

interface Packing {
  readonly draft: TaskDraft;
  readonly settings: PackSettings;
  readonly cleaner: PartsCleaner;
}

/** The parts of the bundle, with files captured as they are written. */
async function buildParts(
  context: OperationContext,
  { draft, settings, cleaner }: Packing,
  skipped: Skipped[],
): Promise<TaskParts> {
  const { folder, metadata, events } = draft;
  const base = folder === null ? null : await baseOf(folder, settings);
  const diff =
    draft.diff ?? (base === null || folder === null ? undefined : await ownDiff(folder, base));
  const { repo, commit } = metadata;
  const source = {
    folder,
    base,
    diff: diff instanceof Uint8Array ? diff : null,
    hasCommit: typeof repo === "string" && typeof commit === "string",
  };
  const workspace = await captureWorkspace(context, source, settings, (each) => skipped.push(each));
  return {
    id: settings.id ?? randomUUID(),
    title: cleaner.text(draft.title, "bundle.json"),
    createdAt: draft.createdAt,
    task: cleaner.text(draft.task, "task.md"),
    summary: cleaner.text(draft.summary, "summary.md"),
    acceptance:
      draft.acceptance === undefined ? undefined : cleaner.text(draft.acceptance, "acceptance.md"),
    diff:
      diff instanceof Uint8Array
        ? cleaner.bytes(diff, "result.diff")
        : diff && cleaner.lines(diff, "result.diff"),
    events:
      events &&
      ("read" in events
        ? cleaner.lines(events, "events.jsonl")
        : cleaner.value(events, "events.jsonl")),
    metadata: cleaner.value(
      base === null ? metadata : { ...metadata, commit: base },
      "bundle.json",
    ),
    workspace: workspace && { ...workspace, items: cleaner.items(workspace.items) },
    beside: cleanTree(draft.beside, cleaner),
  };
}

async function baseOf(folder: string, { base }: PackSettings): Promise<string | null> {
  if (base === undefined) return null;
  const commit = await resolveGitCommit(folder, base);
  if (commit !== null) return commit;
  throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${base}" in "${folder}"`, {
    cure: "use a commit of that repository, such as HEAD~1",
  });
}

async function ownDiff(folder: string, base: string): Promise<Uint8Array | undefined> {
  const diff = await diffFromCommit(folder, base, createTemporaryFolder());
  if (diff === null) throw new HoldallError("E_IO", `Cannot compare "${folder}" with ${base}`);
  return diff.length === 0 ? undefined : diff;
}
