import { trimEndOf } from "../../base/text/trim-end.ts";
import type { TranscriptItem } from "../../model/transcript.ts";
import { plain } from "../claims/wording.ts";
import { commandKeys, commandOf, withoutRunners } from "../digest/commands.ts";
import { statementsOf } from "../digest/sentences.ts";
import { countShared, stemsOf } from "../digest/stems.ts";
import type { ToolTable } from "../tool-names.ts";

/** What a model still reads after a compaction: its summary, what was kept beside it, and everything later. */
export interface RemainingText {
  add(item: TranscriptItem): void;
  /** Whether a statement of it is about the same. */
  states(text: string): boolean;
  /** Whether a file is named in it, by its path or the end of it. */
  names(path: string): boolean;
  /** Whether a command is in it, with whatever options. */
  runs(command: string): boolean;
}

/** Characters of one item that are looked at, and statements and names that are kept. */
const MAX_TEXT = 64 * 1024;
const MAX_STATEMENTS = 20_000;
const MAX_NAMES = 200_000;
/** The share of the telling words of a statement that another one about the same has. */
const SAME_SHARE = 0.6;
const STEM = 5;
/** A name or a path, with the slashes of either system. */
const NAME = /[\w.@~+-]+(?:[/\\][\w.@~+-]+)*/g;

/** Begins with nothing. */
export function createRemainingText(tools: ToolTable): RemainingText {
  const statements: ReadonlySet<string>[] = [];
  const names = new Set<string>();
  const keys = new Set<string>();
  const texts: string[] = [];
  const addNames = (text: string) => {
    for (const [name] of text.matchAll(NAME)) {
      if (names.size < MAX_NAMES) for (const end of endsOf(name)) names.add(end);
    }
  };
  const addStatements = (text: string) => {
    texts.push(withoutRunners(plain(text)));
    for (const { text: own, lead } of statementsOf(text)) {
      if (statements.length < MAX_STATEMENTS)
        statements.push(stemsOf(`${lead ?? ""} ${own}`, STEM));
    }
  };
  return {
    add(item) {
      const text = textOf(item).slice(0, MAX_TEXT);
      addNames(text);
      if (item.kind === "message" || item.kind === "compaction") addStatements(text);
      if (item.kind !== "tool_call") return;
      for (const key of commandKeys(commandOf(item, tools) ?? "")) keys.add(key);
    },
    states(text) {
      const own = stemsOf(text, STEM);
      if (own.size === 0) return true;
      return statements.some((other) => countShared(own, other) >= own.size * SAME_SHARE);
    },
    names: (path) =>
      endsOf(path)
        .slice(-2)
        .some((end) => names.has(end)),
    runs(command) {
      const own = commandKeys(command);
      return own.every((key) => keys.has(key) || texts.some((text) => text.includes(plain(key))));
    },
  };
}

/** A path, and the last two and the last one of its names, in lower case. */
function endsOf(path: string): readonly string[] {
  // A dot after it ends a sentence.
  const parts = trimEndOf(path.toLowerCase(), ".").split(/[/\\]/);
  return [parts.join("/"), parts.slice(-2).join("/"), parts.at(-1) ?? ""];
}

function textOf(item: TranscriptItem): string {
  switch (item.kind) {
    case "message":
      return item.text;
    case "compaction":
      return item.summary ?? "";
    case "tool_call":
      return typeof item.arguments === "string" ? item.arguments : JSON.stringify(item.arguments);
    case "tool_result":
      return item.content;
    case "file_change":
      return item.path;
    default:
      return "";
  }
}
