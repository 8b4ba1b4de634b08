import { promptFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { changedInputs } from "../../freshness/stale-files.ts";
import { staleMarks, takeWatermarks } from "../../freshness/watermarks.ts";
import { buildPrompt } from "../../mandates/build-files.ts";
import type { PromptFile } from "../../mandates/mandate.ts";
import type { SharedFile } from "../../mandates/shares.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import { ledgerReader, type OpenedBundle } from "./open-bundle.ts";
import { type MandateSnapshot, readSnapshot } from "./read-snapshot.ts";

/** A responsibility now, and what a refresh would change. */
export interface BundleState {
  readonly snapshot: MandateSnapshot;
  /** The four files as a refresh would make them now. */
  readonly prompt: ReadonlyMap<PromptFile, SharedFile>;
  /** What changed since they were published, by name; nothing means that they are fresh. */
  readonly stale: readonly string[];
}

/** A responsibility that was opened, and what was read of it. */
export interface ReadBundle {
  readonly bundle: OpenedBundle;
  readonly snapshot: MandateSnapshot;
}

/** Reads the inputs of a responsibility and compares what they make with what is published. */
export async function readState(
  context: OperationContext,
  bundle: OpenedBundle,
): Promise<BundleState> {
  const snapshot = await readInputs(context, bundle);
  return compareState(snapshot);
}

/** Reads the inputs of a responsibility without changing anything. */
export function readInputs(
  context: OperationContext,
  bundle: OpenedBundle,
): Promise<MandateSnapshot> {
  const { files, at } = bundle;
  const read = ledgerReader(context, bundle.place);
  return readSnapshot(context, bundle, { files, read }, { now: at });
}

/**
 * What changed since the files were published, as far as it is needed to know that something did: the files are built
 * only if none of the marks differs.
 */
export function findStale(snapshot: MandateSnapshot): readonly string[] {
  const marks = changedMarks(snapshot);
  return marks.length > 0 ? marks : compareState(snapshot).stale;
}

/** Inputs whose position differs from the one that was published. */
function changedMarks({ files, record, memory, standing }: MandateSnapshot): readonly string[] {
  if (promptFiles.some((stem) => files.stat(`${BUNDLE}/${stem}.md`) === null)) return ["bundle"];
  const { lastLine } = memory.digest;
  return staleMarks(standing, takeWatermarks(files, record, { lastLine, mark: memory.mark }));
}

/** What a refresh would change about the published files. */
function compareState(snapshot: MandateSnapshot): BundleState {
  const prompt = buildPrompt(snapshot);
  const marks = changedMarks(snapshot);
  if (marks.includes("bundle")) return { snapshot, prompt, stale: ["bundle"] };
  const stale = promptFiles.flatMap((stem) => {
    const file = prompt.get(stem)?.file;
    const published = snapshot.files.read(`${BUNDLE}/${stem}.md`) ?? "";
    const changed = file ? changedInputs(file, published) : null;
    return changed === null ? [] : [changed];
  });
  const named = [...new Set([...marks, ...stale.flat()])];
  const isLate = named.length === 0 && stale.length > 0;
  return { snapshot, prompt, stale: isLate ? ["time"] : named };
}
