import * as z from "zod";
import { createFindings } from "../../base/findings.ts";
import { formatCount } from "../../base/text/format-count.ts";
import { chainFaults, lastRefresh, recordedRefreshes } from "../../curator/bundle/chain.ts";
import { bundleHash } from "../../curator/bundle/hash.ts";
import { readMemory } from "../../curator/disk/memory-file.ts";
import { diskFiles } from "../../curator/disk/responsibility-files.ts";
import { measureVolume } from "../../curator/hygiene/volume.ts";
import { checkMemory } from "../../curator/refreshing/check-memory.ts";
import { openBundle } from "../../curator/refreshing/open-bundle.ts";
import { BUNDLE, EVENTS, markdownIn } from "../../curator/workspace/layout.ts";
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
    const opened = await openBundle(context, input);
    const { root } = opened;
    const files = diskFiles(root); // Nothing is believed that an earlier run kept.
    const findings = createFindings("strict");
    for (const stem of coreFiles) {
      const file = `${BUNDLE}/${stem}.md`;
      if (files.stat(file) === null)
        findings.error("E_MISSING_FILE", { file }, "The file is missing");
    }
    const { bytes } = readMemory(root);
    const texts = new Map(
      markdownIn(files, BUNDLE).map((file) => [
        file.slice(BUNDLE.length + 1, -3),
        files.read(file) ?? "",
      ]),
    );
    const memory = new TextDecoder().decode(bytes).split("\n");
    const bundle = bundleHash(texts);
    for (const { line, message } of chainFaults(memory, bundle)) {
      findings.error("E_DIGEST", { file: EVENTS, line }, message);
    }
    const { level, total_lines: total } = measureVolume(files);
    if (level === "red") {
      const message = `${formatCount(total, "line")} of context; at most 3,000 are published without an override`;
      findings.error("E_HYGIENE", { file: BUNDLE }, message);
    }
    const list = [...(await checkMemory(context, opened)), ...findings.list()];
    return {
      ok: list.every(({ severity }) => severity !== "error"),
      responsibility_id: input.id,
      bundle,
      refreshes: recordedRefreshes(memory).length,
      last_refresh: lastRefresh(memory),
      level,
      findings: list,
    };
  },
  exitCode: ({ ok }) => (ok ? 0 : 1),
});
