import type { Agent, AgentWriter, MovedFile, SessionDraft } from "../agents/agent.ts";
import { type LossKind, lossKinds } from "../model/loss.ts";
import type { SessionMove } from "./move-session.ts";
import type { SessionUnit } from "./session-unit.ts";

/** The files with which the main one of a session is placed. */
export function filesBeside({ receiver, draft, target, move }: SessionPlan): readonly MovedFile[] {
  return move?.subAgentFiles ?? receiver.writer.filesBeside?.(draft, target) ?? [];
}

/** An agent for which sessions can be written. */
export type Receiver = Agent & { readonly writer: AgentWriter };

/** What is written, for whom, where. */
export interface SessionPlan {
  readonly receiver: Receiver;
  readonly draft: SessionDraft;
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
}

/** Stage 6, write: gives the receiver's writer the draft, or moves the source's own records, and places the files. */
export async function writeSession(
  plan: SessionPlan,
  files: SessionFileWriter,
): Promise<WrittenSession> {
  const { receiver, draft, target, move } = plan;
  const { writer } = receiver;
  const reported = new Set<string>();
  // The main file is placed last: until then no list shows the session.
  for (const { path: file, text } of filesBeside(plan)) {
    await files.place(files.pathOf(file), text());
  }
  const path = files.pathOf(target);
  const text =
    move === null
      ? writer.write(reportingTo(reported, draft, lossKinds))
      : writer.relocate(move.source, reportingTo(reported, draft, ["dropped"]), move.subAgentFiles);
  await files.place(path, text);
  return { path, reported };
}

/** A draft that also adds the locations of its losses of some kinds to a set. */
function reportingTo(
  reported: Set<string>,
  draft: SessionDraft,
  kinds: readonly LossKind[],
): SessionDraft {
  return {
    ...draft,
    loss(loss) {
      if (kinds.includes(loss.kind)) reported.add(loss.where);
      draft.loss(loss);
    },
  };
}
