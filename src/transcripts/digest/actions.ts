import { truncateEnd, truncateMiddle } from "../../base/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../tool-names.ts";
import {
  actingParts,
  commandHead,
  commandKey,
  commandKeys,
  commandOf,
  isLookingCall,
  isReadOnly,
  movedPaths,
  removedPaths,
  writtenPaths,
} from "./commands.ts";
import { errorLineOf, indicatesFailure, outcomeOf } from "./cues.ts";
import type { PathRewriter } from "./relative-paths.ts";

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;
type ToolResult = Extract<TranscriptItem, { kind: "tool_result" }>;

/** Something that changed the work, or failed to. */
export interface Action {
  readonly kind: "edit" | "command" | "failure" | "refusal";
  readonly text: string;
  readonly item_id: string;
  /** Counted over all actions: later is newer. */
  readonly at: number;
}

/** What was changed and run so far, with what came of it last. */
export interface Actions {
  /** Notes what came of a call; null when it only looked at something. */
  finish(call: ToolCall, result: ToolResult): Action | null;
  /** Notes a call that the user did not allow. */
  refuse(call: ToolCall, result: ToolResult): Action;
  /** Takes up a failure that an earlier digest told, so that a later success resolves it. */
  restoreFailure(text: string): void;
  changeFile(path: string, change: "add" | "update" | "delete" | "move"): void;
  /** Files that were changed and are still there, the newest change last. */
  files(): readonly string[];
  /** Paths that were removed or renamed, so that what was said of them is out of date. */
  gone(): readonly string[];
  /** The newest outcome of every command that changed something, oldest first. */
  commands(): readonly Action[];
  /** Failures after which neither the same command nor the same file succeeded. */
  failures(): readonly Action[];
  /** Failures after which it succeeded, oldest first. */
  resolved(): readonly Action[];
}

const MAX_KEPT = 400;
const MAX_COMMAND = 300;
// regex: linear in a line, and a line is entered once
const PATCHED = /^\*\*\* (?:Add|Update) File: (.+)$/gm;

/** Begins with nothing. Paths and commands are kept as `relative` writes them. */
export function createActions(tools: ToolTable, relative: PathRewriter = (text) => text): Actions {
  const files = new Map<string, true>();
  const gone = new Set<string>();
  const commands = new Map<string, Action>();
  const failures = new Map<string, Action>();
  const resolved = new Map<string, Action>();
  let at = 0;
  const changeFile: Actions["changeFile"] = (given, change) => {
    const path = relative(given);
    // A command names a file from where it was run, an edit from the root.
    const isFull = isAbsolute(given) || files.delete(path);
    const full = isFull ? path : [...files.keys()].find((file) => file.endsWith(`/${path}`));
    if (full !== undefined) files.delete(full);
    // Where the folder of the session is not known, a full path is the same file as the end of it.
    if (isAbsolute(path)) {
      for (const file of files.keys()) if (path.endsWith(`/${file}`)) files.delete(file);
    }
    if (change === "delete") {
      keepNewest(gone, path);
      for (const file of files.keys()) if (isWithin(file, path, isFull)) files.delete(file);
    } else {
      gone.delete(path);
      files.set(full ?? path, true);
    }
    if (files.size > MAX_KEPT) files.delete(files.keys().next().value ?? "");
  };
  const target = (call: ToolCall) => relative(targetOf(call, tools));
  const remember = (into: Map<string, Action>, key: string, action: Action): Action => {
    into.delete(key);
    into.set(key, action);
    if (into.size > MAX_KEPT) into.delete(into.keys().next().value ?? "");
    return action;
  };
  const noteChanges = (call: ToolCall): string | null => {
    const changed = changedPaths(call, tools);
    for (const path of changed) changeFile(path, "update");
    for (const path of removedPaths(patchText(call) ?? "")) changeFile(path, "delete");
    return changed.length === 0 ? null : changed.map(relative).join(", ");
  };
  return {
    changeFile,
    finish(call, result) {
      const given = commandOf(call, tools);
      const command = given === null ? null : relative(given);
      const hasFailed = !result.ok || indicatesFailure(result.content);
      const item_id = result.id;
      const key = command === null ? `${call.name} ${target(call)}` : commandKey(command);
      if (hasFailed) {
        // What could not be looked at stops nobody.
        if (isLookingCall(call, tools) || (command === null && key === `${call.name} `))
          return null;
        const error = errorLineOf(result.content);
        if (error === null) return null;
        commands.delete(key);
        const ran = command === null ? "" : actingParts(command) || commandHead(command);
        const tried = ran || `${call.name} ${target(call)}`.trim();
        const text = `${truncateMiddle(tried, MAX_COMMAND)} -> ${relative(error)}`;
        return remember(failures, key, { kind: "failure", text, item_id, at: ++at });
      }
      for (const each of command === null ? [key] : [key, ...commandKeys(command)]) {
        const failed = failures.get(each);
        // That an edit had to be repeated says nothing about the work.
        if (failed !== undefined && command !== null) remember(resolved, each, failed);
        failures.delete(each);
      }
      if (given === null || command === null) {
        const changed = noteChanges(call);
        return changed === null ? null : { kind: "edit", text: changed, item_id, at: ++at };
      }
      for (const move of movedPaths(given)) moveFiles(files, move, relative);
      for (const path of removedPaths(given)) changeFile(path, "delete");
      for (const path of writtenPaths(given)) changeFile(path, "update");
      noteChanges(call);
      if (isReadOnly(command)) return null;
      const outcome = outcomeOf(result.content);
      const shown = truncateEnd(actingParts(command), MAX_COMMAND);
      if (shown === "") return null;
      const text = outcome === null ? shown : `${shown} -> ${outcome.line}`;
      // Of what is run again and again the last time counts; what it brought about stays each time.
      const once = outcome?.isLasting ? text : key;
      return remember(commands, once, { kind: "command", text, item_id, at: ++at });
    },
    refuse(call, result) {
      const command = commandOf(call, tools);
      const tried = command === null ? `${call.name} ${target(call)}`.trim() : relative(command);
      const text = `The user refused ${truncateEnd(tried, MAX_COMMAND)}`;
      const action: Action = { kind: "refusal", text, item_id: result.id, at: ++at };
      return remember(commands, `refused ${tried}`, action);
    },
    restoreFailure(text) {
      const [tried = ""] = text.split(" -> ", 1);
      remember(failures, commandKey(tried), { kind: "failure", text, item_id: "", at: ++at });
    },
    files: () => [...files.keys()],
    gone: () => [...gone],
    commands: () => [...commands.values()],
    failures: () => [...failures.values()],
    resolved: () => [...resolved.values()],
  };
}

/** Whether a file is a path or lies below it; a command may name the path from where it was run. */
function isWithin(file: string, path: string, isFull: boolean): boolean {
  const [inner, outer] = [`/${file}/`, `/${path.replace(/^\.?\//, "")}/`];
  return isFull ? `${file}/`.startsWith(`${path}/`) : inner.includes(outer);
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

function changedPaths(call: ToolCall, tools: ToolTable): readonly string[] {
  const patch = patchText(call);
  if (patch !== null) return [...patch.matchAll(PATCHED)].map(([, path = ""]) => path.trim());
  const kind = toolKindOf(call.name, tools);
  const path = argumentOf(call, "path", tools);
  return (kind === "write" || kind === "edit") && typeof path === "string" ? [path] : [];
}

/** The text of a patch, as a tool for patches takes it. */
function patchText({ arguments: given }: ToolCall): string | null {
  const texts = typeof given === "string" ? [given] : Object.values(given);
  const patch = texts.find((text) => typeof text === "string" && text.includes("*** Begin Patch"));
  return typeof patch === "string" ? patch : null;
}

function targetOf(call: ToolCall, tools: ToolTable): string {
  const path = argumentOf(call, "path", tools);
  return typeof path === "string" ? path : changedPaths(call, tools).join(", ");
}
