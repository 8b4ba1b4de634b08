import { randomUUID } from "node:crypto";
import { HoldallError } from "../../../base/errors.ts";
import { createTemporaryFolder } from "../../../disk/temporary.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import type { TaskParts } from "../../pack/write-task.ts";
import { diffFromCommit, resolveGitCommit } from "../git.ts";
import { type CaptureSource, captureWorkspace, rulesFor } from "./capture.ts";
import { isLeftOut, type Skipped } from "./capture-folder.ts";
import { captureHidden } from "./capture-hidden.ts";
import type { PartsCleaner } from "./clean-parts.ts";
import { cleanTree } from "./clean-parts.ts";
import { laterFiles } from "./later-files.ts";
import { ownInputs } from "./own-inputs.ts";
import type { TaskDraft } from "./task-draft.ts";

const WORKSPACE = "workspace/files";
const HIDDEN = "hidden/files";

interface Packing {
  readonly draft: TaskDraft;
  readonly settings: PackSettings;
  readonly cleaner: PartsCleaner;
}

/** The parts of the bundle, with files captured as they are written. */
export async function buildParts(
  context: OperationContext,
  { draft, settings, cleaner }: Packing,
  skipped: Skipped[],
): Promise<TaskParts> {
  const { folder, metadata, events } = draft;
  const base = folder === null ? null : await baseOf(folder, settings);
  const onSkip = (each: Skipped) => skipped.push(each);
  const inputs = folder === null ? new Set<string>() : await ownInputs(folder, base, settings);
  for (const file of inputs) onSkip({ path: file, why: "it is an input of this command" });
  const complete = draft.diff ?? (await diffOf(folder, base, { own: inputs, settings }));
  const later = await laterThan(context, { draft, base, diff: complete, own: inputs }, settings);
  for (const each of later) onSkip(each);
  const own = new Set([...inputs, ...later.map((each) => each.path)]);
  const diff =
    draft.diff ?? (later.length === 0 ? complete : await diffOf(folder, base, { own, settings }));
  const { commit } = metadata;
  const source = {
    folder,
    own,
    base,
    diff: diff instanceof Uint8Array ? diff : null,
    hasResult: diff !== undefined,
    hasCommit: typeof commit === "string",
  };
  // The commit has a later file as it was before.
  const start = base !== null && settings.state !== "after" ? { ...source, own: inputs } : source;
  const workspace = await captureWorkspace(context, start, settings, onSkip);
  const hidden = await captureHidden(context, source, settings, onSkip);
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
    workspace: workspace && { ...workspace, items: cleaner.items(workspace.items, WORKSPACE) },
    hidden: hidden && { ...hidden, items: cleaner.items(hidden.items, HIDDEN) },
    beside: cleanTree(draft.beside, cleaner),
  };
}

/** The files of a draft that are newer than its session; none for a draft that is no session. */
async function laterThan(
  context: OperationContext,
  {
    draft,
    base,
    diff,
    own,
  }: Pick<CaptureSource, "base" | "own"> & {
    readonly draft: TaskDraft;
    readonly diff: TaskDraft["diff"];
  },
  settings: PackSettings,
): Promise<readonly Skipped[]> {
  const { folder, period } = draft;
  if (folder === null || period === undefined || draft.diff !== undefined) return [];
  const since = base === null ? null : { diff: diff instanceof Uint8Array ? diff : null };
  const rules = rulesFor({ folder, own }, settings);
  return laterFiles(context, { folder, period, base: since, rules }, settings);
}

async function baseOf(folder: string, { base }: PackSettings): Promise<string | null> {
  if (base === undefined) return null;
  const commit = await resolveGitCommit(folder, base);
  if (commit !== null) return commit;
  throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${base}" in "${folder}"`, {
    cure: "use a commit of that repository, such as HEAD~1",
  });
}

/** The changes since a commit without some files; undefined when there is no commit, or nothing changed. */
async function diffOf(
  folder: string | null,
  base: string | null,
  { own, settings }: Pick<CaptureSource, "own"> & { readonly settings: PackSettings },
): Promise<Uint8Array | undefined> {
  if (folder === null || base === null) return undefined;
  const rules = rulesFor({ folder, own }, settings);
  const isOut = (file: string) => isLeftOut(rules, file);
  const diff = await diffFromCommit(folder, base, { scratch: createTemporaryFolder(), isOut });
  if (diff === null) throw new HoldallError("E_IO", `Cannot compare "${folder}" with ${base}`);
  return diff.length === 0 ? undefined : diff;
}
