import { formatMinute } from "../base/text/format-minute.ts";
import { excerptLine } from "../base/text/one-line.ts";
import type { DroppedItem } from "../model/dropped.ts";
import { type LossItem, reasonOf } from "../model/loss.ts";
import { quoteContext } from "../model/quoted-context.ts";
import type { TranscriptHeader } from "../model/transcript.ts";
import type { LearnedFacts } from "./learn.ts";
import { coversEntireSession, type HandoffRequest } from "./request.ts";
import { restoredLine } from "./restore-dropped.ts";

/** What a note says about the selection that follows it. */
interface NotedSelection {
  /** Tokens to which the conversation was fitted; null when all of it follows. */
  readonly budget: number | null;
  /** How the session ended, and a summary of the part that is left out; empty when there is neither. */
  readonly briefing: string;
  /** What of the source does not follow. */
  readonly losses: readonly LossItem[];
  /** How the items differ that do, and how many of them. */
  readonly changes: ReadonlyMap<string, number>;
}

const GOAL_LENGTH = 500;

/** The note of a handoff. */
export function noteFor(
  request: HandoffRequest,
  { opening, redactor, last_at, restored, changed_files }: LearnedFacts,
  { budget, briefing, losses, changes }: NotedSelection,
): string {
  // A digest of the entire session begins with its first request.
  const isDigested = budget !== null && coversEntireSession(request);
  const shown = isDigested ? null : opening;
  return renderNote({
    agent: request.sourceAgent.displayName,
    isConversation: request.isConversation,
    isPage: request.isPage === true,
    header: request.session.header,
    last_at,
    now: request.now,
    goal: shown && excerptLine(redactor?.text(shown, "goal") ?? shown, GOAL_LENGTH),
    // Which of its own notes an agent's program left out is no news to who gets a part of the conversation.
    losses: budget === null ? losses : losses.filter(({ scope }) => scope !== "background"),
    changes,
    continues: request.continues ?? null,
    restored,
    changed_files,
    briefing,
  });
}

/** The content of a note. */
interface HandoffNote extends Pick<NotedSelection, "losses" | "changes" | "briefing"> {
  /** Display name of the source agent, or what kind of bundle it is. */
  readonly agent: string;
  /** Whether messages follow, rather than the texts of a bundle. */
  readonly isConversation: boolean;
  /** Whether it is for a page, whose head names the session and its folder. */
  readonly isPage: boolean;
  readonly header: TranscriptHeader;
  /** When the conversation last went on. */
  readonly last_at: string | null;
  readonly now: Date;
  /** The first request of the work, when the conversation that follows does not contain it. */
  readonly goal: string | null;
  /** The session that has everything before, when only what came after it follows. */
  readonly continues: { readonly session_id: string; readonly at: string } | null;
  /** What the last compaction of the source dropped and is wanted back. */
  readonly restored: readonly DroppedItem[];
  /** Files of the work that changed after it. */
  readonly changed_files: readonly string[];
}

/** Files named in a note; the rest is counted. */
const MAX_FILES = 20;

/** The note before a handed-over conversation: where it came from and what it lacks, as quoted facts. */
function renderNote(facts: HandoffNote): string {
  return quoteContext(
    [
      ...origin(facts),
      ...continued(facts),
      ...goal(facts),
      ...restored(facts),
      ...different(facts),
      ...changed(facts),
      ...briefing(facts),
    ].join("\n"),
  );
}

function origin(note: HandoffNote): readonly string[] {
  const { agent, header, last_at, now, isConversation } = note;
  const at = `Holdall handed it over at ${now.toISOString()}.`;
  if (!isConversation) return [`The text that follows comes from a ${agent}.`, at];
  if (note.isPage) return [pageOrigin(note)];
  const folder = header.cwd === null ? "" : `, folder ${header.cwd}`;
  const last = last_at === null ? "" : `, last used ${last_at}`;
  return [
    `The conversation that follows was recorded by ${agent} (session ${header.session_id}${folder}${last}).`,
    `${at} Its tool calls have already been executed; their results are real.`,
  ];
}

function pageOrigin({ agent, last_at, now }: HandoffNote): string {
  const last = last_at === null ? "" : `, last used ${formatMinute(last_at)}`;
  const at = formatMinute(now.toISOString());
  return `Recorded by ${agent}${last}; handed over by Holdall at ${at} (UTC). Its tool calls have been executed.`;
}

function continued({ continues }: HandoffNote): readonly string[] {
  if (continues === null) return [];
  const { session_id, at } = continues;
  return [
    `It contains only what came after the handoff of ${at}; what came before is in session ${session_id}.`,
  ];
}

function goal({ goal: request }: HandoffNote): readonly string[] {
  return request === null ? [] : [`The work began with this request of the user: ${request}`];
}

function restored({ restored: items }: HandoffNote): readonly string[] {
  if (items.length === 0) return [];
  return [
    "From before the last compaction, neither in its summary nor later (#N is the item of the source session):",
    ...items.map(restoredLine),
  ];
}

function different({ losses, changes }: HandoffNote): readonly string[] {
  const counts = new Map<string, number>();
  for (const loss of losses) {
    if (loss.kind === "kept" || loss.scope === "bookkeeping") continue;
    const what = `${loss.kind}: ${reasonOf(loss)}`;
    counts.set(what, (counts.get(what) ?? 0) + (loss.count ?? 1));
  }
  const all = [...counts, ...changes].map(([what, count]) => `${count} ${what}`);
  return all.length === 0 ? [] : [`What is different from the original: ${all.join("; ")}.`];
}

function changed({ changed_files }: HandoffNote): readonly string[] {
  if (changed_files.length === 0) return [];
  const shown = changed_files.slice(0, MAX_FILES);
  const more = changed_files.length - shown.length;
  return [
    "Files of this work that have changed since:",
    ...shown.map((file) => `- ${file}`),
    ...(more > 0 ? [`- and ${more} more`] : []),
  ];
}

function briefing({ briefing: text }: HandoffNote): readonly string[] {
  return text === "" ? [] : ["", text];
}
