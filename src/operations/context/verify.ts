import * as z from "zod";
import { createFindings } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { bundleHash } from "../../curator/bundle/hash.ts";
import { readBundleTexts } from "../../curator/bundle/texts.ts";
import { keepForNextRun } from "../../curator/disk/complete-recorded.ts";
import { checkChain } from "../../curator/disk/read/check-chain.ts";
import { checkRecorded } from "../../curator/disk/read/check-recorded.ts";
import { openBundle } from "../../curator/disk/read/open-bundle.ts";
import { describeUnfinished } from "../../curator/disk/read/verify.ts";
import { diskFiles } from "../../curator/disk/responsibility-files.ts";
import { unmark } from "../../curator/disk/unfinished.ts";
import { measureVolume } from "../../curator/hygiene/volume.ts";
import { BUNDLE } from "../../curator/workspace/layout.ts";
import { coreFiles } from "../../model/ai-context/context-file.ts";
import { findingSchema } from "../../runtime/output-schemas.ts";
import { defineOperation } from "../operation/define-operation.ts";
import { placeInput, responsibilityId } from "./input.ts";

export default defineOperation({
  name: "context verify",
  summary: "Check that curated files are those that were recorded, back to the first refresh",
  effect: "read",
  secrets: "none",
  surfaces: ["cli", "mcp", "http"],
  tool: { name: "context.verify", sets: ["context"] },
  positionals: ["id"],
  examples: ["context verify docs_cos"],
  input: z.object({ id: responsibilityId.describe("Responsibility"), ...placeInput }),
  output: () =>
    z.object({
      ok: z.boolean(),
      responsibility_id: z.string(),
      bundle: z.string(),
      /** Recorded refreshes. */
      refreshes: z.number(),
      /** The newest refresh and the curated files that it changed; null before the first. */
      last_refresh: z
        .object({ at: z.string(), changed: z.array(z.string()), unchanged: z.array(z.string()) })
        .nullable(),
      level: z.enum(["green", "yellow", "red"]),
      findings: z.array(findingSchema()),
    }),
  async run(context, input) {
    const opened = await openBundle(context, input, { isCheck: true });
    const { root } = opened;
    const files = diskFiles(root); // Nothing is believed that an earlier run kept.
    const findings = createFindings("strict");
    for (const stem of coreFiles) {
      const file = `${BUNDLE}/${stem}.md`;
      if (files.stat(file) === null)
        findings.error("E_MISSING_FILE", { file }, "The file is missing");
    }
    const bundle = bundleHash(readBundleTexts(files));
    const record = await checkRecorded(context, opened);
    const chain = await checkChain(context, opened, { bundle, unwritten: record.unwritten });
    const { mark } = chain;
    for (const { file, line, message } of chain.faults) {
      findings.error("E_DIGEST", { file, line }, message);
    }
    if (chain.isUnfinished)
      findings.warn("W_UNFINISHED", { file: BUNDLE }, describeUnfinished(input.id));
    // It was killed when it had written them: whatever comes after it is no longer its work.
    else if (mark?.after === bundle) keepForNextRun(() => unmark(opened.folder, mark));
    const { level, total_lines: total } = measureVolume(files);
    if (level === "red") {
      const message = `${formatCount(total, "line")} of context; at most 3,000 are published without an override`;
      findings.error("E_HYGIENE", { file: BUNDLE }, message);
    }
    const list = [...record.findings, ...findings.list()];
    return {
      ok: list.every(({ severity }) => severity !== "error"),
      responsibility_id: input.id,
      bundle,
      refreshes: chain.count,
      last_refresh: chain.last,
      level,
      findings: list,
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
