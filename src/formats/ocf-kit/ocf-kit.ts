/**
 * The format `ocf-kit`: `snapshot.json` is a list of records (not an object, as in working-context,
 * whose identity in the manifest it shares). `lifecycle.jsonl` has events instead of decisions.
 */

import type { FileEntry, FileSet, FileTree } from "../../base/file-set.ts";
import { asText, isObject, type JsonObject } from "../../base/json/value.ts";
import { excerptLine } from "../../base/text/one-line.ts";
import { excerpt, printable } from "../../base/text/text.ts";
import type { Format, ReadOptions, Summary } from "../format.ts";
import { stateConversation } from "../state-conversation.ts";
import { detectState } from "../state-detect.ts";
import { checkMirror, entryItem, MIRROR } from "../state-mirror.ts";
import { addDocument, addRemainingFiles, addTrail, type StateModel } from "../state-model.ts";
import { readOthers, readRecord, readSnapshot, readTrail } from "../state-read.ts";
import {
  checkContentLimits,
  checkEntryTimes,
  checkIdentities,
  checkInstant,
  checkVersion,
} from "../state-rules.ts";
import { stateFacts } from "../state-summary.ts";
import { state } from "./codec.ts";
import { records, snapshotTypes } from "./records.ts";
import { samples } from "./samples.ts";
import { normaliseTier, TIERS, tierOf } from "./tiers.ts";

const MANIFEST = "manifest.json";
const SNAPSHOT = "snapshot.json";
const LIFECYCLE = "lifecycle.jsonl";
const OWN = new Set([MANIFEST, SNAPSHOT, LIFECYCLE, MIRROR]);
const AT = { file: SNAPSHOT, pointer: "" };

/** The OCF kit, version 0.1. */
const ocfKit: Format<StateModel> = {
  name: "ocf-kit",
  description: "A kit of committed memory records in tiers, with the events of their trail",
  holds: "state",
  versions: ["0.1"],
  files: [...OWN],
  derived: [MIRROR],
  records,
  samples,
  detect: (files) => detectState(files, "ocf-kit"),
  read,
  write,
  summarise,
  render: mirror,
  topFolder: () => "artesian.working-context",
  state,
  toConversation: (model, countTokens) => stateConversation(model, state, countTokens),
};

export default ocfKit;

async function read(files: FileSet, options: ReadOptions): Promise<StateModel | null> {
  const { limits, findings } = options;
  const manifest = await readRecord(files, MANIFEST, records.manifest, options);
  const snapshot = await readSnapshot(files, SNAPSHOT, snapshotTypes, options);
  const entries = snapshot?.entries ?? [];
  if (isObject(manifest?.value)) {
    const { version, exported_at: exported } = manifest.value;
    checkVersion(version, "0.1", { file: MANIFEST, pointer: "/version" }, findings);
    checkInstant(exported, { file: MANIFEST, pointer: "/exported_at" }, findings);
  }
  if (await files.get("schema.json")) {
    findings.warn("W_STRAY_FILE", { file: "schema.json" }, "schema.json belongs to OCF bundles");
  }
  checkIdentities(entries, (entry) => asText(entry.id), AT, findings);
  checkContentLimits(entries, AT, limits, findings);
  checkEntryTimes(entries, AT, findings);
  const trail = await readTrail(files, trailSpec(findings), options);
  const others = await readOthers(files, OWN, options);
  if (!isObject(manifest?.value) || !Array.isArray(snapshot?.value)) return null;
  const model: StateModel = {
    documents: { [MANIFEST]: manifest.value },
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

/**
 * A line with the keys of another format's trail is recognised, so that the message can name the
 * confusion.
 */
function trailSpec(findings: ReadOptions["findings"]) {
  return {
    file: LIFECYCLE,
    type: records.lifecycle,
    isForeign: (value: JsonObject) =>
      ("entry_id" in value && "decision" in value) || ("admitted" in value && "unit_ref" in value),
    onLine: (value: JsonObject, line: number) =>
      checkInstant(value.ts, { file: LIFECYCLE, line, pointer: "/ts" }, findings),
  };
}

/**
 * A long tier name is written in its short form. Then the snapshot is no longer the bytes that were
 * read.
 */
function write(model: StateModel): FileTree {
  const tree = new Map<string, Uint8Array | FileEntry>();
  addDocument(tree, MANIFEST, model, model.documents[MANIFEST] ?? {});
  const normal = model.records.map(normaliseTier);
  const isNormal = normal.every((record, index) => record === model.records[index]);
  const originals = isNormal ? model.originals : new Map<string, Uint8Array>();
  addDocument(tree, SNAPSHOT, { ...model, originals }, normal);
  addTrail(tree, LIFECYCLE, model.trail);
  return addRemainingFiles(tree, model, mirror(model));
}

/** snapshot.md: one section per tier. */
function mirror(model: StateModel): string {
  const manifest = model.documents[MANIFEST] ?? {};
  const lines = [
    `# ${excerptLine(asText(manifest.collection))} (${model.records.length} records)`,
    "",
  ];
  for (const tier of TIERS) {
    const inTier = model.records.filter((record) => tierOf(record.tier) === tier);
    if (inTier.length > 0) lines.push(`## ${tier}`, ...inTier.map(entryItem), "");
  }
  return `${printable(lines.join("\n").trimEnd())}\n`;
}

function summarise(model: StateModel): Summary {
  const manifest: JsonObject = model.documents[MANIFEST] ?? {};
  const byTier = TIERS.map((tier) => ({
    heading: tier,
    lines: model.records
      .filter((record) => tierOf(record.tier) === tier)
      .map(
        (record) =>
          `${excerpt(asText(record.id), 24)}  ${excerptLine(asText(record.content), 100)}`,
      ),
  }));
  return {
    title: `Kit of ${excerpt(asText(manifest.collection))}`,
    version: asText(manifest.version),
    facts: stateFacts(model, { manifest, snapshot: {}, created: manifest.exported_at }),
    outline: byTier.filter((section) => section.lines.length > 0),
  };
}
