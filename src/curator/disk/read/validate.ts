/** Checks the files and the packs of a responsibility, or its identity. */
import fs from "node:fs";
import * as z from "zod";
import { type FileSet, memoryFiles } from "../../../base/file-set.ts";
import type { Finding } from "../../../base/findings.ts";
import { readBundle } from "../../../bundles/read-bundle.ts";
import { folderFiles } from "../../../disk/folder.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import { coreFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findingSchema } from "../../../runtime/output-schemas.ts";
import { checkSources } from "../../files/check-sources.ts";
import { checkIdentity } from "../../identity/identity.ts";
import { lintPack } from "../../pack/lint.ts";
import { PACKS } from "../../pack/pack.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import type { ResponsibilityFiles } from "../../workspace/port.ts";
import { diskFiles } from "../responsibility-files.ts";
import { checkIngested } from "./check-ingested.ts";
import { checkRecorded } from "./check-recorded.ts";
import { type OpenedBundle, openBundle } from "./open-bundle.ts";
import { reportSecrets } from "./report-secrets.ts";

/** What a check of a responsibility's files found. */
export const validatedSchema = () =>
  z.object({
    ok: z.boolean(),
    responsibility_id: z.string(),
    violations: z.array(findingSchema()),
    warnings: z.array(findingSchema()),
    /** Files without a violation. */
    passed: z.array(z.string()),
    score: z.number(),
  });

type Validated = z.infer<ReturnType<typeof validatedSchema>>;

/** What is checked, and how. */
type ValidateInput = Parameters<typeof openBundle>[1] & {
  /** One part; otherwise files and packs. */
  readonly only?: "files" | "packs" | "identity" | undefined;
  /** This pack alone. */
  readonly pack?: string | undefined;
  /** Whether secrets in the curated files are looked for. */
  readonly secrets: boolean;
  /** Whether one of them fails the check. */
  readonly strict: boolean;
};

/** Checks a responsibility. */
export async function validateResponsibility(
  context: OperationContext,
  input: ValidateInput,
): Promise<Validated> {
  const bundle = await openBundle(context, input, { isCheck: true });
  const files = diskFiles(bundle.root); // Nothing is believed that an earlier run kept.
  const only = input.only ?? (input.pack === undefined ? null : "packs");
  const found: Finding[] = [];
  if (only === null || only === "files") found.push(...(await checkFiles(context, bundle, files)));
  if (only === null || only === "packs") found.push(...checkPacks(files, input.pack));
  if (only === "identity") found.push(...checkIdentity(files, bundle.at).findings);
  if (input.secrets) found.push(...(await reportSecrets(context, files, input.strict)));
  const violations = found.filter(({ severity }) => severity === "error");
  const failed = new Set(violations.map(({ file }) => file));
  const passed = checkedFiles(files).filter((file) => !failed.has(file));
  return {
    ok: violations.length === 0,
    responsibility_id: input.id,
    violations,
    warnings: found.filter(({ severity }) => severity !== "error"),
    passed,
    score: passed.length / (passed.length + failed.size || 1),
  };
}

function checkedFiles(files: ResponsibilityFiles): readonly string[] {
  return [
    ...new Set([
      ...coreFiles.map((stem) => `${BUNDLE}/${stem}.md`),
      ...files.list(BUNDLE).map(({ path }) => path),
      ...["kernel.md", "guardrails.md", "persona.md"].filter((file) => files.stat(file) !== null),
    ]),
  ];
}

/** The curated files, what they are made of, the memory and the ingested bundles. */
async function checkFiles(
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
function checkPacks(files: ResponsibilityFiles, pack: string | undefined): readonly Finding[] {
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
