import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import type { FileEntry } from "../../base/file-set.ts";
import { loadTokenCounter } from "../../base/tokens.ts";
import { selfCheck } from "../../bundles/convert/self-check.ts";
import type { OutputTarget } from "../../bundles/disk/guard-output.ts";
import { writeBundle } from "../../bundles/disk/write-bundle.ts";
import { folderFiles } from "../../disk/folder.ts";
import { createTemporaryFolder, removeTemporary } from "../../disk/temporary.ts";
import { loadFormat } from "../../formats/registry.ts";
import { type Heads, readHeads } from "../../ledger/heads.ts";
import type { Ledger } from "../../ledger/ledger.ts";
import type { LossReport } from "../../model/loss.ts";
import { chosenLimits } from "../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { inWorkspace, openAt } from "../../runtime/workspace.ts";
import { type FolderTranscript, writeTranscript } from "../../sessions/transcript-folder.ts";
import { buildBundle } from "../../state/kit/build-bundle.ts";
import { collectHistory } from "../../state/kit/collect-history.ts";
import { currentAddress } from "../../state/load.ts";
import { driverOf } from "../../stores/registry.ts";
import type { ToolTable } from "../../transcripts/tool-names.ts";
import { commitClaims } from "./session-tray.ts";

/** A session that is to become a bundle. */
export interface BundleHandoff extends FolderTranscript {
  readonly tools: ToolTable;
  /** A place where nothing is harmed. */
  readonly output: OutputTarget;
}

/**
 * Writes a handoff as an OCF bundle: the claims that the session bears out as its state, their history, and
 * the transcript with the agent's own records.
 */
export async function writeHandoffBundle(
  context: OperationContext,
  handoff: BundleHandoff,
): Promise<LossReport> {
  const scratch = createTemporaryFolder();
  try {
    const format = await loadFormat("ocf");
    const draft = await inScratchWorkspace(context, scratch, (ledger) =>
      buildDerivedBundle(context, ledger, handoff, format),
    );
    const folder = path.join(scratch, "files", "transcript");
    fs.mkdirSync(folder, { recursive: true });
    const loss = await writeTranscript(folder, handoff);
    const tree = new Map<string, Uint8Array | FileEntry>(draft.tree);
    tree.set("snapshot.md", new TextEncoder().encode(format.render(draft.model)));
    for await (const entry of folderFiles(path.join(scratch, "files")).entries()) {
      if (entry.kind === "file") tree.set(entry.path, entry);
    }
    const limits = await chosenLimits(context, {});
    const proof = { withSums: true, now: context.now(), limits };
    const bundle = await selfCheck({ ...draft, tree }, format, proof);
    await writeBundle(bundle, format, { ...handoff.output, limits });
    return loss;
  } finally {
    removeTemporary(scratch);
  }
}

async function inScratchWorkspace<Result>(
  context: OperationContext,
  scratch: string,
  work: (ledger: Ledger) => Promise<Result>,
): Promise<Result> {
  const location = path.join(scratch, ".holdall");
  await (await driverOf(location)).create(location);
  const ledger = await openAt(context, location, { isNew: true });
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

async function buildDerivedBundle(
  context: OperationContext,
  ledger: Ledger,
  handoff: BundleHandoff,
  format: Awaited<ReturnType<typeof loadFormat>>,
) {
  const { header } = handoff;
  await commitClaims(context, ledger, handoff, { id: header.agent, origin: "handoff" });
  const history = await ledger.read(async (tx) =>
    collectHistory(tx, await currentAddress(tx), null),
  );
  const counter = await loadTokenCounter("o200k_base");
  const created = context.now().toISOString();
  const heads = await workspaceHeads(context);
  const named = { created, agent_id: header.agent, collection: "handoff", heads };
  return buildBundle(history, format, named, (text) => counter.count(text));
}

/**
 * Where the workspace of this folder ends, without the names of its streams; null when there is none or it
 * cannot be read, which is no reason to keep a session from being handed over.
 */
async function workspaceHeads(context: OperationContext): Promise<Heads | null> {
  try {
    return await inWorkspace(context, { effect: "read" }, (ledger) =>
      ledger.read((tx) => readHeads(tx, { at: context.now(), streams: [] })),
    );
  } catch (error) {
    if (error instanceof HoldallError) return null;
    throw error;
  }
}
