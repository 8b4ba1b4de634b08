import { collapseSpace, truncateEnd, truncateMiddle } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable } from "../tool-names.ts";
import { type ChangedFiles, changedPaths, createChangedFiles } from "./changed-files.ts";
import { checkOf, isRed } from "./check-kind.ts";
import {
  actingParts,
  commandHead,
  commandKey,
  commandKeys,
  commandOf,
  isEffect,
  isLookingCall,
  isReadOnly,
  isTrial,
  replacesEffect,
} from "./commands.ts";
import { errorLineOf, hasFailed, outcomeOf } from "./cues.ts";
import type { PathRewriter } from "./relative-paths.ts";
import { withoutUndone } from "./undone.ts";

type ToolCall = Extract<TranscriptItem, { kind: "tool_call" }>;
type ToolResult = Extract<TranscriptItem, { kind: "tool_result" }>;

/** Something that changed the work, or failed to. */
export interface Action {
  readonly kind: "edit" | "command" | "failure" | "refusal";
  readonly text: string;
  readonly item_id: string;
  /** When it was done; null where the agent notes no times. */
  readonly time: string | null;
  /** Counted over all actions: later is newer. */
  readonly at: number;
}

/** What was changed and run so far, with what came of it last. */
export interface Actions {
  readonly files: ChangedFiles;
  /** Notes what came of a call; null when it only looked at something. */
  finish(call: ToolCall, result: ToolResult): Action | null;
  /** Notes a call that the user did not allow. */
  refuse(call: ToolCall, result: ToolResult): Action;
  /** Takes up a failure that an earlier digest reported, so that a later success resolves it. */
  restoreFailure(text: string): void;
  /** The newest outcome of every command that changed something, oldest first. */
  commands(): readonly Action[];
  /** Failures of the newest work, after which neither the same command nor the same file succeeded. */
  failures(): readonly Action[];
}

const MAX_KEPT = 400;
const MAX_COMMAND = 300;
/** Begins with nothing. Paths and commands are kept as `relative` writes them. */
export function createActions(tools: ToolTable, relative: PathRewriter = (text) => text): Actions {
  const files = createChangedFiles(tools, relative);
  const commands = new Map<string, Action>();
  const failures = new Map<string, Action>();
  let at = 0;
  const target = (call: ToolCall) => relative(targetOf(call, tools));
  return {
    files,
    finish(call, result) {
      const asked = commandOf(call, tools);
      const command = asked === null ? null : relative(asked);
      const { id: item_id, at: time } = result;
      if (hasFailed(result) || isRedTest(command, result)) {
        // A change that failed is made in another way, and what was never run to its end says nothing.
        if (command === null || CANCELLED.test(result.content)) return null;
        // What could not be looked at stops nobody.
        if (isLookingCall(call, tools) || isTrial(command)) return null;
        const error = errorLineOf(result.content);
        if (error === null) return null;
        commands.delete(commandKey(command));
        const text = `${truncateMiddle(runPart(command), MAX_COMMAND)} -> ${relative(error)}`;
        const failure: Action = { kind: "failure", text, item_id, time, at: ++at };
        return remember(failures, failureKey(command), failure);
      }
      if (asked === null || command === null) {
        const changed = files.changeBy(call, null);
        return changed === null ? null : { kind: "edit", text: changed, item_id, time, at: ++at };
      }
      const key = commandKey(command);
      const succeeded = [key, ...commandKeys(command)];
      for (const failed of failures.keys()) {
        if (succeeded.some((each) => resolves(each, failed))) failures.delete(failed);
      }
      files.changeBy(call, asked);
      for (const each of failures.keys()) if (replacesEffect(command, each)) failures.delete(each);
      if (isReadOnly(command)) return null;
      const outcome = outcomeOf(result.content, {
        isEffect: isEffect(command),
        isCheck: checkOf(command) !== null,
      });
      const shown = truncateEnd(actingParts(command), MAX_COMMAND);
      if (shown === "") return null;
      const text = outcome === null ? shown : `${shown} -> ${outcome.line}`;
      const action: Action = { kind: "command", text, item_id, time, at: ++at };
      if (outcome === null && !isEffect(command)) return action;
      // Of what is run again and again the last time counts; what it brought about stays each time.
      const once = outcome?.isLasting ? text : key;
      return remember(commands, once, action);
    },
    refuse(call, result) {
      const command = commandOf(call, tools);
      const tried =
        command === null ? `${call.name} ${target(call)}`.trim() : collapseSpace(relative(command));
      const text = `The user refused ${truncateEnd(tried, MAX_COMMAND)}`;
      const { id: item_id, at: time } = result;
      const action: Action = { kind: "refusal", text, item_id, time, at: ++at };
      return remember(commands, `refused ${tried}`, action);
    },
    restoreFailure(text) {
      const [tried = ""] = text.split(" -> ", 1);
      const from = { item_id: "", time: null, at: ++at };
      remember(failures, failureKey(tried), { kind: "failure", text, ...from });
    },
    commands: () => withoutUndone([...commands.values()]),
    failures: () => [...failures.values()],
  };
}

/** Keeps an action as the newest of its list; the oldest goes where there are too many. */
function remember(into: Map<string, Action>, key: string, action: Action): Action {
  into.delete(key);
  into.set(key, action);
  if (into.size > MAX_KEPT) into.delete(into.keys().next().value ?? "");
  return action;
}

/** Whether a run of tests was red although it ended well, as in `npm test | tail`. */
function isRedTest(command: string | null, { content }: ToolResult): boolean {
  return checkOf(runPart(command)) === "test" && isRed(content);
}

/** What of a command was run; empty without one. */
function runPart(command: string | null): string {
  return command === null ? "" : actingParts(command) || collapseSpace(commandHead(command));
}

/** A call that was given up, by itself or because another one, made at the same time, had failed. */
const CANCELLED =
  /^\s{0,9}(?:<tool_use_error>)?(?:Sibling tool call errored|Cancelled: parallel tool call|Command aborted\s*$)/;

/** What a line failed at: of several commands the check, because what prepares it seldom fails. */
function failureKey(command: string): string {
  const keys = commandKeys(command);
  return keys.find((key) => checkOf(key) !== null && !isEffect(key)) ?? commandKey(command);
}

/** A check without further words checks everything: `npm test`, `go test ./...`. */
const CHECKS_ALL = /^[\w-]+(?: [\w:-]+)?(?: \.\/\.\.\.)?$/;

/** Whether a command that succeeded did what another one failed at: the same, or a check of that and more. */
function resolves(succeeded: string, failed: string): boolean {
  if (succeeded === failed) return true;
  const check = checkOf(succeeded);
  if (check === null || check !== checkOf(failed)) return false;
  if (CHECKS_ALL.test(succeeded)) return true;
  return (
    failed.startsWith(succeeded) || (!CHECKS_ALL.test(failed) && succeeded.startsWith(`${failed} `))
  );
}

function targetOf(call: ToolCall, tools: ToolTable): string {
  const path = argumentOf(call, "path", tools);
  return typeof path === "string" ? path : changedPaths(call, tools).join(", ");
}
