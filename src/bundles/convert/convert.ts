import { HoldallError } from "../../base/errors.ts";
import type { FileEntry, FileSet, FileTree } from "../../base/file-set.ts";
import type { Findings, Profile } from "../../base/findings.ts";
import type { Json } from "../../base/json/value.ts";
import { writeJson } from "../../base/json/write.ts";
import { isCompanionFile } from "../../formats/companion-files.ts";
import type { Format } from "../../formats/format.ts";
import { type LossItem, type LossReport, lossReport } from "../../model/loss.ts";
import { SUMS_FILE, SUMS_SIGNATURE } from "../sums.ts";
import { asCarried, type Carried, carriesAnything, readCarried } from "./carried.ts";
import { CARRIED } from "./carried-facts.ts";
import { convertState } from "./convert-state.ts";
import { goHome, warnOfCarried } from "./go-home.ts";
import { overBudget, setBudget } from "./set-budget.ts";
import { type Side, type StateOptions, sideOf } from "./state-pair.ts";
import { createTally, type Tally } from "./tally.ts";

/** A bundle that was read and is to be said in another format. */
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
  /** What the result can be held to: what is only given back may be what a lenient reader took. */
  readonly profile: Profile;
  /** Whether something was put beside the target's own files, for the way back. */
  readonly carries: boolean;
}

/** Why formats that hold different things have no mapping, by what they hold. */
const reasons: Readonly<Record<string, string>> = {
  "conversation state":
    "a conversation has no committed entries; import it and let the gate decide",
  "conversation task": "a conversation records no starting files and no outcome",
  "conversation responsibility":
    "curated files are rebuilt from their sources, not from a conversation",
  "state task": "a state records no task, no files and no outcome",
  "state responsibility": "curated files are rebuilt from their sources, not from a state",
  "task state": "a finished task holds no entries in force; commit what is worth keeping",
  "task responsibility": "curated files are rebuilt from their sources; a task is one of them",
  "responsibility state": "curated prose has no entries; commit what is in force",
  "responsibility task": "a responsibility is no single task",
};

/** Whether a conversion between two formats makes sense, or why it does not. */
export function conversionFault(from: Format, to: Format): string | null {
  if (from.name === to.name) return null;
  if (from.state && to.state) return null;
  if (from.toConversation && to.fromConversation) return null;
  return reasons[`${from.holds} ${to.holds}`] ?? "there is no common meaning";
}

/** Says a bundle in another format. Needs no disk, no clock and no ledger. */
export async function convertBundle(
  source: ConversionSource,
  target: Format,
  options: StateOptions,
): Promise<Conversion> {
  const fault = conversionFault(source.format, target);
  if (fault !== null) {
    const message = `Cannot convert ${source.format.name} to ${target.name}: ${fault}`;
    throw new HoldallError("E_CONVERT", message, {
      cure: "see `holdall formats` for what converts",
    });
  }
  if (source.format.name === target.name) return rewrite(source, options);
  if (source.format.state && target.state) return betweenStates(source, target, options);
  return toConversation(source, target, options);
}

/** The same format again: what was read is written from its bytes, unless a state gets another budget. */
async function rewrite(source: ConversionSource, options: StateOptions): Promise<Conversion> {
  const { format, model, files, findings } = source;
  if (format.state && options.budget !== null) {
    const side = sideOf(format);
    const carried = await readCarried(files, format.name, findings);
    const said = setBudget(side, await side.codec.readParts(model), options);
    return finish(source, format, side, { ...said, carried, profile: "lenient" });
  }
  const over = findings.list().find((finding) => finding.code === "W_OVER_BUDGET");
  if (over) throw overBudget(Number(over.details?.tokens), Number(over.details?.budget));
  const tree = format.write(model);
  const tally = createTally();
  for await (const entry of files.entries()) {
    if (entry.kind === "folder" || entry.path === SUMS_FILE || tree.has(entry.path)) continue;
    tally.lose("dropped", entry.path, whyLeftBehind(entry));
  }
  return {
    model,
    tree,
    loss: lossReport(tree.size, tally.loss()),
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
  const from = sideOf(source.format);
  const to = sideOf(target);
  const parts = await from.codec.readParts(source.model);
  const home = carried && (await goHome(from, parts, carried, options));
  if (carried) warnOfCarried(carried, home, source.findings);
  if (!home) {
    const said = convertState(from, parts, to, { ...options, before: null });
    return finish(source, target, to, { ...said, profile: "strict" });
  }
  // Back to where it came from first; a third format is reached from there.
  const { origin, restored } = home;
  const before = asCarried(carried?.before);
  if (origin.name === target.name) {
    const said = options.budget === null ? restored : setBudget(origin, restored.parts, options);
    const loss = restored.loss;
    return finish(source, target, to, { ...said, loss, carried: before, profile: "lenient" });
  }
  const onward = convertState(origin, restored.parts, to, { ...options, before });
  const loss = [...restored.loss, ...onward.loss];
  return finish(source, target, to, { ...onward, loss, profile: "strict" });
}

interface Said {
  readonly parts: Parameters<Side["codec"]["buildModel"]>[0];
  readonly carried: Carried | null;
  readonly kept: number;
  readonly loss: readonly LossItem[];
  readonly profile: Profile;
}

async function finish(
  source: ConversionSource,
  target: Format,
  to: Side,
  said: Said,
): Promise<Conversion> {
  const model = to.codec.buildModel(said.parts);
  const tree = new Map(target.write(model));
  const carries = said.carried !== null && carriesAnything(said.carried);
  if (carries) {
    const text = `${writeJson(said.carried as unknown as Json)}\n`;
    tree.set(CARRIED, new TextEncoder().encode(text));
  }
  const others = await bringAlong(source, tree);
  const loss = lossReport(said.kept + others.kept(), [...said.loss, ...others.loss()]);
  return { model, tree, loss, profile: said.profile, carries };
}

/** Files beside the source's own travel along, unless the target uses their name. */
async function bringAlong(
  source: ConversionSource,
  tree: Map<string, Uint8Array | FileEntry>,
): Promise<Tally> {
  const own = new Set(source.format.files);
  const tally = createTally();
  for await (const entry of source.files.entries()) {
    const { path, kind } = entry;
    if (kind === "folder" || own.has(path) || path === CARRIED || path === SUMS_FILE) continue;
    if (kind !== "file" || path === SUMS_SIGNATURE) {
      tally.lose("dropped", path, whyLeftBehind(entry));
    } else if (tree.has(path)) {
      tally.lose("dropped", path, "the target has a file of this name");
    } else {
      tree.set(path, entry);
      tally.keep();
    }
  }
  return tally;
}

function whyLeftBehind({ path, kind }: FileEntry): string {
  if (path === SUMS_SIGNATURE) return "it signs the bytes before the conversion; sign again";
  return kind === "file" ? "no part of the format" : "a bundle holds no links or devices";
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
  const tally = createTally();
  for await (const entry of source.files.entries()) {
    if (entry.kind !== "file" || !isCompanionFile(entry.path)) continue;
    tally.lose("dropped", entry.path, "a context bundle has no place for it");
  }
  const report = lossReport(conversation.kept, [...conversation.loss, ...tally.loss()]);
  return { model, tree: target.write(model), loss: report, profile: "strict", carries: false };
}
