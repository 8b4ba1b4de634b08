import fs from "node:fs";
import path from "node:path";
import type { Reading, SessionSource } from "../agents/agent.ts";
import type { FileEntry } from "../base/file-set.ts";
import { loadTokenCounter } from "../base/tokens.ts";
import { selfCheck } from "../bundles/convert/self-check.ts";
import { folderFiles } from "../disk/folder.ts";
import { makeTemporaryFolder, removeTemporary } from "../disk/temporary.ts";
import { loadFormat } from "../formats/registry.ts";
import { deriveState } from "../handoff/derive-state.ts";
import type { Ledger } from "../ledger/ledger.ts";
import type { Redactor } from "../redact/redactor.ts";
import { collectHistory } from "../state/kit/collect-history.ts";
import { sayBundle } from "../state/kit/say-bundle.ts";
import { currentAddress } from "../state/load.ts";
import { driverOf } from "../stores/registry.ts";
import type { Fact } from "../transcripts/digest/digest.ts";
import type { OperationContext } from "./define-operation.ts";
import { guardOutput } from "./guard-output.ts";
import { commitRules, stateSettings } from "./state-settings.ts";
import { writeTranscript } from "./transcript-folder.ts";
import { openAt } from "./workspace.ts";
import { writeBundle } from "./write-bundle.ts";

/** A session that is to become a bundle. */
export interface BundleHandoff {
  readonly source: SessionSource;
  readonly reading: Reading;
  readonly facts: readonly Fact[];
  /** Knows every secret of the session. */
  readonly redactor: Redactor;
  readonly out: string;
  readonly force: boolean;
}

/**
 * Writes a handoff as an OCF bundle: the state that follows from the session, its history, and the
 * transcript with the agent's own records.
 */
export async function writeHandoffBundle(
  context: OperationContext,
  handoff: BundleHandoff,
): Promise<string> {
  const { out, force, source, reading, redactor } = handoff;
  const output = await guardOutput(context, out, { force, source: null });
  const scratch = makeTemporaryFolder();
  try {
    const format = await loadFormat("ocf");
    const said = await inScratchWorkspace(context, scratch, (ledger) =>
      sayDerived(context, ledger, handoff, format),
    );
    const folder = path.join(scratch, "files", "transcript");
    fs.mkdirSync(folder, { recursive: true });
    await writeTranscript(folder, source, reading, redactor);
    const tree = new Map<string, Uint8Array | FileEntry>(said.tree);
    tree.set("snapshot.md", new TextEncoder().encode(format.render(said.model)));
    for await (const entry of folderFiles(path.join(scratch, "files")).entries()) {
      if (entry.kind === "file") tree.set(entry.path, entry);
    }
    const proof = { withSums: true, now: context.now() };
    const bundle = await selfCheck({ ...said, tree }, format, proof);
    await writeBundle(bundle, format, output);
    return output.absolute;
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
  const ledger = await openAt(context, location);
  try {
    return await work(ledger);
  } finally {
    await ledger.close();
  }
}

async function sayDerived(
  context: OperationContext,
  ledger: Ledger,
  { facts, redactor, reading }: BundleHandoff,
  format: Awaited<ReturnType<typeof loadFormat>>,
) {
  const settings = stateSettings(context, ledger, {});
  const rules = await commitRules(ledger, settings);
  const clean = facts.map((fact) => ({ ...fact, text: redactor.text(fact.text, "state") }));
  const actor = { id: reading.header.agent, origin: "handoff" };
  await deriveState(ledger, clean, { bounds: settings.bounds, actor }, rules);
  const history = await ledger.read(async (tx) =>
    collectHistory(tx, await currentAddress(tx), null),
  );
  const counter = await loadTokenCounter("o200k_base");
  const created = context.now().toISOString();
  const named = { created, agent_id: reading.header.agent, collection: "handoff" };
  return sayBundle(history, format, named, (text) => counter.count(text));
}
