import { collapseSpace } from "../../base/text/one-line.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { argumentOf, type ToolTable, toolKindOf } from "../tool-names.ts";
import { commandsInScript } from "./script-commands.ts";

/** Programs that only look. */
const LOOKS =
  /^(?:for|done|fi|ls|cat|head|tail|grep|egrep|rg|ag|find|fd|wc|pwd|echo|printf|which|type|stat|file|tree|date|env|printenv|whoami|uname|hostname|jq|yq|awk|sort|uniq|cut|tr|diff|cmp|less|more|nl|od|xxd|df|du|ps|sleep|true|test|\[|cd|pushd|popd|export|set|source|command|man|help|basename|dirname|realpath|readlink|sed -n|Get-Content|Get-ChildItem|Select-String|dir)(?:\s|$)/;
// regex: 4,000 characters of a command are looked at
const LOOKS_AS_SUBCOMMAND =
  /^(?:git (?:-\S+ \S+ )?(?:status|log|diff|show|branch(?:$| -[av]|\s--(?:list|show-current|contains))|remote(?:$| -v| show| get-url)|rev-parse|ls-files|ls-tree|ls-remote|blame|grep|describe|reflog|fetch|worktree list|stash list|cat-file|config --get|for-each-ref|merge-base|check-ignore)|gh run watch|gh (?:\w+ )?(?:view|list|status|diff|checks)|gh api(?! .*(?:-X|--method|-f |--field|--input))|(?:npm|pnpm|yarn|bun) (?:ls|list|view|info|outdated)|go (?:list|env|doc|version)|docker (?:ps|images|logs|inspect)|kubectl (?:get|describe|logs)|curl(?! .*(?:-X|--request|-d |--data))|(?!go get)[\w.-]+ (?:status|version|doctor|help|list(?:-[\w-]+)?|ls|show|get|view|info|describe|inspect|search|find|logs?|capture(?:-pane)?|ready|where|whoami)(?:$|\s)|git tag(?:$| -l| --list| --contains)|git branch -r|identify\s)/;
const VERSION = /(?:^|\s)(?:--version|--help|-h|-V)\s*$/;
const MAX_COMMAND = 4000;

/** The command that was looked at last: each of them is asked about several times. */
let last = { command: "", text: "" };

/** A command without the text that it gives to a program: a quoted bar parts nothing. */
function withoutTexts(command: string): string {
  if (command !== last.command) {
    // regex: 4,000 characters of a command are looked at
    const text = commandHead(command).replace(QUOTED, "''");
    last = { command, text };
  }
  return last.text;
}

/** Text in quotes; of one that was cut off, the rest of the command. */
// regex: 4,000 characters of a command are looked at
const QUOTED = /"(?:[^"\\]|\\[\s\S])*(?:"|$)|'[^']*(?:'|$)/g;

/** Where a document begins that is given to a program, with the line that ends it. */
const DOCUMENT = /<<-?[ \t]{0,4}['"\\]?(\w{1,40})['"]?/;
/** Longest command that is searched for documents, and the most of them. */
const MAX_SEARCHED = 64 * 1024;
const MAX_DOCUMENTS = 20;

/** A command without the documents that it gives to programs, up to one that does not end. */
export function commandHead(command: string): string {
  let head = "";
  let rest = command.slice(0, MAX_SEARCHED);
  for (let count = 0; count < MAX_DOCUMENTS; count++) {
    const begin = DOCUMENT.exec(rest);
    if (begin === null) return (head + rest).slice(0, MAX_COMMAND).trim();
    head += rest.slice(0, begin.index);
    const [mark, delimiter = ""] = begin;
    const body = rest.indexOf("\n", begin.index);
    const end = body === -1 ? -1 : rest.indexOf(`\n${delimiter}`, body);
    if (end === -1) break;
    head += rest.slice(begin.index + mark.length, body);
    rest = rest.slice(end + 1 + delimiter.length);
  }
  return head.slice(0, MAX_COMMAND).trim();
}

/** The parts of a command line that do something, as they were written; the folder they are run in stays. */
export function actingParts(command: string): string {
  const head = commandHead(command);
  const masked = head.replace(QUOTED, (text) => "_".repeat(text.length));
  let start = 0;
  const parts = masked.split(/(&&|\|\||[;|\n])/).flatMap((part, place) => {
    const own = collapseSpace(head.slice(start, start + part.length)).replace(BRANCHES, "");
    start += part.length;
    const isFolder = place === 0 && /^cd\s/.test(own);
    // Text in quotes is masked: a variable that is set to a page of text is still only set.
    const look = isLook(withoutPrefix(own)) || ASSIGNS.test(part.trim());
    return place % 2 === 0 && (isFolder || !look) ? [own] : [];
  });
  return parts
    .filter((part) => part !== "" && !STAGES.test(part))
    .map((part) => part.replace(COMMITS, "git commit"))
    .join(" && ");
}

/** Words of a loop or a condition before the command that it runs. */
const BRANCHES = /^(?:(?:do|then|else)\s+)+/;

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

/** A path as a redirection names it: with a dot or a slash, and with nothing that a shell would replace. */
const IS_PATH = /^(?=[^./]*[./])[\w@./~+-]+$/;

/** Files that a command line writes by itself. */
export function writtenPaths(command: string): readonly string[] {
  const found = withoutTexts(command).matchAll(/(?:^|[^0-9&>])>{1,2}\s*([^\s;&|'"]+)/g);
  return [...found]
    .map(([, path = ""]) => path)
    .filter((path) => IS_PATH.test(path) && !/^\/(?:dev|tmp|var)\//.test(path));
}

// regex: one command is looked at, of 4,000 characters
const EFFECT =
  /^(?:git (?:-C \S+ )?(?:commit|push|pull|merge|rebase|reset|revert|restore|checkout|switch|stash|cherry-pick|apply|am|tag|clone|init|worktree|branch|rm|mv|clean)|(?:npm|pnpm|yarn|bun|pip3?|uv|cargo|go|gem|brew|apt|apt-get|poetry|composer|mise) (?:i|ci|install|add|remove|rm|uninstall|update|upgrade|publish|link|get|use|sync)|gh|bd|docker|kubectl|helm|terraform|rm|mv|cp|mkdir|ln|chmod|chown|touch|sed -i|tee|systemctl|curl|ssh|scp|rsync|make (?:install|deploy|release)|[\w.-]+ (?:create|update|close|delete|remove|deploy|publish|enable|disable|init|migrate|apply|set|send|spawn|start|stop|restart))(?:\s|$)/;

/** Whether a command changes something that stays, rather than building or checking. */
export function isEffect(command: string): boolean {
  if (WRITES.test(withoutTexts(command))) return true;
  return segmentsOf(command).some((part) => EFFECT.test(part) && !isLook(part));
}

// regex: as above
const RELEASE =
  /^(?:git (?:-C \S{1,200} )?push|(?:npm|pnpm|yarn|bun|cargo|poetry|gem|twine) (?:run )?(?:publish|release|deploy|upload)|gh (?:pr create|release)|make (?:deploy|release|publish))\b/;

/** Whether a command brings the work to others: a push, a publication, a pull request. */
export function isRelease(command: string): boolean {
  return segmentsOf(command).some((part) => RELEASE.test(part));
}

/** Whether a command brought about what another one, of which the key is given, could not: `gh api` for `gh pr edit`. */
export function replacesEffect(command: string, failed: string): boolean {
  if (!EFFECT.test(failed) || !isEffect(command)) return false;
  if (isRelease(failed) && !isRelease(command)) return false;
  const [program] = failed.split(" ", 1);
  return segmentsOf(command).some((part) => EFFECT.test(part) && part.startsWith(`${program} `));
}

/** A program that is asked for help, or given a line of code to try something. */
const TRIAL = /^(?:(?:node|python3?|ruby|perl|deno|bun|php) (?:-\S+ )*-[ecpr]\b|\S+ help\b)/;

/** Whether a command only tries something: that it failed is no open work. */
export function isTrial(command: string): boolean {
  return segmentsOf(command).every((part) => TRIAL.test(part) || isLook(part));
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

/** Words that only say that something is run. */
const RUNNERS: ReadonlySet<string> = new Set(["npx", "bunx", "run", "exec"]);

/** A text with its commands as their keys name them. */
export function withoutRunners(text: string): string {
  return text.replaceAll(/\b(?:npx|bunx|run|exec)\s/g, "");
}

function keyOf(part: string): string {
  const args = part.split(/\s+/).filter((arg) => !arg.startsWith("-") && !RUNNERS.has(arg));
  return args.slice(0, 3).join(" ");
}

// regex: 4,000 characters of a command are looked at
const MOVED = /(?:^|[\s;&|])(?:git )?mv (?:-\S+ )*(\S+) ([^\s;&|]+)/g;
// regex: as above
const REMOVED = /(?:^|[\s;&|])(?:git )?rm (?:-\S+ )*(\S+)/g;
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
    const path = unquoted(from);
    const into = unquoted(target);
    if (path.length <= 3 || into === "") return [];
    const to = into.endsWith("/") ? `${into}${path.slice(path.lastIndexOf("/") + 1)}` : into;
    return [{ from: path.replace(/\/$/, ""), to }];
  });
}

function unquoted(path: string): string {
  return path.replace(/^["']|["']$/g, "").trim();
}

/** What takes a path away: a word without which nothing does, and how many characters are looked at. */
const REMOVING = [
  { word: "mv ", pattern: MOVED, most: MAX_COMMAND },
  { word: "rm ", pattern: REMOVED, most: MAX_COMMAND },
  { word: "*** Delete File: ", pattern: PATCH_REMOVED, most: MAX_COMMAND * 16 },
  { word: "*** Move to: ", pattern: PATCH_MOVED, most: MAX_COMMAND * 16 },
];

/** Paths that a command or a patch takes away. */
export function removedPaths(text: string): readonly string[] {
  return REMOVING.flatMap(({ word, pattern, most }) => {
    if (!text.includes(word)) return []; // As most texts have none of them.
    const found = [...text.slice(0, most).matchAll(pattern)];
    return found.map(([, path = ""]) => unquoted(path)).filter((path) => path.length > 3);
  });
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

/** The command of a call, each of its lines without needless space; null for other tools. */
export function commandOf(
  call: Extract<TranscriptItem, { kind: "tool_call" }>,
  tools: ToolTable,
): string | null {
  if (toolKindOf(call.name, tools) !== "shell") {
    return typeof call.arguments === "string" ? commandsInScript(call.arguments) : null;
  }
  const command = argumentOf(call, "command", tools);
  const text = Array.isArray(command) ? scriptOf(command.map(String)) : String(command ?? "");
  return text
    .replaceAll(/\\\r?\n/g, " ")
    .split("\n")
    .map(collapseSpace)
    .join("\n")
    .trim();
}

const SHELL = /(?:^|[/\\])(?:bash|sh|zsh|dash|ksh|fish|pwsh|powershell)(?:\.exe)?$/i;
const TAKES_SCRIPT = /^-(?:[a-z]{0,4}c|command)$/i;

/** The script that a shell is given; of another program, its words. Else every script would be the command `bash`. */
function scriptOf(args: readonly string[]): string {
  const [program = "", option = "", script] = args;
  const isScript = args.length === 3 && SHELL.test(program) && TAKES_SCRIPT.test(option);
  return isScript && script !== undefined ? script : args.join(" ");
}
