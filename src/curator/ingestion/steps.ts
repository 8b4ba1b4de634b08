import { HoldallError } from "../../base/errors.ts";
import type { UnitOfWork } from "../../ledger/unit-of-work.ts";
import { type Acting, requireSteward } from "../acting.ts";
import { formatMemoryLine } from "../memory/line.ts";
import { answerRequest } from "../requests/change.ts";
import { linesAsEvents, type Note, recordStep } from "../requests/record.ts";
import { isTerminal } from "../requests/status.ts";
import { selectRequest } from "../requests/tables/queries.ts";
import { selectArtifact } from "../responsibilities/tables/lineage.ts";
import { selectResponsibility } from "../responsibilities/tables/registry.ts";
import { ingestionStream } from "../streams.ts";
import { measurementEvents } from "../telemetry/record.ts";
import { type BundleStep, bundleSteps } from "./bodies.ts";
import { type Bundle, requestsOf } from "./metadata.ts";
import { offerBundle } from "./offer.ts";
import { artifactId, ROUTING_CLAUSE } from "./prepare.ts";
import { requireBundle } from "./read.ts";

/** A bundle after a step; unchanged if it had been taken before. */
export interface BundleChange {
  readonly bundle: Bundle;
  readonly changed: boolean;
  readonly requests: readonly string[];
  readonly notes: readonly Note[];
}

/** What a step may be asked with. */
export interface BundleStepInput {
  readonly id: string;
  /** Who gets it; replaces what was suggested. */
  readonly primary?: readonly string[] | undefined;
  readonly allowEmpty?: boolean;
  readonly force?: boolean;
  readonly reason?: string | undefined;
  /** What is wrong with the files of the bundle; null when nothing is. */
  readonly fileFault?: string | null;
}

const verbs = {
  ingestion_registered: "register",
  ingestion_dispatched: "dispatch",
  ingestion_retired: "retire",
} as const satisfies Record<BundleStep, string>;

/** Takes the next step of a bundle for the steward. A step that was taken already changes nothing. */
export async function stepBundle(
  unit: UnitOfWork,
  acting: Acting,
  type: BundleStep,
  input: BundleStepInput,
): Promise<BundleChange> {
  const { workspace } = acting;
  const what = `${verbs[type]} bundle "${input.id}"`;
  requireSteward(acting, what);
  const bundle = await requireBundle(unit.tx, workspace, input.id);
  const { from, to } = bundleSteps[type];
  const status = bundle.row.ingestion_status;
  if (status === to) return { bundle, changed: false, requests: [], notes: [] };
  if (status !== from) {
    throw new HoldallError("E_STATE", `Cannot ${what}: it is ${status}, not ${from}`, {
      cure: "a bundle is registered, then dispatched, then retired; see `holdall context bundle show`",
    });
  }
  const primary = input.primary ?? bundle.primary;
  const fault = await faultOf(unit, { ...acting, type, bundle, primary, input });
  if (fault !== null) throw new HoldallError("E_STATE", `Cannot ${what}: ${fault}`);
  const offered =
    type === "ingestion_dispatched"
      ? await offerBundle(unit, acting, bundle)
      : { requests: [], notes: [] };
  if (type === "ingestion_dispatched" && offered.requests.length === 0 && !input.allowEmpty) {
    throw new HoldallError("E_STATE", `Cannot ${what}: nobody is left to offer it to`, {
      cure: "use --allow-empty to dispatch it to nobody",
    });
  }
  const notes = await record(unit, acting, {
    type,
    bundle,
    primary,
    input,
    offered: offered.requests,
  });
  const settled =
    type === "ingestion_dispatched" ? await settle(unit, acting, bundle, offered.requests) : [];
  const requests = offered.requests.map(({ id }) => id);
  const after = await requireBundle(unit.tx, workspace, input.id);
  return {
    bundle: after,
    changed: true,
    requests,
    notes: [...offered.notes, ...notes, ...settled],
  };
}

/** A bundle that was offered answers the request to take it in; what the steward offers itself it has accepted. */
async function settle(
  unit: UnitOfWork,
  acting: Acting,
  { id, row }: Bundle,
  offered: readonly { readonly id: string; readonly responsibility: string }[],
): Promise<readonly Note[]> {
  const notes: Note[] = [];
  const { request_id } = row;
  const request =
    request_id === null ? null : await selectRequest(unit.tx, acting.workspace, request_id);
  if (request?.status === "accepted") {
    const targets = offered.map(({ responsibility }) => responsibility).join(", ") || "nobody";
    const note = `${id} was offered to ${targets}`;
    const step = { type: "request_completed", request, by: acting.actor.id, note } as const;
    notes.push(...(await recordStep(unit, acting, step)).notes);
  }
  for (const { id: offer, responsibility } of offered) {
    if (responsibility !== acting.steward) continue;
    const answer = "ack_context_relevant";
    notes.push(...(await answerRequest(unit, acting, { id: offer, answer })));
  }
  return notes;
}

interface Wanted {
  readonly type: BundleStep;
  readonly bundle: Bundle;
  readonly primary: readonly string[];
  readonly input: BundleStepInput;
}

/** Why a step cannot be taken now; null when it can. */
function faultOf(unit: UnitOfWork, wanted: Wanted & Acting): Promise<string | null> {
  if (wanted.type === "ingestion_registered") return registerFault(unit, wanted);
  return wanted.type === "ingestion_retired" ? retireFault(unit, wanted) : Promise.resolve(null);
}

async function registerFault(
  { tx }: UnitOfWork,
  { bundle, primary, input, workspace, steward }: Wanted & Acting,
): Promise<string | null> {
  if (bundle.review?.decision === "rejected") return "it was rejected";
  if (input.fileFault != null) return input.fileFault;
  if (primary.length === 0) return "it is for no responsibility (--primary)";
  for (const id of primary) {
    const found = await selectResponsibility(tx, workspace, id);
    if (found?.status !== "active") return `"${id}" is ${found?.status ?? "not registered here"}`;
  }
  for (const { path, sha256 } of bundle.content) {
    if ((await selectArtifact(tx, artifactId(sha256))) === null) return `"${path}" has no lineage`;
  }
  const { request_id } = bundle.row;
  const request = request_id === null ? null : await selectRequest(tx, workspace, request_id);
  if (request_id === null || request?.status === "accepted") return null;
  const state = `request "${request_id}" is ${request?.status ?? "missing"}, not accepted`;
  throw new HoldallError("E_STATE", `Cannot register bundle "${bundle.id}": ${state}`, {
    cure: `accept it first with \`holdall request accept ${request_id} --as ${steward}\``,
  });
}

async function retireFault(
  { tx }: UnitOfWork,
  { bundle, input, workspace }: Wanted & Acting,
): Promise<string | null> {
  if (input.force) return input.reason?.trim() ? null : "--force needs a reason (--reason)";
  for (const id of bundle.events.flatMap(requestsOf)) {
    const request = await selectRequest(tx, workspace, id);
    if (id !== bundle.row.request_id && request !== null && !isTerminal(request.status)) {
      return `request "${id}" is still ${request.status}`;
    }
  }
  return null;
}

const metricNames: Readonly<Partial<Record<BundleStep, string>>> = {
  ingestion_registered: "context_ingested",
  ingestion_dispatched: "context_dispatched",
};

interface Taken extends Wanted {
  readonly offered: readonly { readonly id: string; readonly responsibility: string }[];
}

/** The event of the step, its measurement, and the line that routing can be rebuilt from. */
async function record(unit: UnitOfWork, acting: Acting, taken: Taken): Promise<readonly Note[]> {
  const { workspace, at, actor, steward } = acting;
  const { type, bundle, primary, input, offered } = taken;
  const { to } = bundleSteps[type];
  const asked = bundle.row.request_id === null ? [] : [bundle.row.request_id];
  const requests = type === "ingestion_dispatched" ? offered.map(({ id }) => id) : asked;
  const body = {
    at,
    by: actor.id,
    requests: type === "ingestion_retired" ? [] : requests,
    ...(type === "ingestion_registered" ? { primary: [...primary] } : {}),
    ...(input.reason === undefined ? {} : { note: input.reason }),
  };
  const facts = {
    bundle: bundle.id,
    status: to,
    responsibilities: primary.join(" "),
    ...(requests.length === 0 ? {} : { rfa: requests.join(" ") }),
    ...(offered.length === 0
      ? {}
      : { routed: offered.map(({ id, responsibility }) => `${id}>${responsibility}`).join(" ") }),
  };
  const line = formatMemoryLine({
    at,
    kind: "context",
    facts,
    text: input.reason ?? bundle.row.scope,
  });
  const notes = [{ responsibility: steward, line }];
  const metric = metricNames[type];
  const context = {
    bundle_ids: [bundle.id],
    rfa_ids: requests,
    workspace_id: workspace,
    timestamp: at,
    responsibility_ids_notified: offered.map(({ responsibility }) => responsibility),
  };
  const measured = {
    component_id: "context_ingestion",
    responsibility_id: steward,
    unit: "count",
    metric_value: 1,
    measurement_window: "PT0S",
    recorded_at: at,
    guardrail_clause: ROUTING_CLAUSE,
    context,
    status: "ok" as const,
  };
  await unit.append([
    { stream: ingestionStream(workspace, bundle.id), type, actor, body },
    ...(metric === undefined
      ? []
      : measurementEvents(acting, [{ ...measured, metric_name: metric }])),
    ...linesAsEvents(acting, notes),
  ]);
  return notes;
}

/** Rejects a pending bundle for the steward, and the request that asked for it. */
export async function rejectBundle(
  unit: UnitOfWork,
  acting: Acting,
  { id, reason }: { readonly id: string; readonly reason: string },
): Promise<BundleChange> {
  const { workspace, at, actor, steward } = acting;
  const what = `reject bundle "${id}"`;
  requireSteward(acting, what);
  const bundle = await requireBundle(unit.tx, workspace, id);
  if (bundle.review?.decision === "rejected")
    return { bundle, changed: false, requests: [], notes: [] };
  const { ingestion_status: status, request_id } = bundle.row;
  if (status !== "pending") {
    throw new HoldallError("E_STATE", `Cannot ${what}: it is ${status}, not pending`);
  }
  if (reason.trim() === "") throw new HoldallError("E_STATE", `Cannot ${what}: it needs a reason`);
  const request = request_id === null ? null : await selectRequest(unit.tx, workspace, request_id);
  const isOpen = request !== null && request.status === "pending";
  const step = { type: "request_rejected", by: steward, note: reason } as const;
  const rejected = isOpen ? await recordStep(unit, acting, { ...step, request }) : null;
  const facts = {
    bundle: id,
    status: "rejected",
    ...(request_id === null ? {} : { rfa: request_id }),
  };
  const line = formatMemoryLine({ at, kind: "context", facts, text: reason });
  const notes = [{ responsibility: steward, line }];
  const body = { at, by: actor.id, decision: "rejected", reason };
  const event = { stream: ingestionStream(workspace, id), type: "ingestion_reviewed", actor, body };
  await unit.append([event, ...linesAsEvents(acting, notes)]);
  const after = await requireBundle(unit.tx, workspace, id);
  return {
    bundle: after,
    changed: true,
    requests: [],
    notes: [...(rejected?.notes ?? []), ...notes],
  };
}
