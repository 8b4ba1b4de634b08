/**
 * Converts a bundle. Four cases: the same format (a rewrite), state to state, anything to a
 * conversation, and no mapping at all, which is refused with a reason. If a state carries something
 * from an earlier conversion, the original is restored first and converted from there, so that A to
 * B to C loses no more than A to C.
 */

import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet, FileTree } from "../../base/file-set.ts";
import type { Findings, Profile } from "../../base/findings.ts";
import type { Json } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { protectedPath } from "../../base/protected-path.ts";
import { isCompanionFile } from "../../formats/companion-files.ts";
import type { Format } from "../../formats/format.ts";
import { type LossItem, type LossReport, lossReport } from "../../model/loss.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../sums.ts";
import { asCarried, type Carried, carriesAnything, readCarried } from "./carried.ts";
import { CARRIED_FILE } from "./carried-facts.ts";
import { codecOf, type NamedCodec, type StateOptions } from "./common-state.ts";
import { convertState } from "./convert-state.ts";
import { createLossTally, type LossTally } from "./loss-tally.ts";
import { reportUnusedCarried, restoreOrigin } from "./restore-origin.ts";
import { overBudgetError, setBudget } from "./set-budget.ts";

/** A bundle that was read and is to be converted. */
export interface ConversionSource {
  readonly format: Format;
  readonly model: unknown;
  readonly files: FileSet;
  readonly findings: Findings;
}

/** A bundle in its new format, and what did not make it. */
export interface Conversion {
  readonly model: unknown;
  readonly tree: FileTree;
  readonly loss: LossReport;
  /** The profile that the result is checked with: restored parts may only satisfy the lenient one. */
  readonly profile: Profile;
  /** Whether something is carried besides the target's own files, for converting back. */
  readonly carries: boolean;
}

/** Why formats with different contents have no mapping, by their contents. */
const reasons: Readonly<Record<string, string>> = {
  "conversation state":
    "a conversation has no committed entries; import it and commit what should stay in force",
  "conversation task": "a conversation records neither starting files nor an outcome",
  "conversation responsibility":
    "curated files are built from their sources, not from a conversation",
  "state task": "a state records no task, files or outcome",
  "state responsibility": "curated files are built from their sources, not from a state",
  "task state": "a finished task has no entries in force; commit what is worth keeping",
  "task responsibility":
    "curated files are built from their sources, and a task is only one of them",
  "responsibility state": "curated prose has no entries; commit what is in force",
  "responsibility task": "a responsibility is not a single task",
};

/** Why one format cannot be converted to another, or null when it can. */
export function conversionFault(from: Format, to: Format): string | null {
  if (from.name === to.name) return null;
  if (from.state && to.state) return null;
  if (from.toConversation && to.fromConversation) return null;
  return reasons[`${from.holds} ${to.holds}`] ?? "the two formats have nothing in common";
}

/** Converts a bundle to another format. Needs no disk, no clock and no workspace. */
export async function convertBundle(
  source: ConversionSource,
  target: Format,
  options: StateOptions,
): Promise<Conversion> {
  const fault = conversionFault(source.format, target);
  if (fault !== null) {
    const message = `Cannot convert ${source.format.name} to ${target.name}: ${fault}`;
    throw new HoldallError("E_CONVERT", message, {
      cure: 'run "holdall formats" to see which conversions exist',
    });
  }
  if (source.format.name === target.name) return rewrite(source, options);
  if (source.format.state && target.state) return betweenStates(source, target, options);
  return toConversation(source, target, options);
}

/** Rewrites a bundle in its own format, byte for byte unless a state gets another budget. */
async function rewrite(source: ConversionSource, options: StateOptions): Promise<Conversion> {
  const { format, model, files, findings } = source;
  if (format.state && options.budget !== null) {
    const side = codecOf(format);
    const carried = await readCarried(files, format.name, findings);
    const converted = setBudget(side, await side.codec.readParts(model), options);
    return buildConversion(source, format, side, { ...converted, carried, profile: "lenient" });
  }
  const over = findings.list().find((finding) => finding.code === "W_OVER_BUDGET");
  if (over) throw overBudgetError(Number(over.details?.tokens), Number(over.details?.budget));
  const tree = new Map(format.write(model));
  const tally = createLossTally();
  for await (const entry of files.entries()) {
    // Of the files beside a state, those that other programs act upon are left out.
    if (format.state && protectedPath(entry.path) !== null) tree.delete(entry.path);
    if (entry.kind === "folder" || entry.path === SUMS_FILE || tree.has(entry.path)) continue;
    tally.add("dropped", entry.path, dropReason(entry));
  }
  return {
    model,
    tree,
    loss: lossReport(tree.size, tally.items()),
    profile: "lenient",
    carries: false,
  };
}

async function betweenStates(
  source: ConversionSource,
  target: Format,
  options: StateOptions,
): Promise<Conversion> {
  const carried = await readCarried(source.files, source.format.name, source.findings);
  const from = codecOf(source.format);
  const to = codecOf(target);
  const parts = await from.codec.readParts(source.model);
  const restorable = carried && (await restoreOrigin(from, parts, carried, options));
  if (carried) reportUnusedCarried(carried, restorable, source.findings);
  if (!restorable) {
    const converted = convertState(from, parts, to, { ...options, before: null });
    return buildConversion(source, target, to, { ...converted, profile: "strict" });
  }
  // The origin is restored first and converted from there, so that nothing is lost twice.
  const { origin, restored } = restorable;
  const before = asCarried(carried?.before);
  if (origin.name === target.name) {
    const converted =
      options.budget === null ? restored : setBudget(origin, restored.parts, options);
    const loss = restored.loss;
    return buildConversion(source, target, to, {
      ...converted,
      loss,
      carried: before,
      profile: "lenient",
    });
  }
  const onward = convertState(origin, restored.parts, to, { ...options, before });
  const loss = [...restored.loss, ...onward.loss];
  return buildConversion(source, target, to, { ...onward, loss, profile: "strict" });
}

interface ConvertedState {
  readonly parts: Parameters<NamedCodec["codec"]["buildModel"]>[0];
  readonly carried: Carried | null;
  readonly kept: number;
  readonly loss: readonly LossItem[];
  readonly profile: Profile;
}

async function buildConversion(
  source: ConversionSource,
  target: Format,
  to: NamedCodec,
  converted: ConvertedState,
): Promise<Conversion> {
  const model = to.codec.buildModel(converted.parts);
  const tree = new Map(target.write(model));
  const carries = converted.carried !== null && carriesAnything(converted.carried);
  if (carries) {
    const text = `${writeJson(converted.carried as unknown as Json)}\n`;
    tree.set(CARRIED_FILE, new TextEncoder().encode(text));
  }
  const others = await copyOtherFiles(source, tree);
  const loss = lossReport(converted.kept + others.kept(), [...converted.loss, ...others.items()]);
  return { model, tree, loss, profile: converted.profile, carries };
}

/** Copies the files that are not the source format's own, unless the target uses their name. */
async function copyOtherFiles(
  source: ConversionSource,
  tree: Map<string, Uint8Array | FileEntry>,
): Promise<LossTally> {
  const own = new Set(source.format.files);
  const tally = createLossTally();
  for await (const entry of source.files.entries()) {
    const { path, kind } = entry;
    if (kind === "folder" || own.has(path) || path === CARRIED_FILE || path === SUMS_FILE) continue;
    if (kind !== "file" || path === SUMS_SIGNATURE || protectedPath(path) !== null) {
      tally.add("dropped", path, dropReason(entry));
    } else if (tree.has(path)) {
      tally.add("dropped", path, "the target format has a file of this name");
    } else {
      tree.set(path, entry);
      tally.countKept();
    }
  }
  return tally;
}

function dropReason({ path, kind }: FileEntry): string {
  const found = protectedPath(path);
  if (found !== null) return `${found.what}, which is not copied out of a bundle`;
  if (path === SUMS_SIGNATURE)
    return "the signature is for the unconverted bytes; sign the result again";
  return kind === "file" ? "not part of the format" : "links and devices are not part of a bundle";
}

async function toConversation(
  source: ConversionSource,
  target: Format,
  options: StateOptions,
): Promise<Conversion> {
  const conversation = source.format.toConversation?.(source.model, options.countTokens);
  if (!conversation || !target.fromConversation) {
    throw new HoldallError("E_CONVERT", `Cannot convert ${source.format.name} to ${target.name}`);
  }
  const model = target.fromConversation(conversation);
  const tally = createLossTally();
  for await (const entry of source.files.entries()) {
    if (entry.kind !== "file" || !isCompanionFile(entry.path)) continue;
    tally.add("dropped", entry.path, "a context bundle cannot contain this file");
  }
  const report = lossReport(conversation.kept, [...conversation.loss, ...tally.items()]);
  return { model, tree: target.write(model), loss: report, profile: "strict", carries: false };
}
