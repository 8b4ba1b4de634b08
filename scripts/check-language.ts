/**
 * Looks for the words that GLOSSARY.md says to avoid, in the names of files and exports and in the messages
 * of `src/`.
 *
 *     node scripts/check-language.ts           fail when one is found
 *     node scripts/check-language.ts --list    print what is found, and succeed
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import {
  type Exception,
  folderExceptions,
  messageExceptions,
  nameExceptions,
} from "./language/exceptions.ts";
import { messagesIn, readSources } from "./language/messages.ts";
import { root } from "./run.ts";

/** One avoided word, with its place. */
export interface Violation {
  readonly rule: "file" | "export" | "message" | "exception";
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

/** The words that a glossary says to avoid. */
export interface Avoided {
  readonly names: readonly string[];
  readonly messages: readonly string[];
}

/** What is allowed all the same. */
interface Exceptions {
  readonly folders?: readonly Exception[];
  readonly names: readonly Exception[];
  readonly messages: readonly Exception[];
}

const EXPORT =
  /^export (?:default )?(?:async )?(?:abstract )?(?:function\*?|const|let|class|interface|type) (\w+)/gm;

/** Reads the two tables of avoided words from the text of GLOSSARY.md. */
export function avoidedIn(glossary: string): Avoided {
  const [, rest = ""] = glossary.split("### In names of files and exports");
  const [names = "", messages = ""] = rest.split("### In messages");
  return { names: firstColumn(names), messages: firstColumn(messages) };
}

/** Checks files given as path (`src/…`) and text. */
export function checkLanguage(
  files: ReadonlyMap<string, string>,
  avoided: Avoided,
  exceptions: Exceptions,
): readonly Violation[] {
  const used = new Set<string>();
  const found: Violation[] = [];
  for (const [file, source] of files) {
    const folder = exceptions.folders?.find(({ allowed }) => file.startsWith(allowed));
    if (folder !== undefined) {
      used.add(folder.allowed);
      continue;
    }
    found.push(...inFileName(file, avoided), ...inExports(file, source, avoided));
    found.push(...inMessages(file, source, avoided));
  }
  const kept = found.filter((violation) => {
    const list = violation.rule === "message" ? exceptions.messages : exceptions.names;
    const exception = list.find((each) => isAllowed(violation, each));
    if (exception !== undefined) used.add(exception.allowed);
    return exception === undefined;
  });
  const all = [...(exceptions.folders ?? []), ...exceptions.names, ...exceptions.messages];
  const unused = all.filter(({ allowed }) => !used.has(allowed));
  return [...kept, ...unused.map(unusedException)];
}

function isAllowed({ rule, text }: Violation, { allowed }: Exception): boolean {
  return rule === "message" ? text.includes(allowed) : text === allowed;
}

/** An exception that nothing needs any more would hide the next fault. */
function unusedException({ allowed }: Exception): Violation {
  const file = "scripts/language/exceptions.ts";
  return { rule: "exception", file, line: 1, word: allowed, text: "nothing needs it any more" };
}

function inFileName(file: string, { names }: Avoided): Violation[] {
  const name = posix.basename(file, ".ts");
  return wordsOf(name)
    .filter((word) => names.includes(word))
    .map((word) => ({ rule: "file", file, line: 1, word, text: name }));
}

function inExports(file: string, source: string, { names }: Avoided): Violation[] {
  return [...source.matchAll(EXPORT)].flatMap(({ 1: name = "", index }) => {
    const line = source.slice(0, index).split("\n").length;
    return wordsOf(name)
      .filter((word) => names.includes(word))
      .map((word): Violation => ({ rule: "export", file, line, word, text: name }));
  });
}

function inMessages(file: string, source: string, { messages }: Avoided): Violation[] {
  return messagesIn(file, source).flatMap(({ line, text }) => {
    const plain = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}'-]+/gu, " ")} `;
    const word = messages.find((each) => plain.includes(` ${each} `));
    return word === undefined ? [] : [{ rule: "message", file, line, word, text }];
  });
}

/** The words that a name is put together from, in lower case. */
function wordsOf(name: string): string[] {
  const parts = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
  return parts.map((part) => part.toLowerCase());
}

/** The entries of a table's first column, which are separated by commas. */
function firstColumn(markdown: string): string[] {
  const rows = markdown.split("\n").filter((line) => /^\| (?!avoid|-)/.test(line));
  return rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map((each) => each.trim()));
}

if (import.meta.main) {
  const avoided = avoidedIn(readFileSync(join(root, "GLOSSARY.md"), "utf8"));
  const files = await readSources();
  const exceptions = {
    folders: folderExceptions,
    names: nameExceptions,
    messages: messageExceptions,
  };
  const violations = checkLanguage(files, avoided, exceptions);
  for (const { file, line, rule, word, text } of violations) {
    console.log(`${file}:${line}  ${rule}: "${word}" in ${JSON.stringify(text.slice(0, 160))}`);
  }
  console.log(
    `${files.size} files of src/ read for ${avoided.names.length + avoided.messages.length} words, ${violations.length} found`,
  );
  const isEnforced = !process.argv.includes("--list");
  const hasRead = files.size > 0 && avoided.names.length > 0 && avoided.messages.length > 0;
  process.exitCode = hasRead && (violations.length === 0 || !isEnforced) ? 0 : 1;
}
