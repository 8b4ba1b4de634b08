import { HoldallError } from "../../base/errors.ts";
import type { NewEvent } from "../../ledger/append.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import type { Acting } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { noteEvents } from "../memory/noted.ts";
import { requestStream } from "../streams.ts";
import { describeAnswer } from "../workspace/answer.ts";
import type { StepBody } from "./bodies.ts";
import { type RequestStatus, type RequestStep, requestSteps } from "./status.ts";
import { selectRequest } from "./tables/queries.ts";
import type { RequestRow } from "./tables/rows.ts";

/** A line that a responsibility's memory gets. It is recorded already; the file follows. */
export interface Note {
  readonly responsibility: string;
  readonly line: string;
}

/** A request as it is after a change, with the lines for the memories of both sides. */
export interface RequestChange {
  readonly request: RequestRow;
  readonly notes: readonly Note[];
}

/** A request by its id; `E_NOT_FOUND` if this workspace has none. */
export async function requireRequest(
  { tx }: Pick<UnitOfWork, "tx">,
  workspace: string,
  id: string,
): Promise<RequestRow> {
  const found = await selectRequest(tx, workspace, id);
  if (found !== null) return found;
  throw new HoldallError("E_NOT_FOUND", `Cannot find request "${id}" in workspace "${workspace}"`, {
    cure: "list them with `holdall request list`",
  });
}

/** A step of a request that is to be recorded. */
export interface StepRecord {
  readonly type: RequestStep;
  readonly request: RequestRow;
  readonly by: string;
  readonly agent?: string | null;
  readonly note?: string | undefined;
  readonly available_at?: string | undefined;
}

/** Records a step and what both sides remember of it. The caller has checked that it is allowed. */
export async function recordStep(
  unit: UnitOfWork,
  acting: Acting,
  step: StepRecord,
): Promise<RequestChange> {
  const notes = await recordSteps(unit, acting, [step]);
  return { request: await requireRequest(unit, acting.workspace, step.request.id), notes };
}

/** Records steps of several requests at once, and returns the lines that both sides of each remember. */
async function recordSteps(
  unit: UnitOfWork,
  acting: Acting,
  steps: readonly StepRecord[],
): Promise<readonly Note[]> {
  const { events, notes } = describeSteps(acting, steps);
  await unit.append(events);
  return notes;
}

/** The events that record steps of requests, and the lines that both sides of each remember. */
export function describeSteps(
  acting: Acting,
  steps: readonly StepRecord[],
): { readonly events: readonly NewEvent[]; readonly notes: readonly Note[] } {
  const { workspace, at, actor } = acting;
  const events: NewEvent[] = [];
  const notes: Note[] = [];
  for (const { type, request, by, agent = null, note, available_at } of steps) {
    const body: StepBody = { at, by, agent, from: request.status, note, available_at };
    const stream = requestStream(workspace, request.id);
    const status = requestSteps[type].to;
    const { due_at } = request;
    const answer = describeAnswer({
      status,
      note,
      due_at,
      available_at: available_at ?? request.available_at,
    });
    const lines = notesOf(request, { at, status, answer });
    events.push({ stream, type, actor, body: { ...body } }, ...linesAsEvents(acting, lines));
    notes.push(...lines);
  }
  return { events, notes };
}

/** The lines that both sides of a request remember of a change; one if both are the same. */
export function notesOf(
  request: Pick<
    RequestRow,
    "id" | "subject" | "type" | "origin_responsibility_id" | "target_responsibility_id"
  >,
  {
    at,
    status,
    answer = "",
  }: { readonly at: string; readonly status: RequestStatus; readonly answer?: string },
): readonly Note[] {
  const {
    id,
    subject,
    type,
    origin_responsibility_id: from,
    target_responsibility_id: to,
  } = request;
  const line = formatMemoryLine({
    at,
    kind: "request",
    facts: { request: id, type, status, origin: from, target: to },
    text: `${subject}${answer && `; ${answer}`}`,
  });
  return [...new Set([from, to])].map((responsibility) => ({ responsibility, line }));
}

/** The events that record lines of memories. */
export function linesAsEvents(
  { workspace, at, actor }: Pick<Acting, "workspace" | "at" | "actor">,
  notes: readonly Note[],
): readonly NewEvent[] {
  return notes.flatMap(({ responsibility, line }) =>
    noteEvents({ workspace, responsibility }, [line], { at, actor, by: "kernel" }),
  );
}
