import { HoldallError } from "../../base/errors.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type Acting, requireActor, requireSteward } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { requireResponsibility } from "../responsibilities/find.ts";
import { requestStream } from "../streams.ts";
import { KNOWLEDGE } from "../workspace/layout.ts";
import { isOutcome } from "./outcome.ts";
import { bundleIdsOf } from "./payload.ts";
import {
  linesAsEvents,
  type Note,
  type RequestChange,
  recordStep,
  requireRequest,
} from "./record.ts";
import { type RequestStep, requestSteps, requestTypes } from "./status.ts";
import type { RequestRow } from "./tables/rows.ts";

/** A step that somebody asks for; the others are taken by a sweep. */
export type AskedStep = Exclude<RequestStep, "request_opened" | "request_expired">;

/** What a step is asked with. */
export interface StepInput {
  readonly id: string;
  readonly note?: string | undefined;
  readonly until?: string | undefined;
}

interface StepRule {
  /** What the step does, as in "Cannot accept request X". */
  readonly verb: string;
  readonly who: "target" | "origin";
  /** Why it cannot be taken now; null when it can. */
  fault(request: RequestRow, input: StepInput, at: string): string | null;
}

const rules: Readonly<Record<AskedStep, StepRule>> = {
  request_accepted: { verb: "accept", who: "target", fault: () => null },
  request_deferred: {
    verb: "defer",
    who: "target",
    fault: ({ available_at }, { until }, at) =>
      until !== undefined && until > at && until > available_at
        ? null
        : "it needs a time later than now and than before (--until)",
  },
  request_rejected: {
    verb: "reject",
    who: "target",
    fault: (_, { note }) => (note?.trim() ? null : "it needs a reason (--note)"),
  },
  request_cancelled: { verb: "cancel", who: "origin", fault: () => null },
  request_completed: {
    verb: "complete",
    who: "target",
    fault: ({ type }, { note }) =>
      isOutcome(note ?? "") || (type === requestTypes.alert && note?.trim())
        ? null
        : "it needs the mandate run or report with its outcome (--note)",
  },
};

/** Takes one step, if the actor may and the request allows it; else nothing is written. */
export async function changeRequest(
  unit: UnitOfWork,
  acting: Acting,
  type: AskedStep,
  input: StepInput,
): Promise<RequestChange> {
  const request = await requireRequest(unit, acting.workspace, input.id);
  const { verb, who, fault } = rules[type];
  const what = `${verb} request "${input.id}"`;
  const { origin_responsibility_id: origin, target_responsibility_id: target } = request;
  if (request.type === requestTypes.ingest && who === "target") requireSteward(acting, what);
  else requireActor(acting, who === "target" ? target : origin, what);
  requireStatus(request, type, what);
  if (type === "request_accepted") await requireActive(unit, request, what);
  const reason = fault(request, input, acting.at);
  if (reason !== null) throw new HoldallError("E_STATE", `Cannot ${what}: ${reason}`);
  return recordStep(unit, acting, {
    type,
    request,
    by: acting.actor.id,
    note: input.note,
    available_at: type === "request_deferred" ? input.until : undefined,
  });
}

function requireStatus(request: RequestRow, type: RequestStep, what: string): void {
  const sources: readonly string[] = requestSteps[type].from;
  if (sources.includes(request.status)) return;
  throw new HoldallError(
    "E_STATE",
    `Cannot ${what}: it is ${request.status}, not ${sources.join(" or ")}`,
  );
}

/** Work is taken on by responsibilities that are active. */
export async function requireActive(
  unit: Pick<UnitOfWork, "tx">,
  request: Pick<RequestRow, "workspace_id" | "target_responsibility_id">,
  what: string,
): Promise<void> {
  const { workspace_id, target_responsibility_id: id } = request;
  const target = await requireResponsibility(unit, workspace_id, id);
  if (target.status === "active") return;
  throw new HoldallError("E_STATE", `Cannot ${what}: "${id}" is ${target.status}, not active`, {
    cure: `activate it with \`holdall responsibility activate ${id}\``,
  });
}

/** The answer to an offer of context, with its reason. */
export interface OfferAnswer {
  readonly id: string;
  readonly answer: "ack_context_relevant" | "not_relevant";
  readonly note?: string | undefined;
}

/**
 * Records what a responsibility answers to an offer of context, and what it remembers of it. The answer settles the
 * offer: what is relevant is accepted and completed, the rest rejected.
 */
export async function answerRequest(
  unit: UnitOfWork,
  acting: Acting,
  { id, answer, note }: OfferAnswer,
): Promise<readonly Note[]> {
  const request = await requireRequest(unit, acting.workspace, id);
  const what = `answer request "${id}"`;
  if (request.type !== requestTypes.available) {
    throw new HoldallError("E_STATE", `Cannot ${what}: it does not offer new context`);
  }
  const { target_responsibility_id: responsibility, subject } = request;
  requireActor(acting, responsibility, what);
  const { workspace, at, actor } = acting;
  const facts = { request: id, response: answer };
  const notes = [
    { responsibility, line: formatMemoryLine({ at, kind: "context", facts, text: subject }) },
  ];
  const body = { at, by: actor.id, answer };
  const event = { stream: requestStream(workspace, id), type: "request_answered", actor, body };
  await unit.append([event, ...linesAsEvents(acting, notes)]);
  const settled =
    answer === "not_relevant"
      ? await rejectOffer(unit, acting, request, note)
      : await takeOffer(unit, acting, request);
  return [...notes, ...settled];
}

/** Accepts and completes an offer, as far as it is open. The result is where its texts are kept. */
async function takeOffer(
  unit: UnitOfWork,
  acting: Acting,
  offered: RequestRow,
): Promise<readonly Note[]> {
  const by = acting.actor.id;
  const notes: Note[] = [];
  let request = offered;
  if (request.status === "pending") {
    await requireActive(unit, request, `accept request "${request.id}"`);
    const accepted = await recordStep(unit, acting, { type: "request_accepted", request, by });
    notes.push(...accepted.notes);
    request = accepted.request;
  }
  if (request.status !== "accepted") return notes;
  const note = bundleIdsOf(request)
    .map((id) => `${KNOWLEDGE}/${id}/`)
    .join(", ");
  const completed = await recordStep(unit, acting, {
    type: "request_completed",
    request,
    by,
    note,
  });
  return [...notes, ...completed.notes];
}

async function rejectOffer(
  unit: UnitOfWork,
  acting: Acting,
  request: RequestRow,
  reason: string | undefined,
): Promise<readonly Note[]> {
  if (request.status !== "pending") return [];
  const note = reason?.trim() || "not relevant";
  const step = { type: "request_rejected", request, by: acting.actor.id, note } as const;
  return (await recordStep(unit, acting, step)).notes;
}
