import fs from "node:fs";
import * as z from "zod";
import type { FileSet } from "../../base/file-set.ts";
import { memoryFiles } from "../../base/file-set.ts";
import type { Finding } from "../../base/findings.ts";
import { readBundle } from "../../bundles/read-bundle.ts";
import { checkIngested } from "../../curator/disk/read/check-ingested.ts";
import { checkMemory } from "../../curator/disk/read/check-memory.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { reportSecrets } from "../../curator/disk/read/report-secrets.ts";
import { diskFiles } from "../../curator/disk/responsibility-files.ts";
import { checkSources } from "../../curator/files/check-sources.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { folderFiles } from "../../disk/folder.ts";
import { pathInside } from "../../disk/path-inside.ts";
import { coreFiles } from "../../model/ai-context/context-file.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context validate",
  summary: "Check the files of a responsibility: provenance, required files, enums, secrets",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.validate", sets: ["context"] },
  positionals: ["id"],
  examples: ["context validate docs_cos"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    secrets: z
      .boolean()
      .default(false)
      .describe("Look for secrets and e-mail addresses in the curated files"),
    strict: z.boolean().default(false).describe("Let a secret fail the check"),
    ...placeInput,
  }),
  output: () =>
    z.object({
      ok: z.boolean(),
      responsibility_id: z.string(),
      violations: z.array(findingSchema()),
      warnings: z.array(findingSchema()),
      /** Files without a violation. */
      passed: z.array(z.string()),
      score: z.number(),
    }),
  async run(context, input) {
    const bundle = await openBundle(context, input, { isCheck: true });
    const { root } = bundle;
    const files = diskFiles(root); // Nothing is believed that an earlier run kept.
    const reading = await readBundle(curatedFiles(root), {
      as: "ai-context",
      profile: "strict",
      level: "full",
      limits: {},
      signers: null,
      now: context.now(),
    });
    const curated = reading.findings.list().map((finding) => inBundle(finding));
    const found = [
      ...curated,
      ...checkSources(files),
      ...(await checkMemory(context, bundle)),
      ...(await checkIngested(context, bundle)),
    ];
    if (input.secrets) found.push(...(await reportSecrets(context, files, input.strict)));
    const violations = found.filter(({ severity }) => severity === "error");
    const failed = new Set(violations.map(({ file }) => file));
    const checked = [
      ...new Set([
        ...coreFiles.map((stem) => `${BUNDLE}/${stem}.md`),
        ...files.list(BUNDLE).map(({ path: file }) => file),
        ...["kernel.md", "guardrails.md", "persona.md"].filter((file) => files.stat(file) !== null),
      ]),
    ];
    const passed = checked.filter((file) => !failed.has(file));
    return {
      ok: violations.length === 0,
      responsibility_id: input.id,
      violations,
      warnings: found.filter(({ severity }) => severity !== "error"),
      passed,
      score: passed.length / (passed.length + Math.max(failed.size, 0) || 1),
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});

/** A folder that is not there has no files, so that each is reported as missing. */
function curatedFiles(root: string): FileSet {
  const folder = pathInside(root, BUNDLE);
  return fs.existsSync(folder) ? folderFiles(folder) : memoryFiles({});
}

function inBundle(finding: Finding): Finding {
  return finding.file === null ? finding : { ...finding, file: `${BUNDLE}/${finding.file}` };
}
