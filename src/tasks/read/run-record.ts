import type { Json, JsonObject } from "../../base/json/value.ts";
import { isObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { objectOf, ownValue, textOf } from "../../model/task-bundle.ts";

/** What a bundle records of how its run went, beside its measures. */
export interface RunRecord {
  /** Why the run ended outside the agent's work. */
  readonly error: { readonly kind: string; readonly detail: string } | null;
  readonly interventions: number | null;
  readonly attempt: number | null;
  /** The home or the container in which it ran, in the words of the options: `home mine`. */
  readonly place: string | null;
  /** The id of the task that it is a run of. */
  readonly of: string | null;
}

const MAX_DETAIL = 300;
const MAX_PLACE = 100;
const MAX_ID = 200;

/** Reads the record of a run; what is not there, or not as expected, is null. */
export function readRunRecord(document: JsonObject): RunRecord {
  const run = objectOf(document, "run");
  const interventions = ownValue(document, "interventions") ?? ownValue(run, "interventions");
  return {
    error: errorOf(ownValue(run, "error")),
    interventions: countOf(interventions),
    attempt: amountOf(ownValue(run, "attempt")),
    place: placeOf(run),
    of: idOf(run),
  };
}

function placeOf(run: JsonObject): string | null {
  const container = objectOf(run, "container");
  const program = textOf(container, "program");
  const image = textOf(container, "image");
  if (program !== null && image !== null) return excerpt(`${program} ${image}`, MAX_PLACE);
  const kind = textOf(objectOf(run, "home"), "kind");
  return kind === null ? null : `home ${excerpt(kind, MAX_PLACE)}`;
}

function idOf(run: JsonObject): string | null {
  const id = textOf(run, "of");
  return id === null ? null : excerpt(id, MAX_ID);
}

function errorOf(value: Json | undefined): RunRecord["error"] {
  if (!isObject(value)) return null;
  return {
    kind: excerpt(textOf(value, "kind") ?? "unknown", 100),
    detail: excerpt(textOf(value, "detail") ?? "", MAX_DETAIL),
  };
}

/** A number, the length of a list, or the `count` of an object. */
function countOf(value: Json | undefined): number | null {
  if (Array.isArray(value)) return value.length;
  return amountOf(isObject(value) ? ownValue(value, "count") : value);
}

function amountOf(value: Json | undefined): number | null {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0 ? value : null;
}
