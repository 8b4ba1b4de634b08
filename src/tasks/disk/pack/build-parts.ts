import { randomUUID } from "node:crypto";
import { HoldallError } from "../../../base/errors.ts";
import { createTemporaryFolder } from "../../../disk/temporary.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import type { IgnoreRules } from "../../pack/ignore-rules.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import type { TaskParts } from "../../pack/write-task.ts";
import { diffFromCommit, resolveGitCommit } from "../git.ts";
import { captureWorkspace, rulesFor } from "./capture.ts";
import { isLeftOut, type Skipped } from "./capture-folder.ts";
import { captureHidden } from "./capture-hidden.ts";
import type { PartsCleaner } from "./clean-parts.ts";
import { cleanTree } from "./clean-parts.ts";
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
  const own = folder === null ? new Set<string>() : await ownInputs(folder, base, settings);
  for (const file of own) onSkip({ path: file, why: "it is an input of this command" });
  const diff =
    draft.diff ??
    (base === null || folder === null
      ? undefined
      : await ownDiff(folder, base, rulesFor({ folder, own }, settings)));
  const { commit } = metadata;
  const source = {
    folder,
    own,
    base,
    diff: diff instanceof Uint8Array ? diff : null,
    hasResult: diff !== undefined,
    hasCommit: typeof commit === "string",
  };
  const workspace = await captureWorkspace(context, source, settings, onSkip);
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

async function baseOf(folder: string, { base }: PackSettings): Promise<string | null> {
  if (base === undefined) return null;
  const commit = await resolveGitCommit(folder, base);
  if (commit !== null) return commit;
  throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${base}" in "${folder}"`, {
    cure: "use a commit of that repository, such as HEAD~1",
  });
}

async function ownDiff(
  folder: string,
  base: string,
  rules: IgnoreRules,
): Promise<Uint8Array | undefined> {
  const isOut = (file: string) => isLeftOut(rules, file);
  const diff = await diffFromCommit(folder, base, { scratch: createTemporaryFolder(), isOut });
  if (diff === null) throw new HoldallError("E_IO", `Cannot compare "${folder}" with ${base}`);
  return diff.length === 0 ? undefined : diff;
}
