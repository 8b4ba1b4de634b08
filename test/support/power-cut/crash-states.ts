import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import {
  applyChanges,
  applyName,
  type Change,
  createDisk,
  type Disk,
  type Node,
} from "./disk-model.ts";
import type { DiskStep } from "./recording.ts";

/** What a disk may contain after a loss of power. */
export interface CrashState {
  /** Every path with its bytes; "folder" for a folder, a link as `-> target`. */
  readonly entries: ReadonlyMap<string, Buffer | string>;
  /** What the program had written to its standard output by then. */
  readonly output: string;
  /** Which changes the loss of power took, for a message. */
  readonly description: string;
}

/** Most states that are tried before each sync, besides the random ones. */
const PREFIXES = 16;
const RANDOM = 8;

/**
 * Every kind of state in which a loss of power during the steps may leave the disk. Changes that no sync covers
 * may be there or not, in any combination: a name without its bytes, a later rename without an earlier one. All
 * states of one kind cannot be tried, so of the combinations there are none, all, the first n, the last one alone,
 * and random ones. Just before a sync the most changes are open, so these moments include the earlier ones.
 */
export function* crashStates(
  disk: Disk,
  steps: readonly DiskStep[],
  random: (below: number) => number,
): Generator<CrashState> {
  const seen = new Set<string>();
  let output = "";
  for (const [index, step] of [...steps, null].entries()) {
    const isMoment = step === null || step.kind === "sync-end" || step.kind === "output";
    if (isMoment) {
      for (const choice of choicesOf(disk, random)) {
        const state = build(disk, choice);
        const key = `${output.length} ${state.signature}`;
        if (seen.has(key)) continue;
        seen.add(key);
        const description = `step ${index} of ${steps.length}: ${choice.description}`;
        yield { entries: state.entries, output, description };
      }
    }
    if (step?.kind === "output") output += step.text;
    if (step !== null) disk.apply(step);
  }
}

interface Choice {
  /** Which of the open changes of names happened. */
  readonly hasName: (index: number) => boolean;
  /** Which bytes of a file that no sync covers are there. */
  readonly bytes: "none" | "all" | "zeros" | ((file: Node, index: number) => boolean);
  readonly description: string;
}

function* choicesOf(disk: Disk, random: (below: number) => number): Generator<Choice> {
  const count = disk.nameChanges.length;
  const bytes =
    disk.dirtyFiles().length === 0 ? (["all"] as const) : (["none", "all", "zeros"] as const);
  const names = new Set([0, count]);
  for (let n = 1; n <= PREFIXES; n++) names.add(Math.round((count * n) / (PREFIXES + 1)));
  for (let n = Math.max(0, count - 4); n < count; n++) names.add(n);
  for (const kind of bytes) {
    for (const first of names) {
      const description = `the first ${first} of ${count} changes of names, ${kind} of the bytes`;
      yield { hasName: (index) => index < first, bytes: kind, description };
    }
    if (count > 1) {
      const description = `the last of ${count} changes of names, ${kind} of the bytes`;
      yield { hasName: (index) => index === count - 1, bytes: kind, description };
    }
  }
  if (count + disk.dirtyFiles().length < 2) return;
  for (let n = 0; n < RANDOM; n++) {
    const chosen = disk.nameChanges.map(() => random(2) === 0);
    const kept = new Map<Change, boolean>();
    for (const file of disk.dirtyFiles()) {
      for (const change of file.pending) kept.set(change, random(2) === 0);
    }
    yield {
      hasName: (index) => chosen[index] ?? false,
      bytes: (file, index) => kept.get(file.pending[index] as Change) ?? false,
      description: `random changes (${n})`,
    };
  }
}

function build(disk: Disk, choice: Choice) {
  const changed = new Map<Node, Map<string, Node>>();
  const namesOf = (folder: Node) => {
    const names = changed.get(folder) ?? new Map(folder.durableNames);
    changed.set(folder, names);
    return names;
  };
  for (const [index, change] of disk.nameChanges.entries()) {
    if (choice.hasName(index)) applyName(change, namesOf);
  }
  const entries = new Map<string, Buffer | string>();
  const digest = createHash("sha256");
  const visit = (folder: Node, prefix: string) => {
    const names = changed.get(folder) ?? folder.durableNames;
    for (const [name, node] of [...names].sort(([a], [b]) => (a < b ? -1 : 1))) {
      const at = prefix + name;
      const value = stateOf(node, choice);
      entries.set(at, value);
      digest.update(`${at}\0`).update(value).update("\0");
      if (node.kind === "folder") visit(node, `${at}/`);
    }
  };
  visit(disk.root, "");
  return { entries, signature: digest.digest("hex") };
}

function stateOf(node: Node, { bytes }: Choice): Buffer | string {
  if (node.kind === "folder") return "folder";
  if (node.kind === "link") return `-> ${node.target}`;
  if (node.pending.length === 0 || bytes === "none") return node.durable;
  if (bytes === "all") return applyChanges(node.durable, node.pending);
  if (bytes === "zeros") {
    const size = applyChanges(node.durable, node.pending).length;
    return applyChanges(node.durable, [{ size, step: 0 }]);
  }
  return applyChanges(
    node.durable,
    node.pending.filter((_, index) => bytes(node, index)),
  );
}

/** A disk with the contents of a folder, all of it certain. */
export function readDisk(root: string): Disk {
  const disk = createDisk();
  const names = fs.readdirSync(root, { recursive: true, encoding: "utf8" });
  for (const name of names.sort()) {
    const file = path.join(root, name);
    const stat = fs.lstatSync(file);
    if (stat.isDirectory()) disk.add(name, "folder");
    else if (stat.isFile()) disk.add(name, fs.readFileSync(file));
  }
  return disk;
}

/** Writes a state into an empty folder. */
export function writeState({ entries }: CrashState, folder: string): void {
  fs.rmSync(folder, { recursive: true, force: true });
  fs.mkdirSync(folder, { recursive: true });
  for (const [name, value] of entries) {
    const file = path.join(folder, name);
    if (value === "folder") fs.mkdirSync(file);
    else if (typeof value === "string") fs.symlinkSync(value.slice(3), file);
    else fs.writeFileSync(file, value, { mode: 0o600 });
  }
}

/** The files below a path of a state; null when nothing is there. */
export function treeAt(
  entries: CrashState["entries"],
  target: string,
): ReadonlyMap<string, Buffer | string> | null {
  const own = entries.get(target);
  if (own === undefined) return null;
  const tree = new Map<string, Buffer | string>([["", own]]);
  for (const [name, value] of entries) {
    if (name.startsWith(`${target}/`)) tree.set(name.slice(target.length), value);
  }
  return tree;
}
