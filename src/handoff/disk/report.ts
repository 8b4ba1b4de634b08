import fs from "node:fs";
import * as z from "zod";
import type { Agent, CarriedSettings, PlacedSession } from "../../agents/agent.ts";
import { settingSubjects } from "../../agents/settings-records.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { findingSchema, lossSchema } from "../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../runtime/redaction.ts";
import type { HandoffRecord } from "../../sessions/handoff-record.ts";
import { containsConversation, type HandoffSource } from "../../sessions/source.ts";
import { conversationReportSchema } from "../conversation-report.ts";
import { distilledSchema } from "../distil/distilled.ts";
import type { SessionMove } from "../move-session.ts";
import type { PreparedHandoff } from "../prepare.ts";

/** What a handoff says, as other programs rely on it. */
export const handoffOutput = () =>
  z.object({
    kind: z.enum(["handoff", "undo", "list"]),
    /** The receiver; null for a path. */
    agent: z.string().nullable(),
    session_id: z.string(),
    path: z.string(),
    resume: z.array(z.array(z.string()).readonly()).readonly(),
    /** What arrived of the conversation; null when the source holds none. */
    conversation: conversationReportSchema.nullable(),
    /** Size of what was handed over in tokens, estimated from its bytes. */
    tokens: z.number(),
    /** Tokens that the receiver's usual model takes; null when it is not known. */
    window: z.number().nullable(),
    /** The command that takes the handoff back; null for a path and for a dry run. */
    undo: z.array(z.string()).readonly().nullable(),
    loss: lossSchema(),
    redactions: redactionsSchema(),
    /** What became of the entries that a model proposed for the state of a bundle. */
    distilled: distilledSchema.nullable(),
    /** Who handed over; null for an undo, which knows only what was placed. */
    from: z
      .object({
        agent: z.string(),
        session_id: z.string(),
        title: z.string().nullable(),
        path: z.string(),
      })
      .nullable(),
    dry_run: z.boolean(),
    /** What the reader of the source found wrong or does not know. */
    findings: z.array(findingSchema()).readonly(),
    notes: z.array(z.string()),
    /** With --list: the handoffs that can be undone, the newest first. */
    handoffs: z
      .array(
        z.object({
          agent: z.string(),
          session_id: z.string(),
          at: z.string(),
          path: z.string(),
          title: z.string().nullable(),
          cwd: z.string().nullable(),
        }),
      )
      .optional(),
  });
/** What a handoff says. */
export type HandoffOutput = z.infer<ReturnType<typeof handoffOutput>>;

/** Source and receiver of a handoff, and how it was asked for. */
export interface HandoffContext {
  readonly source: HandoffSource;
  readonly input: {
    readonly "dry-run": boolean;
    readonly "no-redact": boolean;
    readonly redact?: boolean;
  };
  /** The receiver; null for a path. */
  readonly agent: Pick<Agent, "id" | "displayName" | "contextWindow"> | null;
  /** What was lost of a session that moved unchanged. */
  readonly move: Pick<SessionMove, "loss" | "conversation" | "resetSettings"> | null;
  /** What of the settings of a session that moved unchanged was carried. */
  readonly settings?: CarriedSettings;
  /** What earlier handoffs of the same session to the same agent made. */
  readonly copies?: readonly HandoffRecord[];
}

/** Describes a handoff. */
export function describeHandoff(
  about: HandoffContext,
  handoff: PreparedHandoff,
  placed: PlacedSession,
): HandoffOutput {
  const { source, input, agent, move } = about;
  const { header, findings } = source.session;
  const isDry = input["dry-run"];
  return {
    kind: "handoff",
    agent: agent?.id ?? null,
    session_id: placed.session_id,
    path: placed.path,
    resume: placed.resume,
    conversation: conversationOf(about, handoff),
    tokens: handoff.tokens(),
    window: agent?.contextWindow ?? null,
    undo: agent === null || isDry ? null : undoCommand(placed.session_id),
    loss: move?.loss() ?? handoff.loss(),
    redactions: move === null ? handoff.redactions() : [],
    distilled: null,
    from: {
      agent: header.agent,
      session_id: source.session_id,
      title: handoff.draft.header.title,
      path: source.path,
    },
    dry_run: isDry,
    findings: findings.filter(({ severity }) => severity !== "note"),
    notes: [
      ...copyNotes(about),
      ...secretNotes(about),
      ...sealedNotes(about, handoff),
      ...settingNotes(about),
      ...sizeNotes(about, handoff),
      ...folderNotes(about, handoff),
      ...placed.notes,
    ],
  };
}

/** Says that the receiver has a copy of the session already, and how it is removed. */
function copyNotes({ copies = [], agent }: HandoffContext): readonly string[] {
  const [newest] = copies;
  if (newest === undefined || agent === null) return [];
  const more = copies.length === 1 ? "" : `, and ${copies.length - 1} more`;
  const when = newest.at.slice(0, 16).replace("T", " ");
  const cure = `holdall handoff --undo ${newest.session_id}`;
  return [
    `${agent.displayName} has a copy of this session already: ${newest.session_id} of ${when}${more}. It stays; \`${cure}\` removes it.`,
  ];
}

/** Says when the receiver gets secrets, and why. */
function secretNotes({ input, source, agent }: HandoffContext): readonly string[] {
  const { "no-redact": keepsSecrets, redact = false } = input;
  if (keepsSecrets && !redact) return ["Secrets were not replaced (--keep-secrets)."];
  const isSameAgent = agent !== null && source.native !== null && source.agent?.id === agent.id;
  if (!isSameAgent || redact) return [];
  return ["Secrets were not replaced: the receiver is the same agent (--redact replaces them)."];
}

/** Says which settings the receiver does not take over, or that it takes them over. */
function settingNotes({ move, settings, agent }: HandoffContext): readonly string[] {
  if (move === null || agent === null) return [];
  if (settings === "all") {
    return ["The settings of the session were kept (--keep-settings): its rights apply again."];
  }
  const subjects = move.resetSettings().map((subject) => settingSubjects[subject]);
  if (subjects.length === 0) return [];
  const hint = settings === "unknown" ? "; --keep-settings keeps them" : "";
  return [
    `Your own settings of ${agent.displayName} apply. Not carried from the session: ${subjects.join(", ")}${hint}.`,
  ];
}

function undoCommand(session_id: string): readonly string[] {
  return ["holdall", "handoff", "--undo", session_id];
}

function conversationOf({ source, move }: HandoffContext, handoff: PreparedHandoff) {
  if (!containsConversation(source)) return null;
  return move?.conversation() ?? handoff.conversation();
}

/** Says that the receiver got the messages behind a summary that it could not read. */
function sealedNotes(
  { source, agent }: HandoffContext,
  { behindSealed }: PreparedHandoff,
): readonly string[] {
  if (behindSealed === null) return [];
  const why = `The newest summary in this session is encrypted: only the provider of ${source.displayName} can read it.`;
  const instead = "The messages before it were handed over in its place";
  if (behindSealed.fittedTo === null || agent === null) return [`${why} ${instead}.`];
  const size = formatNumber(behindSealed.fittedTo);
  return [
    `${why} ${instead}, as far as ${agent.displayName} takes them: the newest part, and a summary of the rest, in about ${size} tokens. --budget changes how much.`,
  ];
}

/** Warns when the receiver cannot take everything at once. */
function sizeNotes({ agent }: HandoffContext, handoff: PreparedHandoff): readonly string[] {
  const tokens = handoff.tokens();
  const window = agent?.contextWindow ?? null;
  if (agent === null || window === null || tokens <= window) return [];
  const size = `about ${formatNumber(tokens)} tokens`;
  const budget = Math.floor(window / 2);
  return [
    `The conversation has ${size}, and ${agent.displayName} takes about ${formatNumber(window)}: it will compact or refuse it. Add --budget ${budget} to hand over the newest part and a summary of the rest.`,
  ];
}

/** What someone should know about the folder of the session, and about an archived one. */
function folderNotes(
  { source, agent }: HandoffContext,
  { draft }: PreparedHandoff,
): readonly string[] {
  const notes: string[] = [];
  const { cwd } = draft.header;
  if (agent !== null && cwd !== null && cwd !== draft.cwd) {
    const exists = fs.existsSync(cwd);
    const absent = exists ? "" : ", which does not exist on this machine";
    const map = `${quoteForShell(cwd)}=${quoteForShell(draft.cwd)}`;
    const hint = exists ? "" : ` Add --map ${map} to replace the path in the conversation, too.`;
    notes.push(`The session was recorded in ${cwd}${absent}; it continues in ${draft.cwd}.${hint}`);
  }
  if (source.native?.session.archived === true) {
    notes.push(`The source session is archived in ${source.displayName}; the copy is not.`);
  }
  return notes;
}
