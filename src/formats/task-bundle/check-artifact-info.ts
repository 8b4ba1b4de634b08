import { checkRecord } from "../../base/check-record.ts";
import type { FileEntry } from "../../base/file-set.ts";
import type { Findings } from "../../base/findings.ts";
import { pointerOf } from "../../base/json/pointer.ts";
import type { JsonObject } from "../../base/json/value.ts";
import { excerpt } from "../../base/text/text.ts";
import { objectOf, ownValue, textOf } from "../../model/task-bundle.ts";
import { type ArtifactInfo, artifactInfoRecord } from "../../model/task-bundle-records.ts";
import type { ReadOptions } from "../format.ts";
import { checkDigest } from "./check-digest.ts";
import { isInside, type PointerScope, pointedFile } from "./pointers.ts";

/** Checks what `bundle.json` records about its artifacts; returns the paths that it names. */
export async function checkArtifactInfo(
  bundle: JsonObject,
  level: ReadOptions["level"],
  scope: PointerScope,
): Promise<ReadonlySet<string>> {
  const { findings } = scope;
  const recorded = objectOf(bundle, "artifactInfo");
  const artifacts = objectOf(bundle, "artifacts");
  const named = new Set<string>();
  for (const key of Object.keys(recorded)) {
    const artifact = ownValue(recorded, key);
    const pointer = pointerOf(["artifactInfo", key]);
    if (!isArtifactInfo(artifact, pointer, findings)) continue;
    if (!isInside(artifact.path, `${pointer}/path`, findings)) continue;
    named.add(artifact.path);
    const pointed = textOf(artifacts, key);
    if (pointed !== null && pointed !== artifact.path) {
      const message = `Recorded for "${excerpt(artifact.path)}", but the artifact is "${excerpt(pointed)}"`;
      findings.error("E_DIGEST", { file: "bundle.json", pointer: `${pointer}/path` }, message);
    }
    // A missing artifact was already reported where its pointer was followed.
    const entry = await fileOf(artifact.path, pointed, scope);
    if (entry && level !== "records") await checkDigest(entry, artifact, { findings, level });
  }
  return named;
}

function isArtifactInfo(
  entry: unknown,
  pointer: string,
  findings: Findings,
): entry is ArtifactInfo {
  // Faults were reported with `bundle.json`, except under the key `__proto__`, which schemas skip.
  if (artifactInfoRecord.schema.safeParse(entry).success) return true;
  if (pointer === "/artifactInfo/__proto__") {
    checkRecord(artifactInfoRecord, entry, { file: "bundle.json", pointer }, findings);
  }
  return false;
}

async function fileOf(
  path: string,
  pointed: string | null,
  scope: PointerScope,
): Promise<FileEntry | null> {
  if (path !== pointed) return pointedFile(path, scope);
  const entry = await scope.files.get(path);
  return entry?.kind === "file" ? entry : null;
}
