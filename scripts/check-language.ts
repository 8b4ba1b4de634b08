/**
 * Looks for the words that GLOSSARY.md says to avoid: in the names of files, exports and other declarations, in
 * messages, and in comments.
 *
 *     node scripts/check-language.ts           fail when one is found
 *     node scripts/check-language.ts --list    print what is found, and succeed
 */
import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { readDeclared } from "./language/declarations.ts";
import {
  type Exception,
  folderExceptions,
  messageExceptions,
  nameExceptions,
} from "./language/exceptions.ts";
import { messagesIn, readCode } from "./language/messages.ts";
import { root } from "./run.ts";

/** One avoided word, with its place. */
export interface Violation {
  readonly rule: "file" | "message" | "declaration" | "comment" | "exception";
  readonly file: string;
  readonly line: number;
  readonly word: string;
  readonly text: string;
}

/** The words that a glossary says to avoid. */
export interface Avoided {
  readonly names: readonly string[];
  readonly messages: readonly string[];
  readonly comments: readonly string[];
}

/** What is allowed all the same. */
interface Exceptions {
  readonly folders?: readonly Exception[];
  readonly names: readonly Exception[];
  readonly messages: readonly Exception[];
}

/** Reads the three tables of avoided words from the text of GLOSSARY.md. */
export function avoidedIn(glossary: string): Avoided {
  const [, rest = ""] = glossary.split("### In names");
  const [names = "", texts = ""] = rest.split("### In messages");
  const [messages = "", comments = ""] = texts.split("### In comments");
  return {
    names: firstColumn(names),
    messages: firstColumn(messages),
    comments: firstColumn(comments),
  };
}

/** Checks files given as path (`src/…`) and text. */
export function checkLanguage(
  files: ReadonlyMap<string, string>,
  avoided: Avoided,
  exceptions: Exceptions,
): readonly Violation[] {
  const { folders = [], names, messages } = exceptions;
  const used = new Set<Exception>();
  const found: Violation[] = [];
  for (const [file, source] of files) {
    found.push(...inFileName(file, avoided), ...inDeclarations(file, source, avoided));
    const folder = folders.find(({ allowed }) => file.startsWith(allowed));
    if (folder !== undefined) used.add(folder);
    else found.push(...inMessages(file, source, avoided));
  }
  const kept = found.filter((violation) => {
    const list = violation.rule === "message" ? messages : names;
    const exception = list.find((each) => isAllowed(violation, each));
    if (exception !== undefined) used.add(exception);
    return exception === undefined;
  });
  const all = [...folders, ...names, ...messages];
  return [...kept, ...all.filter((each) => !used.has(each)).map(unusedException)];
}

function isAllowed({ rule, file, word, text }: Violation, exception: Exception): boolean {
  const { allowed, within } = exception;
  if (within !== undefined && !within.some((path) => file.startsWith(path))) return false;
  if (rule === "comment") return false;
  if (rule === "message") return text.includes(allowed);
  return text === allowed || (within !== undefined && word === allowed);
}

/** An exception that nothing needs any more would hide the next fault. */
function unusedException({ allowed }: Exception): Violation {
  const file = "scripts/language/exceptions.ts";
  return { rule: "exception", file, line: 1, word: allowed, text: "nothing needs it any more" };
}

function inFileName(file: string, avoided: Avoided): Violation[] {
  const name = posix.basename(file, ".ts");
  const word = avoidedWord(name, avoided);
  return word === undefined ? [] : [{ rule: "file", file, line: 1, word, text: name }];
}

/** Names and comments of one file. */
function inDeclarations(file: string, source: string, avoided: Avoided): Violation[] {
  const { names, comments } = readDeclared(file, source);
  return [
    ...names.flatMap(({ text, line }) => {
      const word = avoidedWord(text, avoided);
      return word === undefined ? [] : [{ rule: "declaration", file, line, word, text } as const];
    }),
    ...comments.flatMap(({ text, line }) => {
      const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
      const word = avoided.comments.find((each) => words.has(each));
      return word === undefined ? [] : [{ rule: "comment", file, line, word, text } as const];
    }),
  ];
}

function inMessages(file: string, source: string, { messages }: Avoided): Violation[] {
  return messagesIn(file, source).flatMap(({ line, text }) => {
    const plain = ` ${text.toLowerCase().replaceAll(/[^\p{L}\p{N}'-]+/gu, " ")} `;
    const word = messages.find((each) => plain.includes(` ${each} `));
    return word === undefined ? [] : [{ rule: "message", file, line, word, text }];
  });
}

/** The first avoided word in a name. One that the glossary writes in capitals is avoided in constants alone. */
function avoidedWord(name: string, { names }: Avoided): string | undefined {
  const parts: readonly string[] = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|[0-9]+/g) ?? [];
  const lower = parts.map((part) => part.toLowerCase());
  return names.find((word) => parts.includes(word) || lower.includes(word));
}

/** The entries of a table's first column, which are separated by commas. */
function firstColumn(markdown: string): string[] {
  const rows = markdown.split("\n").filter((line) => /^\| (?!avoid|-)/.test(line));
  return rows.flatMap((row) => (row.split("|")[1] ?? "").split(",").map((each) => each.trim()));
}

if (import.meta.main) {
  const avoided = avoidedIn(readFileSync(join(root, "GLOSSARY.md"), "utf8"));
  const files = await readCode("{src,scripts,test}/**/*.{ts,tsx}");
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
    `${files.size} files read for ${new Set(Object.values(avoided).flat()).size} words, ${violations.length} found`,
  );
  const isEnforced = !process.argv.includes("--list");
  const hasRead = files.size > 0 && Object.values(avoided).every(({ length }) => length > 0);
  process.exitCode = hasRead && (violations.length === 0 || !isEnforced) ? 0 : 1;
}
