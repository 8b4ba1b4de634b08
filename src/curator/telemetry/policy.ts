/**
 * The policies of a workspace: how long a request may wait, how many bundles, how soon drift is noted
 * again. Two shapes of the file exist and both are read: `defaults` with `overrides` by responsibility, and
 * lists of rules. What nobody sets has the value of the defaults below.
 */

import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { isObject, type Json, type JsonObject } from "../../base/json/value.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { canonicalText } from "../../ledger/event-hash.ts";

/** What the curator and the steward's commands take from the policies. */
export interface Policy {
  readonly queueLatencySeconds: number;
  readonly ingestBacklog: number;
  /** Null when no file sets it: then the settings of the workspace do. */
  readonly modelGraceSeconds: number | null;
  /** SHA-256 of the effective policy; null when there is no file. */
  readonly sha256: string | null;
}

/** The policy where no file says otherwise. */
export const defaultPolicy: Policy = {
  queueLatencySeconds: 900,
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
    .flatMap(({ name, text }) => documentsOf(name, text))
    .flatMap((document) => layersOf(document, responsibility))
    .reduce(deepMerge, {});
  const count = (key: string) => (isCount(merged[key]) ? merged[key] : null);
  return {
    queueLatencySeconds: count("max_queue_latency_seconds") ?? defaultPolicy.queueLatencySeconds,
    ingestBacklog: count("max_context_ingest_backlog") ?? defaultPolicy.ingestBacklog,
    modelGraceSeconds: count("grace_period_seconds"),
    sha256: sha256(canonicalText(merged)),
  };
}

function isCount(value: Json | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** The maps of a file, which may have several documents. */
function documentsOf(name: string, text: string): readonly JsonObject[] {
  const documents: JsonObject[] = [];
  let firstLine = 1;
  for (const part of text.split(/^---[ \t]*$/m)) {
    const { value, faults } = parseYaml(part, firstLine);
    const [fault] = faults;
    if (fault !== undefined) {
      const where = `line ${fault.line}: ${fault.message}`;
      throw new HoldallError("E_SHAPE", `Cannot use "${name}": ${where}`, {
        cure: "see docs/curator.md for its keys",
      });
    }
    if (isObject(value)) documents.push(value);
    firstLine += part.split("\n").length - 1;
  }
  return documents;
}

/** The layers of a document for one responsibility, the weakest first. */
function layersOf(document: JsonObject, responsibility: string): readonly JsonObject[] {
  const { defaults, overrides } = document;
  const own = isObject(overrides) ? overrides[responsibility] : null;
  return [
    ...(isObject(defaults) ? [defaults] : []),
    ...ruleLayers(document, responsibility),
    ...(isObject(own) ? [own] : []),
  ];
}

/** The key of the second shape for each list of rules, and the key of the first shape that it sets. */
const rules = [
  ["queue_latency_rules", "max_pending_seconds", "max_queue_latency_seconds"],
  ["model_drift_rules", "grace_period_seconds", "grace_period_seconds"],
] as const;

function ruleLayers(document: JsonObject, responsibility: string): readonly JsonObject[] {
  return rules.flatMap(([list, from, to]) => {
    const found = document[list];
    const own = (Array.isArray(found) ? found : []).filter(
      (rule): rule is JsonObject =>
        isObject(rule) && ["*", responsibility].includes(String(rule.responsibility_id)),
    );
    // A rule for everybody is weaker than one for this responsibility.
    const general = own.filter(isGeneral);
    const special = own.filter((rule) => !isGeneral(rule));
    return [...general, ...special].flatMap((rule) => {
      const value = rule[from];
      return value === undefined ? [] : [{ [to]: value }];
    });
  });
}

function isGeneral({ responsibility_id: id }: JsonObject): boolean {
  return id === "*";
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
