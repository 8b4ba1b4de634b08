import fs from "node:fs";
import * as z from "zod";
import type { Placed } from "../../agents/agent.ts";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import { distilledSchema } from "../../handoff/distil/distilled.ts";
import type { Handoff } from "../../handoff/prepare.ts";
import type { LossReport } from "../../model/loss.ts";
import { lossSchema } from "../operation/output-schemas.ts";
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
    notes: z.array(z.string()),
  });
/** What a handoff says. */
export type HandoffOutput = z.infer<ReturnType<typeof handoffOutput>>;

/** Who handed over to whom, and how it was asked for. */
export interface HandoffFacts {
  readonly giver: Giver;
  readonly given: { readonly "dry-run": boolean; readonly "no-redact": boolean };
  /** The receiver; null for a path. */
  readonly agent: string | null;
  /** What was lost of a session that moved as it is. */
  readonly moved: Pick<Move, "report"> | null;
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
    agent,
    session_id: placed.session_id,
    path: placed.path,
    resume: placed.resume,
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
    notes: [...notesOf(giver, given, loss), ...placeNotes(facts, handoff), ...placed.notes],
  };
}

function notesOf(
  { reading }: Giver,
  given: HandoffFacts["given"],
  loss: LossReport,
): readonly string[] {
  const { findings } = reading;
  const notes = findings
    .filter(({ code }) => code === "W_UNKNOWN_VERSION")
    .map(({ message }) => message);
  if (given["no-redact"]) {
    notes.push("secrets in this session, if any, are in what was written too");
  }
  const faults = findings.filter(({ severity, line }) => severity !== "note" && line !== null);
  if (faults.length > 0) {
    notes.push(`${faults.length} records could not be read as they should be`);
  }
  if (loss.kept === 0) notes.push("nothing was carried as it was");
  return notes;
}

/** What someone should know about where the session was held and where it goes on. */
function placeNotes({ giver, agent }: HandoffFacts, { order }: Handoff): readonly string[] {
  const notes: string[] = [];
  const { cwd: held } = order.header;
  if (agent !== null && held !== null && held !== order.cwd) {
    const isThere = fs.existsSync(held);
    const gone = isThere ? "" : ", which is not on this machine";
    const map = `${quoteForShell(held)}=${quoteForShell(order.cwd)}`;
    const more = isThere ? "" : `; --map ${map} puts the new path into what was said, too`;
    notes.push(`The session was held in ${held}${gone}; it goes on in ${order.cwd}${more}`);
  }
  if (giver.source?.session.archived === true) {
    notes.push(`The session is archived in ${giver.title} and stays so; the copy is not`);
  }
  return notes;
}
