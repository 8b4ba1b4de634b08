/**
 * Results and trail entries of commits. A rejection is recorded with the text and the verdict, so
 * that it can be examined later and, if it was wrong, repeated with the gate skipped.
 */

import type { JsonObject } from "../../base/json/value.ts";
import { toText } from "../../ledger/texts.ts";
import { type Decision, noteChange } from "../change.ts";
import type { GateConfig } from "../gate/config.ts";
import type { EntryKey, Verdict } from "../gate/gate.ts";
import type { CommitRequest, CommitResult } from "./commit-request.ts";
import type { Placement, PlacementPlan } from "./place-entry.ts";

/** The result of a commit that changed nothing. */
export function rejectedResult(
  namespace: string,
  reason_code: string,
  verdict: Verdict | null,
): CommitResult {
  const decision = verdict?.decision === "conflict" ? "conflict" : "rejected";
  const matched = verdict?.matched?.id ?? null;
  const none = { id: null, slot: null, version: null, tokens: 0, resolution: null, evicted: [] };
  const near = { compare: [], see_also: [] };
  return { decision, reason_code, namespace, ...none, replaced: null, matched, ...near, verdict };
}

/** What the trail records of a verdict. */
export function gateDetails(gate: GateConfig, verdict: Verdict): JsonObject {
  const { decision, reason, audit } = verdict;
  // Keys only: a text that is redacted later must not stay in the trail of another entry.
  const [matched = null] = verdict.matched === null ? [] : keysOf([verdict.matched]);
  const compare = keysOf(verdict.compare);
  const recorded = {
    name: gate.name,
    config_sha256: gate.hash,
    decision,
    matched,
    ...(compare.length === 0 ? {} : { compare }),
    ...audit,
  };
  return JSON.parse(JSON.stringify({ gate: recorded, reason_code: reason }));
}

const keysOf = (entries: readonly EntryKey[]): EntryKey[] =>
  entries.map(({ namespace, id }) => ({ namespace, id }));

/** A commit that was rejected. */
export interface RejectedCommit {
  readonly request: CommitRequest;
  readonly verdict: Verdict;
  readonly gate: GateConfig;
  readonly tokens?: number;
}

/** The rejection of a commit by the gate; null when the gate admits it or the caller overrides the gate. */
export function rejectionByGate(
  commit: RejectedCommit,
  namespace: string,
): Decision<CommitResult> | null {
  const { request, verdict } = commit;
  const isAdmitted = verdict.decision === "admit" || verdict.decision === "update";
  // Whoever names the entry to supersede has decided the conflict.
  const isResolved = verdict.decision === "conflict" && request.supersedes !== undefined;
  return isAdmitted || isResolved || request.skipGate
    ? null
    : rejectCommit(commit, namespace, verdict.reason);
}

/** Rejects a commit: the state stays as it is, and the trail records the text and the reason. */
export function rejectCommit(
  { request, verdict, gate, tokens }: RejectedCommit,
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

/** The events by which a commit puts its entry into force. */
export type CommitEventType = Placement["type"] & keyof typeof decisions;

/** The result of a commit whose entry is in force. */
export function acceptedResult(
  { next: { namespace, image }, evicted }: PlacementPlan,
  type: CommitEventType,
  verdict: Verdict,
): Omit<CommitResult, "replaced"> {
  const { id, slot, tokens } = image;
  return {
    decision: decisions[type],
    reason_code: "qualified",
    id,
    namespace,
    slot,
    tokens,
    version: image.version ?? 1,
    resolution: image.resolution ?? "full",
    evicted: evicted.map((entry) => entry.id),
    matched: verdict.matched?.id ?? null,
    compare: verdict.compare,
    see_also: verdict.see_also,
    verdict,
  };
}
