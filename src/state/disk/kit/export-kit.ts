/**
 * Exports the state with its history. Secrets are left out before anything is built, so that they
 * occur in no file and no blob; the result is read back by its own reader before it is written.
 */

import * as z from "zod";
import { HoldallError } from "../../../base/errors.ts";
import { loadTokenCounter } from "../../../base/tokens.ts";
import { selfCheck } from "../../../bundles/convert/self-check.ts";
import { resolveFormatName } from "../../../bundles/detect.ts";
import { guardOutput } from "../../../bundles/disk/guard-output.ts";
import {
  type InlineFiles,
  inlineFilesSchema,
  toInline,
} from "../../../bundles/disk/inline-files.ts";
import { type BuiltBundle, writeBundle } from "../../../bundles/disk/write-bundle.ts";
import { writeAtomically, writeEntry } from "../../../disk/write-atomically.ts";
import type { Format } from "../../../formats/format.ts";
import type { Limits } from "../../../formats/limits.ts";
import { loadFormat } from "../../../formats/registry.ts";
import { readHeads } from "../../../ledger/heads.ts";
import { chosenLimits } from "../../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { redactorFor } from "../../../runtime/redactor-for.ts";
import { inWorkspace } from "../../../runtime/workspace.ts";
import { isUrl } from "../../../stores/locate.ts";
import type { namedAddress } from "../../find-address.ts";
import { buildBundle } from "../../kit/build-bundle.ts";
import { collectHistory } from "../../kit/collect-history.ts";
import { excludeSecrets } from "../../kit/exclude-secrets.ts";
import { currentAddress } from "../../load.ts";
import { hashOfState, tokenCountOf } from "../../state.ts";
import { stateSettings } from "../settings/settings.ts";
import { momentOf } from "../settings/state-input.ts";
import { workspaceLabel } from "./workspace-label.ts";

/** A page for people. It is not a bundle and cannot be imported. */
const PAGE_FORMAT = "markdown";

/** What an export made. */
export const exportedSchema = () =>
  z.object({
    format: z.string(),
    out: z.string().nullable(),
    /** The files by path when --out was not given: text, or base64 for other bytes. */
    files: inlineFilesSchema().optional(),
    entries: z.number(),
    token_count: z.number(),
    budget_tokens: z.number(),
    head_seq: z.number(),
    state_hash: z.string(),
    events: z.number(),
    texts: z.number(),
    redacted: z.number(),
    secrets: z.array(z.object({ kind: z.string(), placeholder: z.string(), where: z.string() })),
  });

/** What is exported, and how. */
export type ExportInput = Parameters<typeof namedAddress>[0] & {
  readonly format: string;
  readonly out?: string | undefined;
  readonly "as-of"?: string | undefined;
  readonly agent?: string | undefined;
  readonly "keep-secrets": boolean;
  readonly force: boolean;
  readonly store?: string | undefined;
};

/** Exports the state with its history as a bundle or a page, which is read back before it is written. */
export async function exportKit(
  context: OperationContext,
  input: ExportInput,
): Promise<z.infer<ReturnType<typeof exportedSchema>>> {
  const isPage = input.format === PAGE_FORMAT;
  const format = await loadFormat(isPage ? "working-context" : resolveFormatName(input.format));
  if (!format.state) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot export a state as ${format.name}: the format has no state`,
      {
        cure: "choose working-context, ocf-kit or ocf",
      },
    );
  }
  const { history, secrets, location, heads } = await collectExport(context, input);
  const counter = await loadTokenCounter("o200k_base");
  const created = context.now().toISOString();
  const facts = { created, agent_id: input.agent, collection: workspaceLabel(location), heads };
  const draft = buildBundle(history, format, facts, (text) => counter.count(text));
  const limits = await chosenLimits(context, { store: input.store });
  const proof = { withSums: true, now: context.now(), limits };
  const bundle = await selfCheck(draft, format, proof);
  if (secrets.length > 0) {
    const left = secrets.length === 1 ? "1 secret was" : `${secrets.length} secrets were`;
    context.note(`${left} left out of the export (--keep-secrets includes them)`);
  }
  const placed = await writeResult(context, input, {
    ...(isUrl(location) ? {} : { workspace: location }),
    page: isPage ? format.render(bundle.model) : null,
    bundle,
    format,
    limits,
  });
  return {
    format: isPage ? PAGE_FORMAT : format.name,
    ...placed,
    entries: history.state.entries.size,
    token_count: tokenCountOf(history.state),
    budget_tokens: history.state.bounds.budget_tokens,
    head_seq: history.state.head_seq,
    state_hash: hashOfState(history.state),
    events: history.lines.length,
    texts: history.texts.size,
    redacted: history.redacted.length,
    secrets: secrets.map(({ kind, placeholder, where }) => ({ kind, placeholder, where })),
  };
}

interface ExportDraft {
  /** Folder of the workspace, into which nothing may be written; absent for a database. */
  readonly workspace?: string;
  readonly page: string | null;
  readonly bundle: BuiltBundle;
  readonly format: Format;
  readonly limits: Partial<Limits>;
}

/** Writes the bundle or the page; returns its files when --out was not given. */
async function writeResult(
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

/** Collects the state with its history; secrets are left out unless they are to be kept. */
async function collectExport(
  context: OperationContext,
  { store, "as-of": asOf, "keep-secrets": keepSecrets, user, session, task }: ExportInput,
) {
  const parts = { user, session, task };
  return inWorkspace(context, { store, effect: "read" }, async (ledger) => {
    const moment = asOf === undefined ? null : momentOf(asOf, context.now());
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
