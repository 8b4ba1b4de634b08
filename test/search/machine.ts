import fs from "node:fs";
import path from "node:path";
import { contextIn, runOperation } from "../support/operations.ts";
import { makeScratch } from "../support/scratch.ts";

/** One record of Claude Code's log. */
export function messageLine(role: "user" | "assistant", content: unknown, more = {}): string {
  count++;
  const record = {
    type: role,
    uuid: `u${count}`,
    parentUuid: count === 1 ? null : `u${count - 1}`,
    sessionId: "s",
    version: "2.1.0",
    timestamp: "2026-01-31T08:00:00.000Z",
    message: { role, content },
    ...more,
  };
  return `${JSON.stringify(record)}\n`;
}
let count = 0;

/** What the search gives, as far as tests look at it. */
export interface SearchOutput {
  readonly searched: number;
  readonly updated: number;
  readonly unreadable: number;
  readonly cut: number;
  readonly found: readonly {
    readonly kind: string;
    readonly id: string;
    readonly agent: string;
    readonly title: string | null;
    readonly is_complete: boolean;
    readonly matches: readonly {
      readonly kind: string;
      readonly line: string;
      readonly tool: string | null;
    }[];
  }[];
}

/** What the list of sessions gives. */
export interface SessionsOutput {
  readonly found: number;
  readonly sessions: readonly {
    readonly number: number | null;
    readonly id: string;
    readonly archived: boolean;
    readonly title: string | null;
    readonly messages: number | null;
    readonly branch: string | null;
    readonly modified_at: string | null;
    readonly fault: string | null;
  }[];
}

/** A machine with sessions of Claude Code, in a home of its own. */
export function createMachine() {
  const home = makeScratch();
  const cwd = path.join(home, "project");
  fs.mkdirSync(cwd);
  const notes: string[] = [];
  const note = (text: string) => void notes.push(text);
  const context = { ...contextIn(cwd), agents: { home, env: {} }, note };
  const index = path.join(home, ".local/share/holdall/index/search.db");
  const file = (number: number) =>
    path.join(home, ".claude/projects/p", `${sessionId(number)}.jsonl`);
  const write = (number: number, text: string) => {
    fs.mkdirSync(path.dirname(file(number)), { recursive: true });
    fs.writeFileSync(file(number), text);
  };
  const search = async (terms: readonly string[], more = {}) =>
    (await runOperation<SearchOutput>(context, "search", { words: terms, ...more })).out;
  const list = async (more = {}) =>
    (await runOperation<SessionsOutput>(context, "sessions", { all: true, ...more })).out;
  return { home, cwd, context, notes, index, file, write, search, list };
}

/** The id of a session by a number. */
export function sessionId(number: number): string {
  return `00000000-0000-4000-8000-${String(number).padStart(12, "0")}`;
}
