/**
 * Anchors in the `log.md` of Artesian's memory folders: JSON between two HTML comments. The file is
 * Markdown that anyone may have edited, so every block is checked on its own and a broken one does
 * not hide the next.
 */

import * as z from "zod";
import type { Findings } from "../../base/findings.ts";
import { type Address, stateIdOf, toAddress } from "../address.ts";
import type { Anchor } from "./anchor.ts";

/** An anchor in an old log. */
export interface LoggedAnchor {
  readonly address: Address;
  readonly anchor: Anchor;
  /** When it was written; null when the log does not say. */
  readonly updated_at: string | null;
  /** Line of the log on which it begins. */
  readonly line: number;
}

const OPENING = "<!-- artesian:anchor -->";
const CLOSING = "<!-- /artesian:anchor -->";

const part = z.string().regex(/^[^\p{Cc}]{0,512}$/u);
const text = z.string().max(65_536);
const blockSchema = z.object({
  current_task: text,
  next_step: text,
  plan_pointer: text.nullish(),
  last_decisions: z.array(text).max(256).default([]),
  updated_at: z.iso.datetime({ offset: true }).nullish(),
  session: z
    .object({ user_id: part.nullish(), session_id: part.nullish(), task_id: part.nullish() })
    .nullish(),
});

/**
 * The newest anchor of every address in an old `log.md`: blocks of JSON between two comments. A block that is
 * unclosed, forged or not JSON is `W_ANCHOR`. It hides no other block, because every opening comment on a line of
 * its own starts a new one.
 */
export function readAnchorLog(
  text: string,
  { file, findings }: { readonly file: string; readonly findings: Findings },
): readonly LoggedAnchor[] {
  const newest = new Map<string, LoggedAnchor>();
  for (const { line, body } of blocksIn(text.split(/\r?\n/))) {
    const anchor = body === null ? null : readBlock(body, line);
    if (anchor === null) {
      const message =
        body === null
          ? "The anchor has no closing comment"
          : "The anchor is not valid JSON of the expected shape";
      findings.warn("W_ANCHOR", { file, line }, message);
      continue;
    }
    newest.set(stateIdOf(anchor.address), anchor);
  }
  return [...newest.values()];
}

interface Block {
  readonly line: number;
  /** Null when another block began before this one ended. */
  readonly body: string | null;
}

function* blocksIn(lines: readonly string[]): Generator<Block> {
  let start: number | null = null;
  for (const [at, line] of lines.entries()) {
    const mark = line.trim();
    if (mark === OPENING) {
      if (start !== null) yield { line: start + 1, body: null };
      start = at;
    } else if (mark === CLOSING && start !== null) {
      yield { line: start + 1, body: lines.slice(start + 1, at).join("\n") };
      start = null;
    }
  }
  if (start !== null) yield { line: start + 1, body: null };
}

function readBlock(body: string, line: number): LoggedAnchor | null {
  const parsed = blockSchema.safeParse(parseOrNull(withoutFence(body)));
  if (!parsed.success) return null;
  const { session, updated_at, plan_pointer, ...parts } = parsed.data;
  return {
    address: toAddress({
      user: session?.user_id ?? undefined,
      session: session?.session_id ?? undefined,
      task: session?.task_id ?? undefined,
    }),
    anchor: { ...parts, plan_pointer: plan_pointer ?? null, last_failed_check: null },
    updated_at: updated_at ?? null,
    line,
  };
}

/** A block's text without the marks of a code block around it. */
function withoutFence(body: string): string {
  const inside = body.replace(/^\s*```[^\n]*\n/, "").trimEnd();
  const lastLine = inside.lastIndexOf("\n") + 1;
  return lastLine > 0 && inside.slice(lastLine).trim() === "```"
    ? inside.slice(0, lastLine)
    : inside;
}

function parseOrNull(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null; // The caller reports it with its line.
  }
}
