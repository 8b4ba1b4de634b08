/**
 * Units as a folder of Markdown files with YAML front matter, one per unit. The front matter of an
 * imported record is kept verbatim and written back, so that keys we do not know survive.
 */

import type { FileSet, FileTree } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { isObject, type JsonObject } from "../../base/json/value.ts";
import { readText } from "../../base/read-document.ts";
import { splitFrontMatter } from "../../base/yaml/front-matter.ts";
import { parseYaml } from "../../base/yaml/yaml.ts";
import { scopes, type UnitState, unitFactsSchema } from "../event-bodies.ts";
import { jsonRecord, type LayerUnit, labelOf, shareOf, tagsOf } from "./layer-unit.ts";

/** Files that describe the folder and are no records. */
const RESERVED = new Set(["index.md", "log.md"]);
const MAX_RECORD = 8 * 1024 * 1024;

/** How a folder of records is read. */
export interface RecordOptions {
  readonly namespace: string;
  readonly findings: Findings;
}

/** Reads every Markdown record of a folder. An invalid one is a finding and does not stop the others. */
export async function* readRecords(
  files: FileSet,
  options: RecordOptions & { readonly skip?: (path: string) => boolean },
): AsyncGenerator<LayerUnit & { readonly path: string }> {
  const { findings, skip = () => false } = options;
  for await (const { path, kind } of files.entries()) {
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (kind !== "file" || !name.endsWith(".md") || RESERVED.has(name) || skip(path)) continue;
    const document = await readText(files, path, {
      findings,
      maxBytes: MAX_RECORD,
      allowBom: true,
    });
    const unit = document === null ? null : readRecord(document.text, path, options);
    if (unit !== null) yield { ...unit, path };
  }
}

/** Reads one record: front matter between lines of `---`, and the content below. */
export function readRecord(
  text: string,
  path: string,
  { namespace, findings }: RecordOptions,
): LayerUnit | null {
  const { yaml, yamlLine, body, fault } = splitFrontMatter(text);
  const { value, faults } = yaml === null ? { value: {}, faults: [] } : parseYaml(yaml, yamlLine);
  const wrong = [...(fault === null ? [] : [fault]), ...faults];
  for (const { code, line, message } of wrong) findings.error(code, { file: path, line }, message);
  if (wrong.length > 0) return null;
  if (body.trim() === "") {
    findings.error("E_SHAPE", { file: path }, "The record has no content");
    return null;
  }
  const facts = isObject(value) ? value : {};
  const { confidence } = facts;
  if (confidence != null && shareOf(confidence) === null) {
    findings.error(
      "E_RANGE",
      { file: path, pointer: "/confidence" },
      "confidence must be from 0 to 1",
    );
    return null;
  }
  const unit = { ...factsIn(facts, namespace), content: body.trim(), record: yaml };
  return { id: labelOf(facts.id) ?? path, unit, state: stateIn(facts) };
}

function factsIn(facts: JsonObject, namespace: string) {
  return unitFactsSchema.parse({
    namespace: labelOf(facts.project) ?? namespace,
    node_id: labelOf(facts.node_id) ?? labelOf(facts.id),
    type: labelOf(facts.type),
    tags: tagsOf(facts.tags),
    source: labelOf(facts.source),
    author_id: labelOf(facts.author_id),
    confidence: shareOf(facts.confidence),
    scope: scopes.find((scope) => scope === facts.scope) ?? null,
    agent_id: labelOf(facts.agent_id),
    session_id: labelOf(facts.session_id),
    task_id: labelOf(facts.task_id),
    user_id: labelOf(facts.user_id),
  });
}

function stateIn({ state }: JsonObject): UnitState {
  return state === "archived" || state === "retracted" ? state : "active";
}

/** Writes units as a folder of records by day and id. Imported front matter is written back unchanged. */
export function writeRecords(
  units: readonly (LayerUnit & { readonly created_at: string })[],
): FileTree {
  const tree = new Map<string, Uint8Array>();
  for (const { id, unit, state, created_at } of units) {
    const { record = null } = unit;
    const isOwn = record !== null && jsonRecord(record) === null && state === "active";
    const facts = isOwn ? record : frontMatter({ id, unit, state, created_at });
    const text = `---\n${facts}${facts.endsWith("\n") ? "" : "\n"}---\n\n${unit.content}\n`;
    tree.set(`memory/${created_at.slice(0, 10)}/${id}.md`, Buffer.from(text));
  }
  return tree;
}

/** Values are written as JSON, which is YAML too, so that no reader takes a string for another type. */
function frontMatter({
  id,
  unit,
  state,
  created_at,
}: LayerUnit & { readonly created_at: string }): string {
  const facts: Readonly<Record<string, unknown>> = {
    type: unit.type ?? "memory",
    id,
    tags: unit.tags,
    timestamp: created_at,
    node_id: unit.node_id,
    project: unit.namespace,
    source: unit.source,
    author_id: unit.author_id,
    confidence: unit.confidence,
    scope: unit.scope,
    agent_id: unit.agent_id,
    session_id: unit.session_id,
    task_id: unit.task_id,
    user_id: unit.user_id,
    state: state === "active" ? null : state,
  };
  return Object.entries(facts)
    .filter(([, value]) => value !== null)
    .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
    .join("\n");
}
