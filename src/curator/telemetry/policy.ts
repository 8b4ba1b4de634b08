/**
 * The policies of a workspace: how long a request may wait, how many bundles, how soon drift is noted
 * again. A file has `defaults`, and `overrides` by responsibility. What nobody sets has the value of the
 * defaults below.
 */

import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { canonicalText } from "../../ledger/event-hash.ts";

/** What the curator and the steward's commands take from the policies. */
export interface Policy {
  /** Null when no file sets it: then a request may wait for a working day. */
  readonly queueLatencySeconds: number | null;
  readonly ingestBacklog: number;
  /** Null when no file sets it: then the settings of the workspace do. */
  readonly modelGraceSeconds: number | null;
  /** SHA-256 of the effective policy; null when there is no file. */
  readonly sha256: string | null;
}

/** The policy where no file says otherwise. */
export const defaultPolicy: Policy = {
  queueLatencySeconds: null,
  ingestBacklog: 10,
  modelGraceSeconds: null,
  sha256: null,
};

/** The effective policy of a responsibility; of several files the later one is the stronger. */
export function mergePolicies(
  files: readonly { readonly name: string; readonly text: string }[],
  responsibility: string,
): Policy {
  if (files.length === 0) return defaultPolicy;
  const merged = files
    .map(({ name, text }) => parsePolicy(name, text))
    .flatMap((document) => layersOf(document, responsibility))
    .reduce(deepMerge, {});
  const count = (key: string) => (isCount(merged[key]) ? merged[key] : null);
  return {
    queueLatencySeconds: count("max_queue_latency_seconds"),
    ingestBacklog: count("max_context_ingest_backlog") ?? defaultPolicy.ingestBacklog,
    modelGraceSeconds: count("grace_period_seconds"),
    sha256: sha256(canonicalText(merged)),
  };
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The map of a file; one without any sets nothing. */
function parsePolicy(name: string, text: string): JsonObject {
  const { value, faults } = parseYaml(text);
  const [fault] = faults;
  if (fault !== undefined) {
    const where = `line ${fault.line}: ${fault.message}`;
    throw new HoldallError("E_SHAPE", `Cannot use "${name}": ${where}`, {
      cure: "see docs/curator.md for its keys",
    });
  }
  return isObject(value) ? value : {};
}

/** The layers of a document for one responsibility, the weakest first. */
function layersOf(document: JsonObject, responsibility: string): readonly JsonObject[] {
  const { defaults, overrides } = document;
  const own = isObject(overrides) ? overrides[responsibility] : null;
  return [defaults, own].filter(isObject);
}

/** Maps are merged, everything else is replaced. */
function deepMerge(weak: JsonObject, strong: JsonObject): JsonObject {
  const merged: Record<string, Json | undefined> = { ...weak };
  for (const [key, value] of Object.entries(strong)) {
    const before = Object.hasOwn(weak, key) ? weak[key] : undefined;
    merged[key] = isObject(before) && isObject(value) ? deepMerge(before, value) : value;
  }
  return merged;
}
