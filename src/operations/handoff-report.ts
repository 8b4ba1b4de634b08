import * as z from "zod";
import type { Placed } from "../agents/agent.ts";
import type { Handoff } from "../handoff/prepare.ts";
import { type LossItem, type LossReport, lossReport } from "../model/loss.ts";
import { placeOf } from "../transcripts/carried.ts";
import { tallyLosses } from "../transcripts/tally-losses.ts";
import { lossSchema } from "./define-operation.ts";
import { distilledSchema } from "./distil-input.ts";
import type { Giver } from "./handoff-giver.ts";

/** What a handoff says, as other programs rely on it. */
export const handoffOutput = () =>
  z.object({
    /** The receiver; null for a path. */
    agent: z.string().nullable(),
    session_id: z.string(),
    path: z.string(),
    resume: z.array(z.array(z.string())),
    loss: lossSchema(),
    redactions: z.array(
      z.object({
        kind: z.string(),
        placeholder: z.string(),
        count: z.number(),
        where: z.string(),
      }),
    ),
    /** What became of the entries that a model proposed for the state of a bundle. */
    distilled: distilledSchema().nullable(),
    from: z.object({
      agent: z.string(),
      session_id: z.string(),
      title: z.string().nullable(),
      path: z.string(),
    }),
    dry_run: z.boolean(),
    undone: z.boolean(),
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
  readonly moved: MovedLoss | null;
}

/** A session that moves as it is keeps every record of its own; its sub-agents' files stay behind. */
export async function movedLoss({ items }: Giver["reading"]): Promise<MovedLoss> {
  const losses = tallyLosses();
  let kept = 0;
  for await (const item of items()) {
    if (item.thread === null) kept++;
    else losses.add("dropped", placeOf(item), "a sub-agent's own file stays where it is");
  }
  return {
    add: ({ kind, where, why }) => losses.add(kind, where, why),
    report: () => lossReport(kept, losses.items()),
  };
}

/** The losses of a session that moves as it is; its form may add some. */
export interface MovedLoss {
  add(item: LossItem): void;
  report(): LossReport;
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
    agent,
    session_id: placed.session_id,
    path: placed.path,
    resume: placed.resume.map((words) => [...words]),
    loss: { ...loss, items: [...loss.items] },
    redactions: facts.moved === null ? [...handoff.redactions()] : [],
    distilled: null,
    from: {
      agent: reading.header.agent,
      session_id,
      title: handoff.order.header.title,
      path: place,
    },
    dry_run: given["dry-run"],
    undone: false,
    notes: [...notesOf(giver, given, loss), ...placed.notes],
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
