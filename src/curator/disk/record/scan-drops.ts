import fs from "node:fs";
import path from "node:path";
import { compareBytes } from "../../../base/file-set.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { requireSteward } from "../../acting.ts";
import { prepareBundle, slugOf } from "../../ingestion/prepare.ts";
import { listBundles } from "../../ingestion/read.ts";
import { selectSeen, selectTaken } from "../../ingestion/tables.ts";
import { dropStream } from "../../streams.ts";
import { secondsBetween } from "../../workspace/time.ts";
import {
  clearAbandoned,
  describeContent,
  isMetadataName,
  MAX_FILE_BYTES,
  METADATA_NAME,
  publishBundle,
  readRegular,
  stageContent,
} from "../bundles.ts";
import { readPolicy } from "../policies.ts";
import type { Place } from "../workspace.ts";
import type { ActingPlace } from "./acting.ts";
import { appendMissingNotes } from "./missing-notes.ts";
import { recordStaged } from "./record-staged.ts";
import { reportAlerts } from "./report-alerts.ts";

/** Seconds for which a file must not change before it is taken in. */
export const SETTLE_SECONDS = 2;
/** Files per scan, and folders below each other. */
const MAX_FILES = 10_000;
const MAX_DEPTH = 16;

/** Takes files of the drop folder in as the steward, and finishes what an earlier scan left undone. */
export async function scanDrops(where: ActingPlace, settle: number) {
  requireSteward(where.acting, "scan the drop folder");
  await finishBundles(where);
  clearAbandoned(where.place);
  await appendMissingNotes(where, where.acting.steward);
  const found = await scan(where, settle);
  await reportAlerts(where);
  return found;
}

/** Puts files into place that a process left staged, and writes metadata that is older than the record. */
async function finishBundles({ ledger, acting, place }: ActingPlace): Promise<void> {
  const pending = await ledger.read((tx) => listBundles(tx, acting.workspace, "pending"));
  for (const bundle of pending) publishBundle(place, bundle);
}

async function scan(where: ActingPlace, settle: number) {
  const { ledger, acting, place } = where;
  const { found, skipped } = listDropped(place);
  const seen = await ledger.read((tx) => selectSeen(tx, acting.workspace));
  const bundles: string[] = [];
  const linked: string[] = [];
  const waiting: string[] = [];
  for (const name of found) {
    const file = readRegular(path.join(place.root, place.config.drop_dir, name));
    if (file === null) {
      skipped.push({ path: name, reason: "it cannot be read" });
      continue;
    }
    const { sha256, bytes: size } = describeContent(path.basename(name), file.bytes);
    const taken = await ledger.read((tx) => selectTaken(tx, acting.workspace, sha256));
    if (taken.some((each) => each.path === name)) continue;
    const before = seen.get(name);
    const isSame = before?.sha256 === sha256 && before.size === size && before.mtime === file.mtime;
    if (!isSame || secondsBetween(before.seen_at, acting.at) < settle) {
      waiting.push(name);
      if (!isSame) await recordSeen(where, { path: name, size, mtime: file.mtime, sha256 });
      continue;
    }
    const result = await take(where, name, file.bytes);
    (result.isNew ? bundles : linked).push(result.isNew ? result.bundle : name);
  }
  return { bundles, linked, waiting, skipped };
}

async function recordSeen(
  { ledger, acting }: ActingPlace,
  file: {
    readonly path: string;
    readonly size: number;
    readonly mtime: number;
    readonly sha256: string;
  },
): Promise<void> {
  const { workspace, at, actor } = acting;
  await ledger.append([
    { stream: dropStream(workspace), type: "ingestion_seen", actor, body: { at, ...file } },
  ]);
}

/** Stages a file, records it and its bundle in one transaction, then puts the bundle into place. */
async function take(where: ActingPlace, name: string, bytes: Uint8Array) {
  const { acting, place } = where;
  const { workspace, at, actor } = acting;
  const content = describeContent(path.basename(name), bytes);
  const contents = new Map([[stageContent(place, bytes), bytes]]);
  return recordStaged(where, contents, async (unit) => {
    const [known] = await selectTaken(unit.tx, workspace, content.sha256);
    const drop = (bundle: string, lineage: string) =>
      unit.append([
        {
          stream: dropStream(workspace),
          type: "ingestion_taken",
          actor,
          body: { at, path: name, sha256: content.sha256, bundle, lineage },
        },
      ]);
    if (known !== undefined) {
      await drop(known.bundle_id, known.artifact_id);
      return { isNew: false, bundle: known.bundle_id, prepared: null };
    }
    const prepared = await prepareBundle(unit, acting, {
      origin: "workspace_ingestion",
      scope: slugOf(path.parse(name).name),
      objectives: [],
      suggested: [],
      content: [content],
      producer: null,
      maxBacklog: readPolicy(place, acting.steward).ingestBacklog,
      uris: [`${place.config.drop_dir}/${name}`],
      slug: slugOf(path.parse(name).name),
    });
    await drop(prepared.bundle.id, prepared.bundle.lineage[0] ?? "");
    return { isNew: true, bundle: prepared.bundle.id, prepared };
  });
}

/** Regular files below the drop folder, sorted by the bytes of their paths; never links or hidden ones. */
function listDropped({ root, config }: Place) {
  const found: string[] = [];
  const skipped: { path: string; reason: string }[] = [];
  const visit = (folder: string, depth: number): void => {
    const absolute = pathInside(
      root,
      folder === "" ? config.drop_dir : `${config.drop_dir}/${folder}`,
    );
    if (
      depth > MAX_DEPTH ||
      !(fs.lstatSync(absolute, { throwIfNoEntry: false })?.isDirectory() ?? false)
    )
      return;
    for (const entry of fs.readdirSync(absolute, { withFileTypes: true })) {
      const name = folder === "" ? entry.name : `${folder}/${entry.name}`;
      if (entry.name.startsWith(".") || entry.isSymbolicLink() || found.length >= MAX_FILES)
        continue;
      if (entry.isDirectory()) visit(name, depth + 1);
      else if (entry.isFile() && !/\.(?:part|tmp)$/.test(entry.name)) {
        const reason = obstacleTo(path.join(absolute, entry.name));
        if (reason === null) found.push(name);
        else skipped.push({ path: name, reason });
      }
    }
  };
  visit("", 0);
  return { found: found.sort(compareBytes), skipped };
}

/** Why a file of the drop folder cannot be taken in; null if it can. One such file must not stop the others. */
function obstacleTo(file: string): string | null {
  const stat = fs.lstatSync(file, { throwIfNoEntry: false });
  if (stat === undefined) return "it is gone, or its name is not valid UTF-8";
  if (stat.size > MAX_FILE_BYTES) return "larger than 50 MiB";
  return isMetadataName(path.basename(file)) ? `${METADATA_NAME}; rename it` : null;
}
