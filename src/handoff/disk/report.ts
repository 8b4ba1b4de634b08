import fs from "node:fs";
import * as z from "zod";
import type { Agent, CarriedSettings, PlacedSession } from "../../agents/agent.ts";
import { settingSubjects } from "../../agents/settings-records.ts";
import { formatCount, formatNumber } from "../../base/text/format-count.ts";
import { formatMinute } from "../../base/text/format-minute.ts";
import { quoteForShell } from "../../base/text/quote-for-shell.ts";
import { findingSchema, lossSchema } from "../../runtime/output-schemas.ts";
import { redactionsSchema } from "../../runtime/redaction.ts";
import type { HandoffRecord } from "../../sessions/handoff-record.ts";
import { containsConversation, type HandoffSource } from "../../sessions/source.ts";
import type { AdaptedConversation } from "../adapt.ts";
import type { ChosenConversation } from "../choose-in-force.ts";
import { conversationReportSchema } from "../conversation-report.ts";
import type { FittedSelection } from "../fit.ts";
import type { LearnedFacts } from "../learn.ts";
import type { HandoffOutcome } from "../outcome.ts";
import type { Transfer } from "../request.ts";
import { type Proof, proofSchema } from "./proof.ts";
import { describeUpdate, type Update, updateSchema } from "./update.ts";

/** One of many sessions that were handed over, and what became of it. */
const allRowSchema = () =>
  z.object({
    agent: z.string(),
    session_id: z.string(),
    title: z.string().nullable(),
    cwd: z.string().nullable(),
    bytes: z.number(),
    state: z.enum(["handed over", "updated", "already there", "empty", "failed"]),
    /** The session that was created or is there; null in a dry run and for none. */
    target: z.string().nullable(),
    messages: z.number(),
    /** Estimated from bytes. */
    tokens: z.number(),
    /** Items that arrive in another form, and items that do not arrive. */
    changed: z.number(),
    missing: z.number(),
    /** Why it failed. */
    error: z.string().nullable(),
  });
/** One of many sessions that were handed over, and what became of it. */
export type AllRow = z.infer<ReturnType<typeof allRowSchema>>;

/** What a handoff says, as other programs rely on it. */
export const handoffOutput = () =>
  z.object({
    kind: z.enum(["handoff", "undo", "list", "all"]),
    /** The receiver; null for a path. */
    agent: z.string().nullable(),
    session_id: z.string(),
    path: z.string(),
    /** The folder in which the receiver works; null for a path, and where nothing was handed over. */
    cwd: z.string().nullable(),
    resume: z.array(z.array(z.string()).readonly()).readonly(),
    /** What arrived of the conversation; null when the source contains none. */
    conversation: conversationReportSchema.nullable(),
    /** Size of what was handed over in tokens, estimated from its bytes. */
    tokens: z.number(),
    /** Tokens that the receiver's usual model takes; null when it is not known. */
    window: z.number().nullable(),
    /** The command that takes the handoff back; null for a path and for a dry run. */
    undo: z.array(z.string()).readonly().nullable(),
    loss: lossSchema(),
    redactions: redactionsSchema(),
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
    /** With --prove: what the receiver's own program shows. */
    proof: proofSchema().optional(),
    /** With --update: what became of the earlier handoff. */
    update: updateSchema().optional(),
    /** With --all: every session, and the number of sessions by outcome. */
    all: z
      .object({
        sessions: z.array(allRowSchema()).readonly(),
        handed_over: z.number(),
        updated: z.number(),
        already: z.number(),
        empty: z.number(),
        failed: z.number(),
      })
      .optional(),
    /** With --list: the handoffs, the newest first. */
    handoffs: z
      .array(
        z.object({
          agent: z.string(),
          session_id: z.string(),
          at: z.string(),
          path: z.string(),
          title: z.string().nullable(),
          cwd: z.string().nullable(),
          /** Whether the receiver has continued the session: then the handoff cannot be undone. Null if its store cannot be read. */
          continued: z.boolean().nullable(),
        }),
      )
      .optional(),
  });
/** What a handoff says. */
export type HandoffOutput = z.infer<ReturnType<typeof handoffOutput>>;

/** A handoff that is complete: what was asked for, what each stage came to, and what was placed. */
export interface CompletedHandoff {
  readonly source: HandoffSource;
  readonly input: {
    readonly "dry-run": boolean;
    readonly "no-redact": boolean;
    readonly redact?: boolean;
    readonly budget?: number | undefined;
    readonly "restore-dropped"?: string | undefined;
  };
  /** The receiver; null for a path. */
  readonly agent: Pick<Agent, "id" | "displayName" | "contextWindow"> | null;
  /** The folder in which the receiver works. */
  readonly cwd: string;
  readonly chosen: Pick<ChosenConversation, "hasSealedSummary">;
  readonly learned: Pick<LearnedFacts, "restored">;
  readonly fitted: Pick<FittedSelection, "budget" | "claims">;
  readonly adapted: Pick<AdaptedConversation, "header" | "tokens">;
  readonly outcome: HandoffOutcome;
  readonly placed: PlacedSession;
  readonly transfer: Transfer;
  /** What of its settings a session that moved unchanged carries; null for one that was written again. */
  readonly carriedSettings: CarriedSettings | null;
  /** What earlier handoffs of the same session to the same agent created. */
  readonly copies: readonly HandoffRecord[];
  /** With --update: what became of the earlier handoff. */
  readonly update?: Update | undefined;
  /** What the receiver's own program shows; absent when it was not asked. */
  readonly proof?: Proof | undefined;
}

/** Describes a handoff. */
export function describeHandoff(handoff: CompletedHandoff): HandoffOutput {
  const { source, input, agent, cwd, adapted, outcome, placed, update, proof } = handoff;
  const { header, findings } = source.session;
  const isDry = input["dry-run"];
  return {
    kind: "handoff",
    agent: agent?.id ?? null,
    session_id: placed.session_id,
    path: placed.path,
    cwd: agent === null ? null : cwd,
    resume: placed.resume,
    conversation: containsConversation(source) ? outcome.conversation : null,
    tokens: adapted.tokens,
    window: agent?.contextWindow ?? null,
    undo: agent === null || isDry ? null : undoCommand(placed.session_id),
    loss: outcome.loss,
    redactions: outcome.redactions,
    from: {
      agent: header.agent,
      session_id: source.session_id,
      title: adapted.header.title,
      path: source.path,
    },
    dry_run: isDry,
    findings: findings.filter(({ severity }) => severity !== "note"),
    notes: [
      ...(update === undefined ? copyNotes(handoff) : [describeUpdate(update, isDry)]),
      ...secretNotes(handoff),
      ...sealedNotes(handoff),
      ...claimNotes(handoff),
      ...restoredNotes(handoff),
      ...settingNotes(handoff),
      ...sizeNotes(handoff),
      ...folderNotes(handoff),
      ...placed.notes,
    ],
    ...(update === undefined ? {} : { update }),
    ...(proof === undefined ? {} : { proof }),
  };
}

/** Says that the receiver has a copy of the session already, and how it is removed. */
function copyNotes({ copies, agent }: CompletedHandoff): readonly string[] {
  const [newest] = copies;
  if (newest === undefined || agent === null) return [];
  const more = copies.length === 1 ? "" : `, and ${copies.length - 1} more`;
  const when = formatMinute(newest.at);
  const cure = `holdall handoff --undo ${newest.session_id}`;
  return [
    `${agent.displayName} has a copy of this session already: ${newest.session_id} of ${when}${more}. It stays; \`${cure}\` removes it.`,
  ];
}

/** Says when the receiver gets secrets, and why. */
function secretNotes({ input, transfer }: CompletedHandoff): readonly string[] {
  const { "no-redact": keepsSecrets, redact = false } = input;
  if (keepsSecrets && !redact) return ["Secrets were not replaced (--keep-secrets)."];
  if (transfer === "translation" || redact) return [];
  return ["Secrets were not replaced: the receiver is the same agent (--redact replaces them)."];
}

/** Says which settings the receiver does not take over, or that it takes them over. */
function settingNotes({ carriedSettings, agent, outcome }: CompletedHandoff): readonly string[] {
  if (carriedSettings === null || agent === null) return [];
  if (carriedSettings === "all") {
    return ["The settings of the session were kept (--keep-settings): its rights apply again."];
  }
  const subjects = outcome.resetSettings.map((subject) => settingSubjects[subject]);
  if (subjects.length === 0) return [];
  const hint = carriedSettings === "unknown" ? "; --keep-settings keeps them" : "";
  return [
    `Your own settings of ${agent.displayName} apply. Not carried from the session: ${subjects.join(", ")}${hint}.`,
  ];
}

function undoCommand(session_id: string): readonly string[] {
  return ["holdall", "handoff", "--undo", session_id];
}

/** Reports that the receiver got the messages that an encrypted summary replaces. */
function sealedNotes({
  source,
  input,
  agent,
  chosen,
  fitted,
}: CompletedHandoff): readonly string[] {
  if (!chosen.hasSealedSummary) return [];
  const why = `The newest summary in this session is encrypted: only the provider of ${source.displayName} can read it.`;
  const instead = "The messages before it were handed over in its place";
  const isFitted = fitted.budget !== null && input.budget === undefined;
  if (!isFitted || agent === null) return [`${why} ${instead}.`];
  const size = formatNumber(fitted.budget);
  return [
    `${why} ${instead}, as far as ${agent.displayName} takes them: the newest part, and a summary of the rest, in about ${size} tokens. --budget changes how much.`,
  ];
}

/** Says how many claims about the session the receiver reads first. */
function claimNotes({ fitted: { claims } }: CompletedHandoff): readonly string[] {
  if (claims === 0) return [];
  return [`The note begins with ${formatCount(claims, "claim")} that the session bears out.`];
}

/** Says what of an earlier compaction is in the note again. */
function restoredNotes({ input, chosen, learned }: CompletedHandoff): readonly string[] {
  if (input["restore-dropped"] === undefined || chosen.hasSealedSummary) return [];
  const { length } = learned.restored;
  if (length === 0) return ["Nothing was restored: no compaction dropped anything that was found."];
  return [`The note contains ${formatCount(length, "point")} that the last compaction dropped.`];
}

/** Warns when the receiver cannot take everything at once. */
function sizeNotes({ agent, adapted }: CompletedHandoff): readonly string[] {
  const { tokens } = adapted;
  const window = agent?.contextWindow ?? null;
  if (agent === null || window === null || tokens <= window) return [];
  const size = `about ${formatNumber(tokens)} tokens`;
  const budget = Math.floor(window / 2);
  return [
    `The conversation has ${size}, and ${agent.displayName} takes about ${formatNumber(window)}: it will compact or refuse it. Add --budget ${budget} to hand over the newest part and a summary of the rest.`,
  ];
}

/** What someone should know about the folder of the session, and about an archived one. */
function folderNotes({ source, agent, adapted, cwd }: CompletedHandoff): readonly string[] {
  const notes: string[] = [];
  const { cwd: recorded } = adapted.header;
  if (agent !== null && recorded !== null && recorded !== cwd) {
    const exists = fs.existsSync(recorded);
    const absent = exists ? "" : ", which does not exist on this machine";
    const map = `${quoteForShell(recorded)}=${quoteForShell(cwd)}`;
    const hint = exists ? "" : ` Add --map ${map} to replace the path in the conversation, too.`;
    notes.push(`The session was recorded in ${recorded}${absent}; it continues in ${cwd}.${hint}`);
  }
  if (source.native?.session.archived === true) {
    notes.push(`The source session is archived in ${source.displayName}; the copy is not.`);
  }
  return notes;
}
