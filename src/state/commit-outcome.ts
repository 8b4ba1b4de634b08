import type { JsonObject } from "../base/json/value.ts";
import { toText } from "../ledger/texts.ts";
import { type Decision, noteChange } from "./change.ts";
import type { CommitRequest, CommitResult } from "./commit-request.ts";
import type { GateConfig } from "./gate/config.ts";
import type { Verdict } from "./gate/gate.ts";
import type { Placed, Placing } from "./placing.ts";

/** The result of a commit that changed nothing. */
export function rejectedResult(
  namespace: string,
  reason_code: string,
  verdict: Verdict | null,
): CommitResult {
  const decision = verdict?.decision === "conflict" ? "conflict" : "rejected";
  const matched = verdict?.matched?.id ?? null;
  const none = { id: null, slot: null, version: null, tokens: 0, resolution: null, evicted: [] };
  return { decision, reason_code, namespace, ...none, matched, verdict };
}

/** What the trail keeps of a verdict. */
export function gateDetails(gate: GateConfig, verdict: Verdict): JsonObject {
  const { decision, reason, matched, audit } = verdict;
  const recorded = { name: gate.name, config_sha256: gate.hash, decision, matched, ...audit };
  return JSON.parse(JSON.stringify({ gate: recorded, reason_code: reason }));
}

/** Something that is not to be committed. */
export interface Refused {
  readonly request: CommitRequest;
  readonly verdict: Verdict;
  readonly gate: GateConfig;
  readonly tokens?: number;
}

/** What follows when the gate said no; null when it did not, or when someone decided against it. */
export function refusal(refused: Refused, namespace: string): Decision<CommitResult> | null {
  const { request, verdict } = refused;
  const isSettled = verdict.decision === "admit" || verdict.decision === "update";
  const isAgreed = verdict.decision === "conflict" && request.supersedes !== undefined;
  return isSettled || isAgreed || request.decided
    ? null
    : rejection(refused, namespace, verdict.reason);
}

/** Leaves everything as it is, and says so in the trail. */
export function rejection(
  { request, verdict, gate, tokens }: Refused,
  namespace: string,
  reason_code: string,
): Decision<CommitResult> {
  const text = toText(request.content);
  const details: JsonObject = {
    namespace,
    id: request.id ?? null,
    content: text.ref,
    ...gateDetails(gate, verdict),
    reason_code,
    ...(tokens === undefined ? {} : { tokens }),
  };
  const change = noteChange("state_rejected", { reason: request.reason, details }, [text]);
  return { changes: [change], result: rejectedResult(namespace, reason_code, verdict) };
}

const decisions = {
  state_committed: "admitted",
  state_updated: "updated",
  state_superseded: "superseded",
} as const;

/** How a commit puts its entry in. */
export type CommitType = Placing["type"] & keyof typeof decisions;

/** The result of a commit whose entry is in force now. */
export function placedResult(
  { after: { namespace, image }, evicted }: Placed,
  type: CommitType,
  verdict: Verdict,
): CommitResult {
  const { id, slot, tokens } = image;
  return {
    decision: decisions[type],
    reason_code: "qualified",
    ...{ id, namespace, slot, tokens },
    version: image.version ?? 1,
    resolution: image.resolution ?? "full",
    evicted: evicted.map((entry) => entry.id),
    matched: verdict.matched?.id ?? null,
    verdict,
  };
}
