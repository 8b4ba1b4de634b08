import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { isTextRef, type PortableEvent } from "../../model/event.ts";
import type { TrailAction, TrailEvent } from "../../model/state.ts";
import { parseStateBody, type StateBody } from "../bodies.ts";
import { REDACTED } from "../show.ts";
import { parseUseBody } from "../use-bodies.ts";
import type { StateHistory } from "./history.ts";

type Changed = Extract<StateBody, { kind: "changed" }>;

/** The trail of a state in the common vocabulary, one decision after the other. */
export function sayTrail({ events, words }: StateHistory): readonly TrailEvent[] {
  return events.flatMap((event) => [
    ...sayChange(event, (name) => words(name) ?? REDACTED),
    ...sayUse(event),
  ]);
}

function sayChange(event: PortableEvent, words: (name: string) => string): TrailEvent[] {
  const body = parseStateBody(event.type, event.body);
  if (event.type === "state_rejected") return [sayRejection(event, words)];
  if (body?.kind !== "changed") return [];
  const told = reasonOf(event.body, words);
  const { action, reason } = actionOf(event.type, body, told);
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

/** What happened to an entry, and why if nobody said so. */
function actionOf(
  type: string,
  { after }: Changed,
  told: string | undefined,
): { readonly action: TrailAction; readonly reason: string | undefined } {
  if (after === null) return { action: "evict", reason: told ?? "hard delete" };
  const isGone = after.state === "archived";
  switch (type) {
    case "state_updated":
    case "state_superseded":
      return { action: isGone ? "superseded" : "supersede", reason: told };
    case "state_merged":
      return { action: isGone ? "merged" : "merge", reason: told };
    case "state_promoted":
      return { action: "promote", reason: told };
    case "state_evicted":
      return { action: "evict", reason: told };
    case "state_restored":
      return { action: "admit", reason: told ?? "restored" };
    case "state_compressed":
      return { action: "admit", reason: told ?? "compressed" };
    case "state_edited":
      return { action: isGone ? "archive" : "supersede", reason: told ?? "edited by hand" };
    case "state_adopted":
      return { action: isGone ? "archive" : "import", reason: told ?? "imported" };
    default:
      return { action: isGone ? "archive" : "admit", reason: told };
  }
}

function sayRejection({ at, body }: PortableEvent, words: (name: string) => string): TrailEvent {
  const [id, namespace, code] = [body.id, body.namespace, body.reason_code];
  const reason = reasonOf(body, words) ?? (typeof code === "string" ? code : undefined);
  return {
    ts: at,
    action: "reject",
    // What was rejected may never have had an id: its text has a name.
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

function reasonOf(body: JsonObject, words: (name: string) => string): string | undefined {
  const { reason } = body;
  if (typeof reason === "string") return reason;
  return isTextRef(reason) ? words(reason.sha256) : undefined;
}

/** The signals that formats have words for; where nothing could drift, nothing did. */
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

function versionsOf({ before_version, after }: Changed): Partial<TrailEvent> {
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

function sayUse({ type, at, body }: PortableEvent): TrailEvent[] {
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
