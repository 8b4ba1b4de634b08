/**
 * Results as a model reads them: the state once, quoted as data, without ids, hashes and counts.
 * The complete output is available on request.
 */

import { quoteContext } from "../../model/quoted-context.ts";
import { type RestorableState, renderRestoredContext } from "./restored-context.ts";

/** The part of a session's description that a model needs. */
interface Session {
  readonly user_id: string;
  readonly session_id: string;
  readonly task_id: string;
  readonly current_task: string | null;
  readonly token_count: number;
  readonly budget_tokens: number;
}

interface Resumed {
  readonly packet: (RestorableState & { readonly session: Handover }) | null;
  readonly alternatives: readonly Session[];
}

interface Handover {
  readonly handed_off_from: string | null;
}

interface Checkpointed {
  readonly summary: Session;
  readonly unplaced: readonly string[];
}

/** Sessions that a model is shown to choose from. */
const MAX_ALTERNATIVES = 5;

/** What a model reads when it resumes: the state once, as quoted data, and who worked on it before. */
export function resumedText(output: unknown): string {
  const { packet, alternatives } = plain<Resumed>(output);
  const others = alternatives.slice(0, MAX_ALTERNATIVES).map(describe);
  if (packet === null) {
    return `Several sessions match. Name one of them:\n${quoteContext(others.join("\n"))}`;
  }
  const from = packet.session.handed_off_from;
  const state =
    renderRestoredContext(packet, Number.MAX_SAFE_INTEGER) ?? "The state has no entries in force.";
  return from === null ? state : `Last checkpoint by: ${from}\n${state}`;
}

/** What a model reads after a checkpoint: it wrote the state itself, so that is not repeated. */
export function checkpointedText(output: unknown): string {
  const { summary, unplaced } = plain<Checkpointed>(output);
  const size = `${summary.token_count} of ${summary.budget_tokens} tokens`;
  return withUnplaced(`Recorded a checkpoint (${size}) of ${addressOf(summary)}`, unplaced);
}

/** What a model reads after it has set the anchor. */
export function anchoredText(output: unknown): string {
  return withUnplaced("Recorded the task and the next step", plain<Checkpointed>(output).unplaced);
}

function withUnplaced(done: string, unplaced: readonly string[]): string {
  if (unplaced.length === 0) return done;
  return `${done}\nNot kept, for lack of space: ${unplaced.join(", ")}`;
}

function describe(session: Session): string {
  const task = session.current_task === null ? "" : `: ${session.current_task.slice(0, 200)}`;
  return `- ${addressOf(session)}${task}`;
}

function addressOf({ user_id, session_id, task_id }: Session): string {
  return `user_id ${user_id}, session_id ${session_id}, task_id ${task_id}`;
}

/** The output of an operation is JSON, whatever its schema leaves open. */
function plain<Output>(output: unknown): Output {
  return JSON.parse(JSON.stringify(output));
}
