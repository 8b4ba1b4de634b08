import fs from "node:fs";
import { type FileSet, memoryFiles } from "../../../base/file-set.ts";
import type { Finding } from "../../../base/findings.ts";
import { readBundle } from "../../../bundles/read-bundle.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { checkSources } from "../../files/check-sources.ts";
import { lintPack } from "../../pack/lint.ts";
import { PACKS } from "../../pack/pack.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import type { ResponsibilityFiles } from "../../workspace/port.ts";
import { checkIngested } from "./check-ingested.ts";
import { checkRecorded } from "./check-recorded.ts";
import type { OpenedBundle } from "./open-bundle.ts";

/** The curated files, what they are made of, the memory and the ingested bundles. */
export async function checkFiles(
  context: OperationContext,
  bundle: OpenedBundle,
  files: ResponsibilityFiles,
): Promise<readonly Finding[]> {
  const reading = await readBundle(curatedFiles(bundle.root), {
    as: "ai-context",
    profile: "strict",
    level: "full",
    limits: {},
    signers: null,
    now: context.now(),
  });
  return [
    ...reading.findings.list().map((finding) => inBundle(finding)),
    ...checkSources(files),
    ...(await checkRecorded(context, bundle)).findings,
    ...(await checkIngested(context, bundle)),
  ];
}

/** Checks the packs of a responsibility, or one of them. */
export function checkPacks(
  files: ResponsibilityFiles,
  pack: string | undefined,
): readonly Finding[] {
  const packs = pack === undefined ? files.folders(PACKS) : [pack];
  return packs.flatMap((each) => [...lintPack(files, each)]);
}

/** A folder that is not there has no files, so that each is reported as missing. */
function curatedFiles(root: string): FileSet {
  const folder = pathInside(root, BUNDLE);
  return fs.existsSync(folder) ? folderFiles(folder) : memoryFiles({});
}

function inBundle(finding: Finding): Finding {
  return finding.file === null ? finding : { ...finding, file: `${BUNDLE}/${finding.file}` };
}
