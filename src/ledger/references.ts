import { isObject, type Json } from "../base/json/value.ts";
import { isTextRef } from "../model/event.ts";

/** What a body refers to, by SHA-256 or by alias. */
export interface References {
  readonly texts: readonly string[];
  readonly artifacts: readonly string[];
}

const ARTIFACT_KEY = /(?:^|_)artifact_ids?$/;
const NONE: References = { texts: [], artifacts: [] };

/** The texts and artifacts that a body names: `{ sha256, bytes }`, and keys that end in `artifact_id`. */
export function referencesIn(body: string): References {
  // Most bodies name nothing, and two substring searches are far cheaper than parsing.
  if (!body.includes('"sha256"') && !body.includes("artifact_id")) return NONE;
  const texts: string[] = [];
  const artifacts: string[] = [];
  visit(JSON.parse(body));
  return { texts, artifacts };

  function visit(value: Json): void {
    if (Array.isArray(value)) {
      for (const each of value) visit(each);
      return;
    }
    if (!isObject(value)) return;
    if (isTextRef(value)) {
      texts.push(value.sha256);
      return;
    }
    for (const [key, each] of Object.entries(value)) {
      if (ARTIFACT_KEY.test(key)) artifacts.push(...[each].flat().filter(isName));
      else if (each !== undefined) visit(each);
    }
  }
}

function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}
