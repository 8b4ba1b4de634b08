import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../tool-names.ts";
import { movedPaths, removedPaths, writtenPaths } from "./commands.ts";
import type { PathRewriter } from "./relative-paths.ts";
import { restoredPaths } from "./undone.ts";

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;

/** The files that a session changed. */
export interface ChangedFiles {
  change(path: string, change: "add" | "update" | "delete" | "move"): void;
  /** Notes what a call did that succeeded, `command` being what it ran; names what it edited, or null. */
  changeBy(call: ToolCall, command: string | null): string | null;
  /** Those that are still there, the newest change last. */
  list(): readonly string[];
  /** Paths that were removed or renamed, so that what was said of them is out of date. */
  gone(): readonly string[];
}

const MAX_KEPT = 400;
// regex: linear in a line, and a line is entered once
const PATCHED = /^\*\*\* (?:Add|Update) File: (.+)$/gm;

const COMMITS = /\bgit (?:-C \S+ )?commit\b/;

/** Begins with none. Paths are kept as `relative` writes them. */
export function createChangedFiles(tools: ToolTable, relative: PathRewriter): ChangedFiles {
  const files = new Map<string, true>();
  const gone = new Set<string>();
  const committed = new Set<string>();
  const restore = (named: string) => {
    const path = relative(named).replace(/^\.\//, "");
    for (const file of files.keys()) {
      if (committed.has(file)) continue;
      if (path === "." || isWithin(file, path, isAbsolute(named))) files.delete(file);
    }
  };
  const change: ChangedFiles["change"] = (named, kind) => {
    const path = relative(named);
    // A command names a file from where it was run, an edit from the root.
    const isFull = isAbsolute(named) || files.delete(path);
    const endsSo = (file: string) => slashed(file).endsWith(`/${slashed(path)}`);
    const full = isFull ? path : [...files.keys()].find(endsSo);
    if (full !== undefined) files.delete(full);
    // Where the folder of the session is not known, a full path is the same file as the end of it.
    if (isAbsolute(path)) {
      const end = (file: string) => `/${slashed(file)}`;
      for (const file of files.keys()) if (slashed(path).endsWith(end(file))) files.delete(file);
    }
    if (kind === "delete") {
      keepNewest(gone, path);
      for (const file of files.keys()) if (isWithin(file, path, isFull)) files.delete(file);
    } else {
      gone.delete(path);
      files.set(full ?? path, true);
    }
    if (files.size > MAX_KEPT) files.delete(files.keys().next().value ?? "");
  };
  return {
    change,
    changeBy(call, command) {
      if (command !== null) {
        for (const move of movedPaths(command)) moveFiles(files, move, relative);
        for (const path of removedPaths(command)) change(path, "delete");
        for (const path of writtenPaths(command)) change(path, "update");
        for (const path of restoredPaths(command)) restore(path);
        if (COMMITS.test(command)) for (const file of files.keys()) keepNewest(committed, file);
      }
      const changed = changedPaths(call, tools);
      for (const path of changed) change(path, "update");
      for (const path of removedPaths(patchText(call) ?? "")) change(path, "delete");
      return changed.length === 0 ? null : changed.map(relative).join(", ");
    },
    list: () => [...files.keys()],
    gone: () => [...gone],
  };
}

/** Whether a file is a path or lies below it; a command may name the path from where it was run. */
function isWithin(file: string, path: string, isFull: boolean): boolean {
  const inner = `/${file}/`;
  const outer = `/${path.replace(/^\.?\//, "")}/`;
  return isFull ? `${file}/`.startsWith(`${path}/`) : inner.includes(outer);
}

/** A path with the slashes of POSIX, to compare it with one that has them. */
function slashed(path: string): string {
  return path.replaceAll("\\", "/");
}

function isAbsolute(path: string): boolean {
  return /^(?:\/|[A-Za-z]:[\\/])/.test(path);
}

/** Files below a path that was moved are where it is now. */
function moveFiles(
  files: Map<string, true>,
  moved: { readonly from: string; readonly to: string },
  relative: PathRewriter,
): void {
  const [from, to] = [moved.from, moved.to].map((path) => relative(path).replace(/^\.\//, ""));
  if (from === undefined || to === undefined) return;
  const isFull = isAbsolute(moved.from);
  for (const file of [...files.keys()].filter((each) => isWithin(each, from, isFull))) {
    files.delete(file);
    files.set(
      file.replace(from, () => to),
      true,
    );
  }
}

function keepNewest(paths: Set<string>, path: string): void {
  paths.add(path);
  if (paths.size > MAX_KEPT) paths.delete(paths.keys().next().value ?? "");
}

/** The files that a call edits. */
export function changedPaths(call: ToolCall, tools: ToolTable): readonly string[] {
  const patch = patchText(call);
  if (patch !== null) return [...patch.matchAll(PATCHED)].map(([, path = ""]) => path.trim());
  const kind = toolKindOf(call.name, tools);
  const path = argumentOf(call, "path", tools);
  return (kind === "write" || kind === "edit") && typeof path === "string" ? [path] : [];
}

/** The text of a patch, as a tool for patches takes it. */
function patchText({ arguments: input }: ToolCall): string | null {
  const texts = typeof input === "string" ? [input] : Object.values(input);
  const patch = texts.find((text) => typeof text === "string" && text.includes("*** Begin Patch"));
  return typeof patch === "string" ? patch : null;
}
