/**
 * Reads a bundle together with its history, and finds hand edits: the records are computed again
 * from the history and compared with the files. Sums that do not match are only ignored if the user
 * accepts edits.
 */

import { HoldallError } from "../../../base/errors.ts";
import type { FileSet } from "../../../base/file-set.ts";
import { loadTokenCounter } from "../../../base/tokens.ts";
import { checkUnpacked } from "../../../bundles/disk/check-unpacked.ts";
import { fromInline, type InlineFiles } from "../../../bundles/disk/inline-files.ts";
import { openPath, type ReadingInput, readFiles } from "../../../bundles/disk/open-path.ts";
import { requireValid, type ValidReading } from "../../../bundles/read-bundle.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../../../bundles/sums.ts";
import type { Limits } from "../../../formats/limits.ts";
import type { StateCodec, StateParts } from "../../../formats/state-codec.ts";
import { chosenLimits } from "../../../runtime/chosen-limits.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findEditsSince } from "../../kit/check-history.ts";
import { type HandEdits, hasEdits } from "../../kit/hand-edits.ts";
import {
  type IncomingState,
  incomingFromFiles,
  incomingFromHistory,
} from "../../kit/incoming-state.ts";
import { type BundleHistory, readHistory } from "../../kit/read-history.ts";
import { unitsNamed } from "./units-beside.ts";

/** A bundle with a state, its history and its hand edits. */
export interface KitReading extends ValidReading {
  readonly absolute: string;
  /** Limits that differ from the format's own; what is written from it must respect the same. */
  readonly limits: Partial<Limits>;
  readonly parts: StateParts;
  readonly codec: StateCodec<unknown>;
  /** Null when the bundle has no history at all. */
  readonly history: BundleHistory | null;
  readonly edits: HandEdits;
  /** The state that an import starts from: by the history, else by the files. */
  readonly incoming: IncomingState;
  /** The state as the files contain it, hand edits included. */
  readonly edited: IncomingState;
  countTokens(text: string): number;
}

/** How a kit is read. */
export interface KitOptions {
  readonly doing: string;
  readonly profile: "strict" | "lenient";
  /** The user vouches for hand edits: sums of the old bytes are then ignored. */
  readonly acceptEdits: boolean;
}

/** The name of a bundle whose files came with the call. */
const IN_CALL = "the files of the call";

const NO_EDITS: HandEdits = { entries: [], bounds: {}, trail: [] };

/** Reads a bundle with a state, checks its history, and compares the two. */
export async function readKit(
  context: OperationContext,
  source: string | InlineFiles,
  input: ReadingInput,
  { doing, profile, acceptEdits }: KitOptions,
): Promise<KitReading> {
  const limits = await chosenLimits(context, input);
  const location = typeof source === "string" ? source : IN_CALL;
  const opened =
    typeof source === "string"
      ? await openPath(context, source, limits)
      : { files: fromInline(source), absolute: IN_CALL, unpacked: null };
  const files = acceptEdits ? withoutSums(opened.files) : opened.files;
  const reading = await readFiles(context, files, input, { profile, level: "full", limits });
  if (opened.unpacked) checkUnpacked(opened.unpacked, reading, limits);
  const history = reading.format?.state ? await readHistory(files, reading.findings) : null;
  refuseEdited(reading, `${doing} "${location}"`);
  requireValid(reading, `${doing} "${location}"`);
  const codec = reading.format.state;
  if (!codec) {
    const message = `Cannot ${doing} "${location}": a ${reading.format.name} bundle has no state`;
    throw new HoldallError("E_FORMAT", message);
  }
  const counter = await loadTokenCounter("o200k_base");
  const countTokens = (text: string) => counter.count(text);
  const parts = await codec.readParts(reading.model);
  const state = history?.history ?? null;
  const units = await unitsNamed(context, opened, parts, codec);
  const plain = { format: reading.format, parts, bounds: { tokenizer: counter.id }, countTokens };
  const fromFiles = () => incomingFromFiles({ ...plain, unit: (ref) => units.get(ref) ?? null });
  const edits =
    state === null ? NO_EDITS : await findEditsSince(reading, parts, state, countTokens);
  return {
    ...reading,
    absolute: opened.absolute,
    limits,
    parts,
    codec,
    history,
    countTokens,
    edits,
    incoming: state === null ? fromFiles() : incomingFromHistory(state),
    edited: hasEdits(edits) || state === null ? fromFiles() : incomingFromHistory(state),
  };
}

/** Refuses a bundle whose only fault is that its sums do not match. */
function refuseEdited({ findings }: Pick<ValidReading, "findings">, doing: string): void {
  const list = findings.list();
  const errors = list.filter(({ severity }) => severity === "error");
  const isEdited = errors.every(({ code }) => code === "E_SUMS" || code === "E_SIGNATURE");
  if (errors.length === 0 || !isEdited) return;
  const where = errors[0]?.file ?? SUMS_FILE;
  throw new HoldallError(
    "E_SUMS",
    `Cannot ${doing}: ${where} was changed since the bundle was written`,
    {
      findings: list,
      cure: "if you edited it yourself, add --accept-edits",
    },
  );
}

/** The same files without the list of their hashes. */
function withoutSums(files: FileSet): FileSet {
  const isLeftOut = (path: string) => path === SUMS_FILE || path === SUMS_SIGNATURE;
  return {
    async *entries() {
      for await (const entry of files.entries()) if (!isLeftOut(entry.path)) yield entry;
    },
    get: async (path) => (isLeftOut(path) ? null : files.get(path)),
  };
}
