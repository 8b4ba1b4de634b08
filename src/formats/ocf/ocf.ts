/**
 * The format `ocf`: manifest, declared slots (`schema.json`), entries (`snapshot.json`) and the
 * decisions of the gate (`qualify.jsonl`). Unlike the two working-context formats it has no
 * Markdown mirror.
 */

import type { FileEntry, FileSet, FileTree } from "../../base/file-set.ts";
import { asText, isObject, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { printable } from "../../base/text/text.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import type { Format, ReadOptions, Summary } from "../format.ts";
import { stateConversation } from "../state-conversation.ts";
import { detectState } from "../state-detect.ts";
import { archivedSection, slotSections } from "../state-mirror.ts";
import {
  addDocument,
  addRemainingFiles,
  addTrail,
  type StateModel,
  withEntries,
} from "../state-model.ts";
import { readOthers, readRecord, readSnapshot, readTrail } from "../state-read.ts";
import { stateFacts, stateOutline } from "../state-summary.ts";
import { check, slotNames, trailSpec } from "./check.ts";
import { state } from "./codec.ts";
import { evictionSchema, lenientSchemaRecord, records, snapshotTypes } from "./records.ts";
import { samples } from "./samples.ts";

const MANIFEST = "manifest.json";
const SCHEMA = "schema.json";
const SNAPSHOT = "snapshot.json";
const QUALIFY = "qualify.jsonl";
const ENTRIES = new Set(["entries"]);
const OWN = new Set([MANIFEST, SCHEMA, SNAPSHOT, QUALIFY]);

/** OCF, versions 0.1 and 0.2. */
const ocf: Format<StateModel> = {
  name: "ocf",
  description:
    "The open form of a committed state: declared slots, entries with versions, a qualify trail",
  holds: "state",
  versions: ["0.1", "0.2"],
  files: [...OWN],
  records,
  samples,
  detect: (files) => detectState(files, "ocf"),
  read,
  write,
  summarise,
  render,
  topFolder: () => "bundle.ocf",
  state,
  toConversation: (model, countTokens) => stateConversation(model, state, countTokens),
};

export default ocf;

async function read(files: FileSet, options: ReadOptions): Promise<StateModel | null> {
  const { findings } = options;
  const manifest = await readRecord(files, MANIFEST, records.manifest, options);
  const schema = await readSchema(files, options);
  const snapshot = await readSnapshot(files, SNAPSHOT, snapshotTypes, options);
  const entries = snapshot?.entries ?? [];
  const documents = {
    manifest: manifest?.value ?? null,
    schema: schema?.value ?? null,
    snapshot: snapshot?.value ?? null,
  };
  check(documents, entries, options);
  const spec = trailSpec(QUALIFY, entries, documents, findings);
  const trail = await readTrail(files, spec, options);
  spec.finish();
  const others = await readOthers(files, OWN, options);
  if (!isObject(manifest?.value) || !isObject(schema?.value) || !isObject(snapshot?.value))
    return null;
  return {
    documents: {
      [MANIFEST]: manifest.value,
      [SCHEMA]: schema.value,
      [SNAPSHOT]: omitKeys(snapshot.value, ENTRIES),
    },
    records: entries.filter(isObject),
    trail,
    others,
    originals: new Map([
      [MANIFEST, manifest.bytes],
      [SCHEMA, schema.bytes],
      [SNAPSHOT, snapshot.bytes],
    ]),
  };
}

/**
 * An unknown eviction policy is refused in strict, and treated as manual in lenient: nothing is
 * evicted then.
 */
async function readSchema(files: FileSet, options: ReadOptions) {
  const { findings } = options;
  if (findings.profile === "strict") return readRecord(files, SCHEMA, records.schema, options);
  const schema = await readRecord(files, SCHEMA, lenientSchemaRecord, options);
  const eviction = isObject(schema?.value) ? schema.value.eviction : undefined;
  const known = evictionSchema.safeParse(eviction).success;
  if (typeof eviction === "string" && !known) {
    const place = { file: SCHEMA, pointer: "/eviction" };
    findings.warn("W_UNKNOWN_ENUM", place, `Unknown eviction "${eviction}" is treated as manual`);
  }
  return schema;
}

function write(model: StateModel): FileTree {
  const tree = new Map<string, Uint8Array | FileEntry>();
  addDocument(tree, MANIFEST, model, model.documents[MANIFEST] ?? {});
  addDocument(tree, SCHEMA, model, model.documents[SCHEMA] ?? {});
  addDocument(tree, SNAPSHOT, model, withEntries(model.documents[SNAPSHOT] ?? {}, model.records));
  addTrail(tree, QUALIFY, model.trail);
  return addRemainingFiles(tree, model, null);
}

function render(model: StateModel): string {
  const snapshot = model.documents[SNAPSHOT] ?? {};
  const lines = [
    `# Committed state (${model.records.length} entries, ${asText(snapshot.token_count)} / ${asText(snapshot.budget_tokens)} tokens)`,
    "",
    ...slotSections(slotNames(model.documents[SCHEMA] ?? {}), model.records),
    ...archivedSection(model.records),
  ];
  return `${printable(lines.join("\n").trimEnd())}\n`;
}

function summarise(model: StateModel): Summary {
  const manifest: JsonObject = model.documents[MANIFEST] ?? {};
  const schema = model.documents[SCHEMA] ?? {};
  const snapshot = model.documents[SNAPSHOT] ?? {};
  const slots = slotNames(schema);
  const namespace = asText(manifest.default_namespace ?? DEFAULT_NAMESPACE);
  return {
    title: "Committed state",
    version: asText(manifest.ocf_version),
    facts: [
      ...stateFacts(model, { manifest, snapshot, created: manifest.created }),
      ["slots", slots.join(", ")],
      ["eviction", asText(schema.eviction ?? "lowest-score")],
      ["namespace", namespace],
    ],
    outline: stateOutline(slots, model.records, namespace),
  };
}
