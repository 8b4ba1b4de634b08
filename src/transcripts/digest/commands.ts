import { collapseSpace } from "../../base/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../tool-names.ts";

/** Programs that only look. */
const LOOKS =
  /^(?:for|done|fi|ls|cat|head|tail|grep|egrep|rg|ag|find|fd|wc|pwd|echo|printf|which|type|stat|file|tree|date|env|printenv|whoami|uname|hostname|jq|yq|awk|sort|uniq|cut|tr|diff|cmp|less|more|nl|od|xxd|df|du|ps|sleep|true|test|\[|cd|pushd|popd|export|set|source|command|man|help|basename|dirname|realpath|readlink|sed -n|Get-Content|Get-ChildItem|Select-String|dir)(?:\s|$)/;
// regex: 4,000 characters of a command are looked at
const LOOKS_AS_SUBCOMMAND =
  /^(?:git (?:-\S+ \S+ )?(?:status|log|diff|show|branch(?:$| -[av]|\s--(?:list|show-current|contains))|remote(?:$| -v| show| get-url)|rev-parse|ls-files|ls-tree|ls-remote|blame|grep|describe|reflog|fetch|worktree list|stash list|cat-file|config --get|for-each-ref|merge-base|check-ignore)|gh run watch|gh (?:\w+ )?(?:view|list|status|diff|checks)|gh api(?! .*(?:-X|--method|-f |--field|--input))|(?:npm|pnpm|yarn|bun) (?:ls|list|view|info|outdated)|go (?:list|env|doc|version)|docker (?:ps|images|logs|inspect)|kubectl (?:get|describe|logs)|curl(?! .*(?:-X|--request|-d |--data))|[\w.-]+ (?:status|version|doctor)(?:$|\s))/;
const VERSION = /(?:^|\s)(?:--version|--help|-h|-V)\s*$/;
const MAX_COMMAND = 4000;

/** The command that was looked at last: each of them is asked about several times. */
let last = { command: "", text: "" };

/** A command without the text that it gives to a program: a quoted bar parts nothing. */
function withoutTexts(command: string): string {
  if (command !== last.command) {
    // regex: 4,000 characters of a command are looked at
    const text = commandHead(command).replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, "''");
    last = { command, text };
  }
  return last.text;
}

/** A command up to a document that follows it in the same line. */
export function commandHead(command: string): string {
  const [head = ""] = command.slice(0, MAX_COMMAND).split(/<<-?\s{0,4}['"\\]?\w/, 1);
  return head.trim();
}

/** The parts of a command line that do something, as they were written; the folder they are run in stays. */
export function actingParts(command: string): string {
  const head = commandHead(command);
  // regex: 4,000 characters of a command are looked at
  const masked = head.replace(/"(?:[^"\\]|\\.)*"|'[^']*'/g, (text) => "_".repeat(text.length));
  let start = 0;
  const parts = masked.split(/(&&|\|\||[;|\n])/).flatMap((part, place) => {
    const own = head.slice(start, start + part.length).trim();
    start += part.length;
    const isFolder = place === 0 && /^cd\s/.test(own);
    return place % 2 === 0 && (isFolder || !isLook(withoutPrefix(own))) ? [own] : [];
  });
  return parts
    .filter((part) => part !== "" && !STAGES.test(part))
    .map((part) => part.replace(COMMITS, "git commit"))
    .join(" && ");
}

/** What only prepares a commit, and programs that were given on standard input. */
const STAGES = /^git add\b|^(?:node|python3?|ruby|perl|bash|sh) -?$/;

/** A commit: what it prints says what it is. */
const COMMITS = /^git (?:-C \S+ )?commit\b.*$/s;

// regex: anchored, and one command is looked at
const ASSIGNS = /^\w+=(?:\$\([^)]*\)|\S*)$/;

function isLook(part: string): boolean {
  return (
    ASSIGNS.test(part) || LOOKS.test(part) || LOOKS_AS_SUBCOMMAND.test(part) || VERSION.test(part)
  );
}

// regex: 4,000 characters of a command are looked at
const PREFIX =
  /^(?:(?:do|then|else|if|while|until|!|[A-Z_][A-Z0-9_]*=\S*|sudo|time|nice|timeout \d+\w?)\s+)+/;

function withoutPrefix(part: string): string {
  return part
    .trim()
    .replace(/^[({]\s*/, "")
    .replace(PREFIX, "");
}

/** The commands of a line. */
function segmentsOf(command: string): readonly string[] {
  return withoutTexts(command)
    .split(/&&|\|\||[;|\n]/)
    .map(withoutPrefix)
    .filter((part) => part !== "");
}

/** Whether a command line only looks at something: nobody who takes over must know it. */
export function isReadOnly(command: string): boolean {
  if (WRITES.test(withoutTexts(command))) return false;
  return segmentsOf(command).every(isLook);
}

// regex: 4,000 characters of a command are looked at
const WRITES = /(?:^|[^0-9&>])>{1,2}\s*(?!\/dev\/null|&)\S/;

/** Files that a command line writes by itself. */
export function writtenPaths(command: string): readonly string[] {
  const found = withoutTexts(command).matchAll(/(?:^|[^0-9&>])>{1,2}\s*([^\s;&|'"]+)/g);
  return [...found]
    .map(([, path = ""]) => path)
    .filter((path) => /[./]/.test(path) && !/^\/(?:dev|tmp|var)\//.test(path));
}

/** What a command is about, without its options: a later run with others is the same command. */
export function commandKey(command: string): string {
  return commandKeys(command)[0] ?? keyOf(command);
}

/** What each command of a line is about: a line that succeeded has run them all. */
export function commandKeys(command: string): readonly string[] {
  const parts = segmentsOf(command).filter((part) => !LOOKS.test(part) && !STAGES.test(part));
  return [...new Set(parts.map(keyOf))];
}

function keyOf(part: string): string {
  const words = part.split(/\s+/).filter((word) => !word.startsWith("-"));
  return words.slice(0, 3).join(" ");
}

// regex: 4,000 characters of a command are looked at
const MOVED = /(?:^|[\s;&|])(?:git )?mv (?:-\S+ )*(\S+) ([^\s;&|]+)/g;
// regex: as above
const REMOVED = /(?:^|[\s;&|])(?:git )?rm ((?:-\S+ )*)(\S+)/g;
// regex: linear in a line, and a line is entered once
const PATCH_REMOVED = /^\*\*\* Delete File: (.+)$/gm;
// regex: as above
const PATCH_MOVED = /^\*\*\* Update File: (.+)\n\*\*\* Move to: /gm;

/** Paths that a command moves, with where they are then. */
export function movedPaths(
  text: string,
): readonly { readonly from: string; readonly to: string }[] {
  if (!text.includes("mv ")) return [];
  return [...text.slice(0, MAX_COMMAND).matchAll(MOVED)].flatMap(([, from = "", target = ""]) => {
    const [path, into] = [unquoted(from), unquoted(target)];
    if (path.length <= 3 || into === "") return [];
    const to = into.endsWith("/") ? `${into}${path.slice(path.lastIndexOf("/") + 1)}` : into;
    return [{ from: path.replace(/\/$/, ""), to }];
  });
}

function unquoted(path: string): string {
  return path.replace(/^["']|["']$/g, "").trim();
}

const REMOVING = ["mv ", "rm ", "*** "];

/** Paths that a command or a patch takes away. */
export function removedPaths(text: string): readonly string[] {
  // Most have none of these words, and need no closer look.
  if (!REMOVING.some((word) => text.includes(word))) return [];
  const searched = text.slice(0, MAX_COMMAND * 16);
  const command = text.slice(0, MAX_COMMAND);
  return [
    ...[...command.matchAll(MOVED)].map(([, path = ""]) => path),
    ...[...command.matchAll(REMOVED)].map(([, , path = ""]) => path),
    ...[...searched.matchAll(PATCH_REMOVED)].map(([, path = ""]) => path),
    ...[...searched.matchAll(PATCH_MOVED)].map(([, path = ""]) => path),
  ]
    .map(unquoted)
    .filter((path) => path.length > 3);
}

const LOOKING_KINDS: ReadonlySet<string> = new Set([
  "read",
  "search",
  "list",
  "glob",
  "fetch",
  "web_search",
]);

/** Names of tools that the agents do not share, such as those of servers: `tool_search`, `github__get_issue`. */
const LOOKING_NAME =
  /(?:^|[_.-])(?:search|list|get|fetch|read|find|view|show|query|lookup)(?:[_.-]|$)/i;

/** Whether a call only looks at something. */
export function isLookingCall(
  call: Extract<TranscriptItem, { kind: "tool_call" }>,
  tools: ToolTable,
): boolean {
  const kind = toolKindOf(call.name, tools);
  if (kind === "shell") return isReadOnly(commandOf(call, tools) ?? "");
  return kind === null ? LOOKING_NAME.test(call.name) : LOOKING_KINDS.has(kind);
}

/** The command of a call on one line; null for other tools. */
export function commandOf(
  call: Extract<TranscriptItem, { kind: "tool_call" }>,
  tools: ToolTable,
): string | null {
  if (toolKindOf(call.name, tools) !== "shell") return null;
  const command = argumentOf(call, "command", tools);
  return collapseSpace(Array.isArray(command) ? command.join(" ") : String(command ?? ""));
}
