import type { AgentEnvironment, PlacedSession } from "../agents/agent.ts";
import { HoldallError } from "../base/errors.ts";
import { quoteForShell } from "../base/text/quote-for-shell.ts";
import { checkSession } from "./check-session.ts";
import {
  filesBeside,
  type HandedOverSession,
  type SessionFileWriter,
  type SessionPlan,
  writeSession,
} from "./write-session.ts";

/**
 * Puts files into place and takes them back. Whatever was put into place and is not confirmed by `finish`
 * is removed again, also when the process ends in between.
 */
export interface PlacementFiles extends Pick<SessionFileWriter, "place" | "checked"> {
  /** Records what is about to be placed, so that it can be undone even if this process is killed. */
  begin(paths: readonly string[]): Promise<void>;
  /** Adds a file that the receiver's registration created. */
  addCreated(path: string): void;
  /** Adds a step that removes the session from the receiver's own store; it must not wait for anything. */
  addRemoval(step: () => void): void;
  /** Completes the record of the handoff and keeps everything. */
  finish(placed: PlacedSession): Promise<void>;
  /** Removes everything again. */
  undo(): void;
}

/** A plan, and the means to carry it out. */
export interface PlacementRequest extends SessionPlan {
  readonly environment: AgentEnvironment;
  readonly files: PlacementFiles;
}

/**
 * Places a session and proves that it arrived: records the plan, writes the files, reads the session back
 * with the receiver's own reader, compares, and registers it with the receiver. When anything fails,
 * everything is removed again.
 */
export async function placeSession(request: PlacementRequest): Promise<HandedOverSession> {
  const { receiver, session, environment, target, files } = request;
  const others = filesBeside(request);
  const inPlace = { ...files, pathOf: (file: string) => file };
  let mayBeRegistered = false;
  try {
    await files.begin([...others.map(({ path: file }) => file), target]);
    const written = await writeSession(request, inPlace);
    await checkSession(request, written, inPlace);
    await addStoreRemoval(request);
    // Also a registration that fails may leave something in the store of the receiver's program.
    mayBeRegistered = true;
    const placed = await receiver.writer.register(session, target, environment, others);
    for (const created of placed.created) files.addCreated(created);
    await files.finish(placed);
    return { placed, written };
  } catch (error) {
    files.undo();
    if (mayBeRegistered) await assertRemoved(request, error);
    throw error;
  }
}

/** What registration puts into a store of the receiver's own must go together with the files. */
async function addStoreRemoval(request: PlacementRequest): Promise<void> {
  const { receiver, session, environment, files } = request;
  const { programStore } = receiver.writer;
  const step = await programStore?.prepareRemoval(session.session_id, environment);
  if (step) files.addRemoval(step);
}

/** Reports a session that the receiver's program still has after it was to be removed. */
async function assertRemoved(request: PlacementRequest, cause: unknown): Promise<void> {
  const { receiver, session, target, environment } = request;
  const { programStore } = receiver.writer;
  if (programStore === undefined) return;
  const { session_id } = session;
  if ((await programStore.inspect(session_id, target, environment)) === "absent") return;
  const state = `${receiver.displayName} did not delete session "${session_id}"`;
  const command = receiver.writer.removeCommand?.(session_id).map(quoteForShell).join(" ");
  throw new HoldallError("E_HANDOFF", `Cannot undo the failed handoff: ${state}`, {
    cause,
    cure: `remove it with \`${command}\``,
  });
}
