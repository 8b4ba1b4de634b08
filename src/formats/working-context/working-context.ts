/**
 * The format `working-context`: what is in force for an agent. `snapshot.json` is an object with
 * the slots, the budget and the entries; `lifecycle.jsonl` is the trail; `snapshot.md` is the
 * derived mirror.
 */

import type { FileEntry, FileSet, FileTree } from "../../base/file-set.ts";
import { asText, isObject, type JsonObject, omitKeys } from "../../base/json/value.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import { DEFAULT_NAMESPACE } from "../../model/state.ts";
import type { Format, ReadOptions, Summary } from "../format.ts";
import { stateConversation } from "../state-conversation.ts";
import { detectState } from "../state-detect.ts";
import { archivedSection, checkMirror, MIRROR, slotSections } from "../state-mirror.ts";
import {
  addDocument,
  addRemainingFiles,
  addTrail,
  type StateModel,
  withEntries,
} from "../state-model.ts";
import { readOthers, readRecord, readSnapshot, readTrail } from "../state-read.ts";
import { stateFacts, stateOutline } from "../state-summary.ts";
import { check, trailSpec } from "./check.ts";
import { state } from "./codec.ts";
import { records, snapshotTypes } from "./records.ts";
import { samples } from "./samples.ts";

const MANIFEST = "manifest.json";
const SNAPSHOT = "snapshot.json";
const LIFECYCLE = "lifecycle.jsonl";
const ENTRIES = new Set(["entries"]);
const OWN = new Set([MANIFEST, SNAPSHOT, LIFECYCLE, MIRROR]);

/** The working-context bundle, version 0.1. */
const workingContext: Format<StateModel> = {
  name: "working-context",
  description:
    "What is in force for an agent now, as typed entries within a token budget, with the reasons",
  holds: "state",
  versions: ["0.1"],
  files: [...OWN],
  derived: [MIRROR],
  records,
  samples,
  detect: (files) => detectState(files, "working-context"),
  read,
  write,
  summarise,
  render: mirror,
  topFolder: () => "artesian.working-context",
  state,
  toConversation: (model, countTokens) => stateConversation(model, state, countTokens),
};

export default workingContext;

async function read(files: FileSet, options: ReadOptions): Promise<StateModel | null> {
  const { findings } = options;
  const manifest = await readRecord(files, MANIFEST, records.manifest, options);
  const snapshot = await readSnapshot(files, SNAPSHOT, snapshotTypes, options);
  const entries = snapshot?.entries ?? [];
  check(manifest?.value ?? null, snapshot?.value ?? null, entries, options);
  if (await files.get("schema.json")) {
    findings.warn("W_STRAY_FILE", { file: "schema.json" }, "schema.json belongs to OCF bundles");
  }
  const spec = trailSpec(LIFECYCLE, entries, findings);
  const trail = await readTrail(files, spec, options);
  spec.finish();
  const others = await readOthers(files, OWN, options);
  if (!isObject(manifest?.value) || !isObject(snapshot?.value)) return null;
  const model: StateModel = {
    documents: { [MANIFEST]: manifest.value, [SNAPSHOT]: omitKeys(snapshot.value, ENTRIES) },
    records: entries.filter(isObject),
    trail,
    others,
    originals: new Map([
      [MANIFEST, manifest.bytes],
      [SNAPSHOT, snapshot.bytes],
    ]),
  };
  await checkMirror(files, mirror(model), options);
  return model;
}

function write(model: StateModel): FileTree {
  const tree = new Map<string, Uint8Array | FileEntry>();
  addDocument(tree, MANIFEST, model, model.documents[MANIFEST] ?? {});
  addDocument(tree, SNAPSHOT, model, withEntries(model.documents[SNAPSHOT] ?? {}, model.records));
  addTrail(tree, LIFECYCLE, model.trail);
  return addRemainingFiles(tree, model, mirror(model));
}

/** snapshot.md: the mirror that people read. */
function mirror(model: StateModel): string {
  const manifest = model.documents[MANIFEST] ?? {};
  const snapshot = model.documents[SNAPSHOT] ?? {};
  const slots = Array.isArray(snapshot.schema) ? snapshot.schema.map(asText) : [];
  const head = [
    manifest.format,
    `v${asText(manifest.version)}`,
    `units: ${asText(manifest.unit_source)}`,
    manifest.created_at,
  ];
  const lines = [
    `<!-- ${head.map((part) => excerpt(asText(part)).replaceAll("--", "- -")).join(" · ")} -->`,
    `# Working context (${model.records.length} entries, ${asText(snapshot.token_count)} / ${asText(snapshot.budget_tokens)} tokens)`,
    "",
    ...slotSections(slots, model.records),
    ...archivedSection(model.records),
  ];
  const body = printable(lines.join("\n").trimEnd());
  return model.trail.count > 0
    ? `${body}\n\n_lifecycle: ${model.trail.count} event(s)_\n`
    : `${body}\n`;
}

function summarise(model: StateModel): Summary {
  const manifest: JsonObject = model.documents[MANIFEST] ?? {};
  const snapshot = model.documents[SNAPSHOT] ?? {};
  const slots = Array.isArray(snapshot.schema) ? snapshot.schema.map(asText) : [];
  return {
    title: "Working context",
    version: asText(manifest.version),
    facts: [
      ...stateFacts(model, { manifest, snapshot, created: manifest.created_at }),
      ["slots", slots.join(", ")],
    ],
    outline: stateOutline(
      slots,
      model.records,
      asText(manifest.default_namespace ?? DEFAULT_NAMESPACE),
    ),
  };
}
