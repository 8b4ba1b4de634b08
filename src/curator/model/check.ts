/**
 * `check_model_preferences`: compares the model that was seen with the policy. Drift is noted in the
 * policy file, in the memory, in the recent activity and in telemetry, with one and the same time. The
 * same drift is not noted again within the grace period.
 */

import type { ModelPreferences } from "../../model/ai-context/records.ts";
import { CURATOR } from "../files/provenance.ts";
import { alertFacts } from "../memory/alerts.ts";
import type { NotedEvent } from "../memory/digest.ts";
import { formatMemoryLine, type MemoryLine } from "../memory/line.ts";
import { isId } from "../workspace/ids.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { Metric, TelemetryIds } from "../workspace/record.ts";
import { secondsBetween } from "../workspace/time.ts";
import { classifyModel, type ModelClass, requiredModel, statusOf, UNSET } from "./classify.ts";
import { changePreferences, PREFERENCES, parsePreferences } from "./preferences-file.ts";

/** Switches the model of a responsibility, by a program that the user configured. */
export type ModelController = (
  responsibility: string,
  model: string,
) => Promise<"ok" | "unsupported" | "failed">;

/** What a check is made with. */
export interface ModelCheckInput {
  readonly files: ResponsibilityFiles;
  readonly responsibility: string;
  readonly steward: string;
  readonly detected: string;
  readonly mandate: string | null;
  /** Notes of drift that is not resolved, newest first. */
  readonly drift: readonly NotedEvent[];
  /** The last drift, if a switch of the model ended it. */
  readonly switched: NotedEvent | null;
  readonly at: string;
  readonly graceSeconds: number;
  readonly controller: ModelController | null;
  /** The ids that the next measurement and alert get; null when they are not recorded. */
  readonly ids: TelemetryIds | null;
  /** Record a check at the start of a session, whatever it finds. */
  readonly isBoot: boolean;
}

/** What a check found and what has to be written. */
export interface ModelCheck {
  readonly class: ModelClass;
  readonly status: "ok" | "warning" | "critical";
  readonly preferred: string;
  readonly required: string;
  readonly detected: string;
  readonly outcome: "none" | "auto_switched" | "notified" | "recorded" | "resolved" | "repeated";
  /** The sentence for the operator, when somebody has to act. */
  readonly message: string | null;
  /** The policy file after the check; null if there is none. */
  readonly text: string | null;
  readonly notes: readonly string[];
  readonly metrics: readonly Metric[];
}

/** Runs the check; only the controller reaches outside. */
export async function checkModel(input: ModelCheckInput): Promise<ModelCheck | null> {
  const { files, detected, mandate, responsibility, controller } = input;
  const text = files.read(PREFERENCES);
  const policy = text === null ? null : parsePreferences(text);
  if (text === null || policy === null) return null;
  const required = requiredModel(policy, mandate);
  const found = classifyModel(policy, detected, mandate);
  const isDrift = found === "fallback" || found === "violation";
  const mustSwitch = isDrift && policy.enforcement_mode === "enforce";
  const switched =
    mustSwitch && controller !== null && (await controller(responsibility, required)) === "ok";
  const after = switched ? required : detected;
  const drift = describeDrift(input, policy, { found, required, switched });
  const isRepeated = isDrift && wasJustNoted(input.drift[0] ?? input.switched, drift.text, input);
  const wasUnresolved = input.drift.length > 0;
  const isNew = isDrift && !isRepeated;
  const isResolved =
    (found === "match" || (switched && (!isRepeated || wasUnresolved))) &&
    (wasUnresolved || switched);
  const { log, notes } = linesOf(input, {
    found,
    drift: isNew ? drift : null,
    resolved: isResolved ? `resolved preferred=${policy.preferred_model} detected=${after}` : null,
  });
  const outcome = isRepeated
    ? "repeated"
    : isDrift
      ? drift.outcome
      : found === "match" && wasUnresolved
        ? "resolved"
        : "none";
  return {
    class: found,
    status: statusOf[found],
    preferred: policy.preferred_model,
    required,
    detected: after,
    outcome,
    message: isDrift || found === "unknown" ? drift.message : null,
    text: changePreferences(text, { detected: after, at: input.at, log }),
    notes,
    metrics: metricsOf(input, policy, { found, isNew, isOver: isResolved && !isNew, drift }),
  };
}

interface Drift {
  readonly text: string;
  readonly outcome: "auto_switched" | "notified" | "recorded";
  readonly message: string;
  /** Who is to be notified, by the policy; null for nobody. */
  readonly notify: string | null;
}

const NOTIFY = "notify_";

function describeDrift(
  { detected, steward }: ModelCheckInput,
  policy: ModelPreferences,
  facts: { readonly found: ModelClass; readonly required: string; readonly switched: boolean },
): Drift {
  const { found, required, switched } = facts;
  const action = policy.action_required ?? `${NOTIFY}${steward}`;
  const named = action.startsWith(NOTIFY) ? action.slice(NOTIFY.length) : "";
  const notify = isId(named) ? named : null;
  const outcome = switched ? "auto_switched" : action === "none" ? "recorded" : "notified";
  const clause = policy.guardrail_clause ?? "runtime.model_integrity";
  const message = driftMessage({ required, switched }, detected);
  const text = `preferred=${policy.preferred_model} detected=${detected} class=${found} outcome=${outcome} action=${action} clause=${clause}`;
  const isNotified = outcome === "notified";
  return { text: isNotified ? `${text} ${message}` : text, outcome, message, notify };
}

function driftMessage(
  { required, switched }: { readonly required: string; readonly switched: boolean },
  detected: string,
): string {
  if (required === UNSET) return "Set preferred_model in ai_context/model_preferences.md.";
  if (detected === "unknown")
    return `No running model was detected; the policy asks for ${required}.`;
  return switched
    ? `Switched the model to ${required}; ${detected} was detected.`
    : `Use the model ${required}; ${detected} was detected.`;
}

/** Lines that a check adds to the log in the policy file, and those for the memory. */
function linesOf(
  { at, responsibility, detected, ids, isBoot }: ModelCheckInput,
  facts: {
    readonly found: ModelClass;
    /** Drift that was not noted before. */
    readonly drift: Drift | null;
    /** How earlier drift ended. */
    readonly resolved: string | null;
  },
): { readonly log: readonly string[]; readonly notes: readonly string[] } {
  const { found, drift, resolved } = facts;
  const byCheck = { responsibility, mandate: `${CURATOR}.check_model_preferences` };
  const log: MemoryLine[] = [];
  const notes: MemoryLine[] = [];
  if (drift !== null) {
    const line = { at, kind: "model_drift", text: drift.text };
    const raised = drift.outcome === "notified" ? alertFacts(ids, 0) : {};
    log.push({ ...line, facts: { responsibility } });
    notes.push({ ...line, facts: { ...byCheck, ...raised } });
  }
  if (resolved !== null) {
    const line = { at, kind: "model_drift_resolved", text: resolved };
    log.push({ ...line, facts: { responsibility } });
    notes.push({ ...line, facts: byCheck });
  }
  if (isBoot) {
    const text = `detected=${detected} class=${found}`;
    notes.push({ at, kind: "boot_model_check", facts: byCheck, text });
  }
  return { log: log.map(formatMemoryLine), notes: notes.map(formatMemoryLine) };
}

/** Whether the newest note says the same and is younger than the grace period. */
function wasJustNoted(
  last: NotedEvent | null,
  text: string,
  { at, graceSeconds }: ModelCheckInput,
): boolean {
  const key = (line: string) => /^preferred=\S+ detected=\S+ class=\S+/.exec(line)?.[0];
  if (last === null || key(last.text) !== key(text)) return false;
  return secondsBetween(last.at, at) <= graceSeconds;
}

function metricsOf(
  input: ModelCheckInput,
  policy: ModelPreferences,
  facts: {
    readonly found: ModelClass;
    /** Whether a drift is noted now. */
    readonly isNew: boolean;
    /** Whether one that was noted before has ended. */
    readonly isOver: boolean;
    readonly drift: Drift;
  },
): readonly Metric[] {
  const { found, isNew, isOver, drift } = facts;
  const clause = policy.guardrail_clause ?? "runtime.model_integrity";
  const context = {
    preferred_model: policy.preferred_model,
    actual_model: input.detected,
    class: found,
    outcome: drift.outcome,
    mandate: input.mandate,
    ...(drift.notify === null ? {} : { notify: drift.notify }),
  };
  const measured = { value: 1, unit: "count", window: "PT0S", status: statusOf[found], clause };
  const alert =
    drift.outcome === "notified"
      ? {
          alert: {
            type: "model_drift",
            severity: found === "violation" ? ("critical" as const) : ("warning" as const),
            note: drift.text,
          },
        }
      : {};
  // The first one is the one that a line of the memory names.
  return [
    ...(isNew ? [{ ...measured, name: "model_drift_detected", context, ...alert }] : []),
    ...(isOver
      ? [{ ...measured, value: 0, status: "ok" as const, name: "model_drift_detected", context }]
      : []),
    ...(input.isBoot
      ? [
          {
            ...measured,
            name: "model_mismatch_on_boot",
            context: {
              ...context,
              responsibility_id: input.responsibility,
              default_model: policy.preferred_model,
              operator_decision: null,
            },
          },
        ]
      : []),
  ];
}
