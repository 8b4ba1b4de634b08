import { guardOutput } from "../../../bundles/disk/guard-output.ts";
import { type InlineFiles, toInline } from "../../../bundles/disk/inline-files.ts";
import { type BuiltBundle, writeBundle } from "../../../bundles/disk/write-bundle.ts";
import { writeAtomically, writeEntry } from "../../../disk/write-atomically.ts";
import type { Format } from "../../../formats/format.ts";
import type { Limits } from "../../../formats/limits.ts";
import { readHeads } from "../../../ledger/heads.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { redactorFor } from "../../../runtime/redactor-for.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import type { namedAddress } from "../../find-address.ts";
import { collectHistory } from "../../kit/collect-history.ts";
import { excludeSecrets } from "../../kit/exclude-secrets.ts";
import { currentAddress } from "../../load.ts";
import { stateSettings } from "../settings/settings.ts";
import { momentOf } from "../settings/state-input.ts";

/** A page for people. It is not a bundle and cannot be imported. */
export const PAGE_FORMAT = "markdown";

interface ExportDraft {
  /** Folder of the workspace, into which nothing may be written; absent for a database. */
  readonly workspace?: string;
  readonly page: string | null;
  readonly bundle: BuiltBundle;
  readonly format: Format;
  readonly limits: Partial<Limits>;
}

/** Writes the bundle or the page; returns its files when --out was not given. */
export async function writeResult(
  context: OperationContext,
  { out, force }: { readonly out?: string | undefined; readonly force: boolean },
  { workspace, page, bundle, format, limits }: ExportDraft,
): Promise<{ readonly out: string | null; readonly files?: InlineFiles }> {
  if (out === undefined) {
    const files = page === null ? await toInline(bundle.tree) : { "snapshot.md": page };
    return { out: null, files };
  }
  const options = { force, source: null, ...(workspace === undefined ? {} : { workspace }) };
  const output = await guardOutput(context, out, options);
  if (page === null) await writeBundle(bundle, format, { ...output, limits });
  else
    await writeAtomically(output.absolute, (temporary) => writeEntry(Buffer.from(page), temporary));
  return { out: output.absolute };
}

type Input = Parameters<typeof namedAddress>[0] & {
  readonly store?: string | undefined;
  readonly "as-of"?: string | undefined;
  readonly "keep-secrets": boolean;
};

/** Collects the state with its history; secrets are left out unless they are to be kept. */
export async function collectExport(context: OperationContext, input: Input) {
  const { store, "as-of": asOf, "keep-secrets": keepSecrets, ...parts } = input;
  return inWorkspace(context, { store, effect: "read" }, async (ledger) => {
    const moment = asOf === undefined ? null : momentOf(asOf);
    const { address } = stateSettings(context, ledger, parts);
    const { history, heads } = await ledger.read(async (tx) => {
      const collected = await collectHistory(tx, address ?? (await currentAddress(tx)), moment);
      const streams = [...new Set(collected.events.map(({ stream }) => stream))];
      return { history: collected, heads: await readHeads(tx, { at: context.now(), streams }) };
    });
    const { location } = ledger.store;
    if (keepSecrets) return { history, secrets: [], location, heads };
    return { ...excludeSecrets(history, redactorFor(context)), location, heads };
  });
}
