import type {
  Agent,
  AgentWriter,
  MovedFile,
  PlacedSession,
  PlannedSession,
  SessionDraft,
} from "../agents/agent.ts";
import { type LossItem, type LossKind, lossKinds } from "../model/loss.ts";
import { createLossTally } from "../transcripts/loss-tally.ts";
import type { SessionMove } from "./move-session.ts";
import type { SessionUnit } from "./session-unit.ts";

/** The files with which the main one of a session is placed. */
export function filesBeside({
  receiver,
  session,
  target,
  move,
}: SessionPlan): readonly MovedFile[] {
  return move?.subAgentFiles ?? receiver.writer.filesBeside?.(session, target) ?? [];
}

/** An agent for which sessions can be written. */
export type Receiver = Agent & { readonly writer: AgentWriter };

/** What is written, for whom, where. */
export interface SessionPlan {
  readonly receiver: Receiver;
  readonly session: PlannedSession;
  readonly target: string;
  /** What must be found again when the session is read. */
  readonly units: readonly SessionUnit[];
  /** Set when the same agent's session moves unchanged. */
  readonly move: SessionMove | null;
}

/** Writes the files of a session: to their targets, or to a temporary folder in a rehearsal. */
export interface SessionFileWriter {
  /** Where the file for this target is written. */
  pathOf(target: string): string;
  /** Places a file in one step; a reader sees nothing or all of it. */
  place(file: string, text: AsyncIterable<string>): Promise<void>;
  /** Reports how many items were compared so far. */
  checked?(items: number): void;
}

/** A session that was written and not yet checked. */
export interface WrittenSession {
  /** The main file. */
  readonly path: string;
  /** Locations of records that the writer reported as not written as they were. */
  readonly reported: ReadonlySet<string>;
  /** What the receiver's form cannot express, or a move leaves out. */
  readonly losses: readonly LossItem[];
}

/** A session in its place, and what of it could not be written. */
export interface HandedOverSession {
  readonly placed: PlacedSession;
  readonly written: WrittenSession;
}

/** What is expected to differ in the main file, by how a session is written. */
const REPORTED: Readonly<Record<"draft" | "move", readonly LossKind[]>> = {
  draft: lossKinds,
  move: ["dropped"],
};

/** Stage 6, write: gives the receiver's writer the draft, or moves the source's own records, and places the files. */
export async function writeSession(
  plan: SessionPlan,
  files: SessionFileWriter,
): Promise<WrittenSession> {
  const { receiver, session, target, move } = plan;
  const { writer } = receiver;
  const kinds = REPORTED[move === null ? "draft" : "move"];
  const losses = createLossTally();
  const reported = new Set<string>();
  // Unless the writer says otherwise, a form cannot express a part of the conversation, and a move leaves out what is beside it.
  const scope = move === null ? "conversation" : "background";
  const addLoss: SessionDraft["loss"] = (loss) => losses.add({ scope, ...loss });
  const draft: SessionDraft = {
    ...session,
    loss(loss) {
      if (kinds.includes(loss.kind)) reported.add(loss.where);
      addLoss(loss);
    },
  };
  // The main file is placed last: until then no list shows the session.
  for (const { path: file, text } of filesBeside(plan)) {
    await files.place(files.pathOf(file), text(addLoss));
  }
  const path = files.pathOf(target);
  const text =
    move === null ? writer.write(draft) : writer.relocate(move.source, draft, move.subAgentFiles);
  await files.place(path, text);
  return { path, reported, losses: losses.items() };
}
