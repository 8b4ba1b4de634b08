import * as z from "zod";
import type { Finding } from "../../base/findings.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { reportSecrets } from "../../curator/disk/read/report-secrets.ts";
import { checkFiles, checkPacks } from "../../curator/disk/read/validate.ts";
import { diskFiles } from "../../curator/disk/responsibility-files.ts";
import { checkIdentity } from "../../curator/identity/identity.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { coreFiles } from "../../model/ai-context/context-file.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context validate",
  summary: "Check the files and the packs of a responsibility, or its identity",
  effect: "read",
  secrets: "shown",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.validate", sets: ["context"] },
  positionals: ["id"],
  examples: ["context validate docs_cos", "context validate docs_cos --only identity"],
  input: z.object({
    id: responsibilityId.describe("Responsibility"),
    secrets: z
      .boolean()
      .default(false)
      .describe("Look for secrets and e-mail addresses in the curated files"),
    only: z
      .enum(["files", "packs", "identity"])
      .optional()
      .describe("Check one part (default: files and packs; identity before work begins)"),
    pack: responsibilityId.optional().describe("Check this pack alone"),
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
    const files = diskFiles(bundle.root); // Nothing is believed that an earlier run kept.
    const only = input.only ?? (input.pack === undefined ? null : "packs");
    const found: Finding[] = [];
    if (only === null || only === "files")
      found.push(...(await checkFiles(context, bundle, files)));
    if (only === null || only === "packs") found.push(...checkPacks(files, input.pack));
    if (only === "identity") found.push(...checkIdentity(files, bundle.at).findings);
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
