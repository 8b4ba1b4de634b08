/**
 * What setting up agents would change, without changing anything. Several steps may edit one file: each edits what
 * the one before it has left.
 */

import * as z from "zod";
import type { HostPlace, Scope } from "../../agents/host.ts";
import { type HostId, hostIds, hosts } from "../../agents/registry.ts";
import { HoldallError } from "../../base/errors.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { unreviewedBy, untrustedBy } from "../check-trust.ts";
import { reviewOf } from "../hook-registration.ts";
import { readHostFile } from "../host-file.ts";
import { hostPlace } from "../host-place.ts";
import { type StepId, setupSteps, stepIds } from "./steps.ts";

/** What a step does, or would do, for an agent. */
const stepSchema = () =>
  z.object({
    step: z.enum(stepIds),
    title: z.string(),
    /** `missing`: the agent cannot have it; `refused`: its file cannot be edited. */
    action: z.enum(["added", "updated", "unchanged", "missing", "refused"]),
    file: z.string().nullable(),
    /** Why it is missing or refused, with what to do instead. */
    reason: z.string().nullable(),
  });

/** An agent with what is done, or would be done, for it. */
export const agentSetupSchema = () =>
  z.object({
    agent: z.enum(hostIds),
    name: z.string(),
    steps: z.array(stepSchema()),
    /** What its user has to do afterwards, such as agreeing to new hooks. */
    todo: z.array(z.string()),
  });

/** An agent with what is done, or would be done, for it. */
export type AgentSetup = z.infer<ReturnType<typeof agentSetupSchema>>;

type StepOutcome = AgentSetup["steps"][number];

/** A file that changes, with its text before (null without one) and after. */
export interface PlannedFile {
  readonly host: HostId;
  readonly place: HostPlace;
  readonly file: string;
  readonly before: string | null;
  readonly after: string;
  /** The steps that edit it, in order. */
  readonly steps: readonly StepId[];
}

/** Everything that setting up changes, by agent and by file. */
export interface SetupPlan {
  readonly scope: Scope;
  readonly agents: readonly AgentSetup[];
  readonly files: readonly PlannedFile[];
}

/** What setting up these agents would change. A file that cannot be edited stops nothing else. */
export function planSetup(
  context: OperationContext,
  ids: readonly HostId[],
  scope: Scope,
): SetupPlan {
  const place = hostPlace(context, scope);
  const texts = new Map<string, PlannedFile>();
  const agents = ids.map((host): AgentSetup => {
    const steps = stepIds.map((step) => planStep(texts, { host, place, step }));
    return { agent: host, name: hosts[host].displayName, steps, todo: todoOf(host, place, steps) };
  });
  return { scope, agents, files: [...texts.values()] };
}

interface Planned {
  readonly host: HostId;
  readonly place: HostPlace;
  readonly step: StepId;
}

function planStep(texts: Map<string, PlannedFile>, planned: Planned): StepOutcome {
  const { host, place, step } = planned;
  const { title, obstacle, add } = setupSteps[step];
  const outcome = { step, title, file: null, reason: null };
  const reason = obstacle(host, place);
  if (reason !== null) return { ...outcome, action: "missing", reason };
  try {
    const { file, isOurs, edit } = add(host, place);
    const earlier = texts.get(file);
    const before = earlier === undefined ? readHostFile(place, file) : earlier.after;
    const after = edit(before);
    if (after === null || after === before) return { ...outcome, action: "unchanged", file };
    const steps = [...(earlier?.steps ?? []), step];
    texts.set(file, { host, place, file, before, ...earlier, after, steps });
    const isUpdate = before !== null && isOurs(before);
    return { ...outcome, action: isUpdate ? "updated" : "added", file };
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    const cure = error.cure === undefined ? "" : `; ${error.cure}`;
    return { ...outcome, action: "refused", reason: `${error.message}${cure}` };
  }
}

/** What the user of an agent has to do before it uses what was added. */
function todoOf(host: HostId, place: HostPlace, steps: readonly StepOutcome[]): string[] {
  const isThere = ({ action }: StepOutcome) => action !== "missing" && action !== "refused";
  if (!steps.some(isThere)) return [];
  const { displayName } = hosts[host];
  const hooks = steps.find(({ step }) => step === "hooks");
  const isNew = hooks?.action === "added" || hooks?.action === "updated";
  const review = isNew
    ? reviewOf(host, place.scope)?.instruction
    : unreviewedIn(host, place, hooks);
  const trust = untrustedBy(host, place);
  return [
    ...(review ? [`${displayName} runs new hooks only after you agreed: ${review}`] : []),
    ...(trust === null ? [] : [`${displayName} does not trust this project: ${trust}`]),
  ];
}

/** A file that cannot be edited cannot be read for this either. */
function unreviewedIn(host: HostId, place: HostPlace, hooks: StepOutcome | undefined) {
  return hooks?.action === "unchanged" ? unreviewedBy(host, place) : null;
}
