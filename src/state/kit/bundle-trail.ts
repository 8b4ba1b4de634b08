/**
 * Events of a state as lines of a trail. The formats have fewer actions than we have events; the
 * reason preserves the difference, and the history in the kit is complete anyway.
 */

import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isTextRef, type PortableEvent } from "../../model/event.ts";
import { REDACTED } from "../../model/redaction.ts";
import type { TrailAction, TrailEvent } from "../../model/state.ts";
import { parseStateBody, type StateBody } from "../event-bodies.ts";
import { parseUseBody } from "../use/use-body.ts";
import type { StateHistory } from "./history.ts";
import { importedLine } from "./imported-past.ts";

type ChangeBody = Extract<StateBody, { kind: "changed" }>;

/** The trail of a state in the common vocabulary, in order. */
export function buildTrail({ events, text }: StateHistory): readonly TrailEvent[] {
  return events.flatMap((event) => [
    ...[importedLine(event, text)].filter((line) => line !== null),
    ...changeLines(event, (name) => text(name) ?? REDACTED),
    ...decayLines(event),
  ]);
}

function changeLines(event: PortableEvent, text: (name: string) => string): TrailEvent[] {
  const body = parseStateBody(event.type, event.body);
  if (event.type === "state_rejected") return [rejectionLine(event, text)];
  if (body?.kind !== "changed") return [];
  const recorded = reasonOf(event.body, text);
  const { action, reason } = actionOf(event.type, body, recorded);
  const { after, id, namespace } = body;
  const replaced = action === "supersede" ? (after?.supersedes ?? id) : undefined;
  return [
    {
      ts: event.at,
      action,
      entry_id: id,
      namespace,
      ...(after?.unit_ref === undefined ? {} : { unit_ref: after.unit_ref }),
      ...(after === null ? {} : { slot: after.slot, score: after.score }),
      ...(after?.status === undefined ? {} : { status: after.status }),
      ...(after?.author_id === undefined ? {} : { author_id: after.author_id }),
      ...(replaced === undefined ? {} : { supersedes: replaced }),
      ...signalsOf(event.body),
      ...versionsOf(body),
      ...(reason === undefined ? {} : { reason }),
    },
  ];
}

/** The action of an event, and its reason: the recorded one, else the usual one of its type. */
function actionOf(
  type: string,
  { after }: ChangeBody,
  recorded: string | undefined,
): { readonly action: TrailAction; readonly reason: string | undefined } {
  if (after === null) return { action: "evict", reason: recorded ?? "hard delete" };
  const isGone = after.state === "archived";
  switch (type) {
    case "state_updated":
    case "state_superseded":
      return { action: isGone ? "superseded" : "supersede", reason: recorded };
    case "state_merged":
      return { action: isGone ? "merged" : "merge", reason: recorded };
    case "state_promoted":
      return { action: "promote", reason: recorded };
    case "state_evicted":
      return { action: "evict", reason: recorded };
    case "state_restored":
      return { action: "admit", reason: recorded ?? "restored" };
    case "state_compressed":
      return { action: "admit", reason: recorded ?? "compressed" };
    case "state_edited":
      return { action: isGone ? "archive" : "supersede", reason: recorded ?? "edited by hand" };
    case "state_adopted":
      return { action: isGone ? "archive" : "import", reason: recorded ?? "imported" };
    default:
      return { action: isGone ? "archive" : "admit", reason: recorded };
  }
}

function rejectionLine({ at, body }: PortableEvent, text: (name: string) => string): TrailEvent {
  const id = body.id;
  const namespace = body.namespace;
  const code = body.reason_code;
  const reason = reasonOf(body, text) ?? (typeof code === "string" ? code : undefined);
  return {
    ts: at,
    action: "reject",
    // A rejected candidate may have no id; its text is named by its hash.
    entry_id: typeof id === "string" ? id : candidateName(body.content),
    ...(typeof namespace === "string" ? { namespace } : {}),
    slot: null,
    score: 0,
    ...signalsOf(body),
    ...expectedIn(body),
    ...(reason === undefined ? {} : { reason }),
  };
}

function candidateName(content: Json | undefined): string {
  return isTextRef(content) ? `sha256:${content.sha256}` : "candidate";
}

function reasonOf(body: JsonObject, text: (name: string) => string): string | undefined {
  const { reason } = body;
  if (typeof reason === "string") return reason;
  return isTextRef(reason) ? text(reason.sha256) : undefined;
}

/** The signals that formats have keys for. Without a comparable entry there is no drift signal; that is 0. */
function signalsOf({ gate }: JsonObject): { readonly signals?: JsonObject } {
  const list = isObject(gate) && Array.isArray(gate.signals) ? gate.signals.filter(isObject) : [];
  const value = (name: string) => {
    const found = list.find((each) => each.name === name)?.value;
    return typeof found === "number" ? found : null;
  };
  const [relevance, novelty, drift] = ["relevance", "novelty", "drift"].map(value);
  if (relevance == null || novelty == null) return {};
  return { signals: { relevance, novelty, drift: drift ?? 0 } };
}

function versionsOf({ before_version, after }: ChangeBody): Partial<TrailEvent> {
  const result = after === null ? undefined : (after.version ?? 1);
  return {
    ...(before_version === null
      ? {}
      : { expected_version: before_version, actual_version: before_version }),
    ...(result === undefined ? {} : { result_version: result }),
  };
}

function expectedIn({ expected_version, actual_version }: JsonObject): Partial<TrailEvent> {
  return {
    ...(isVersion(expected_version) ? { expected_version } : {}),
    ...(isVersion(actual_version) ? { actual_version } : {}),
  };
}

function isVersion(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 1;
}

function decayLines({ type, at, body }: PortableEvent): TrailEvent[] {
  if (type !== "use_decayed") return [];
  return (parseUseBody(type, body)?.entries ?? []).map(({ id, namespace, retrieval_strength }) => ({
    ts: at,
    action: "decay",
    entry_id: id,
    namespace,
    ...(retrieval_strength === undefined ? {} : { score: retrieval_strength }),
    reason: "decayed",
  }));
}
