import fs from "node:fs";
import * as z from "zod";
import type { Agent, Placed } from "../../agents/agent.ts";
import { formatNumber } from "../../base/format-count.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { conversationReportSchema } from "../../handoff/conversation-report.ts";
import { distilledSchema } from "../../handoff/distil/distilled.ts";
import type { Handoff } from "../../handoff/prepare.ts";
import { findingSchema, lossSchema } from "../operation/output-schemas.ts";
import type { Move } from "./move-session.ts";
import type { Giver } from "./source.ts";

/** What a handoff says, as other programs rely on it. */
export const handoffOutput = () =>
  z.object({
    kind: z.enum(["handoff", "undo"]),
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
    redactions: z
      .array(
        z.object({
          kind: z.string(),
          placeholder: z.string(),
          count: z.number(),
          where: z.string(),
        }),
      )
      .readonly(),
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
  });
/** What a handoff says. */
export type HandoffOutput = z.infer<ReturnType<typeof handoffOutput>>;

/** Who handed over to whom, and how it was asked for. */
export interface HandoffFacts {
  readonly giver: Giver;
  readonly given: { readonly "dry-run": boolean; readonly "no-redact": boolean };
  /** The receiver; null for a path. */
  readonly agent: Pick<Agent, "name" | "title" | "contextWindow"> | null;
  /** What was lost of a session that moved as it is. */
  readonly moved: Pick<Move, "report" | "conversation"> | null;
}

/** What is said about a handoff. */
export function describeHandoff(
  facts: HandoffFacts,
  handoff: Handoff,
  placed: Placed,
): HandoffOutput {
  const { giver, given, agent } = facts;
  const { session_id, path: place, reading } = giver;
  const loss = facts.moved?.report() ?? handoff.loss();
  return {
    kind: "handoff",
    agent: agent?.name ?? null,
    session_id: placed.session_id,
    path: placed.path,
    resume: placed.resume,
    conversation: conversationOf(facts, handoff),
    tokens: handoff.tokens,
    window: agent?.contextWindow ?? null,
    undo: agent === null || given["dry-run"] ? null : undoCommand(placed.session_id),
    loss,
    redactions: facts.moved === null ? handoff.redactions() : [],
    distilled: null,
    from: {
      agent: reading.header.agent,
      session_id,
      title: handoff.order.header.title,
      path: place,
    },
    dry_run: given["dry-run"],
    findings: reading.findings.filter(({ severity }) => severity !== "note"),
    notes: [
      ...(given["no-redact"] ? ["Secrets were not replaced (--no-redact)."] : []),
      ...sizeNotes(facts, handoff),
      ...placeNotes(facts, handoff),
      ...placed.notes,
    ],
  };
}

function undoCommand(session_id: string): readonly string[] {
  return ["holdall", "handoff", "--undo", session_id];
}

/** A bundle without a session is handed over as one text: that is no conversation. */
function conversationOf({ giver, moved }: HandoffFacts, handoff: Handoff) {
  if (giver.kind === "state") return null;
  return moved?.conversation() ?? handoff.conversation();
}

/** Warns when the receiver cannot take everything at once. */
function sizeNotes({ agent }: HandoffFacts, { tokens }: Handoff): readonly string[] {
  const window = agent?.contextWindow ?? null;
  if (agent === null || window === null || tokens <= window) return [];
  const size = `about ${formatNumber(tokens)} tokens`;
  const half = Math.floor(window / 2);
  return [
    `The conversation has ${size}, and ${agent.title} takes about ${formatNumber(window)}: it will compact or refuse it. Add --budget ${half} to hand over the newest part and a summary of the rest.`,
  ];
}

/** What someone should know about where the session was held and where it goes on. */
function placeNotes({ giver, agent }: HandoffFacts, { order }: Handoff): readonly string[] {
  const notes: string[] = [];
  const { cwd: held } = order.header;
  if (agent !== null && held !== null && held !== order.cwd) {
    const isThere = fs.existsSync(held);
    const gone = isThere ? "" : ", which is not on this machine";
    const map = `${quoteForShell(held)}=${quoteForShell(order.cwd)}`;
    const more = isThere ? "" : `; --map ${map} replaces the path in the conversation, too`;
    notes.push(`The session was recorded in ${held}${gone}; it continues in ${order.cwd}${more}`);
  }
  if (giver.source?.session.archived === true) {
    notes.push(`The source session is archived in ${giver.title}; the copy is not.`);
  }
  return notes;
}
