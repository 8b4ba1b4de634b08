/** Checks that curated files are those that were recorded, back to the first refresh. */
import * as z from "zod";
import { createFindings, isOk } from "../../../base/findings.ts";
import { formatCount } from "../../../base/text/format-count.ts";
import { coreFiles } from "../../../model/ai-context/context-file.ts";
import type { OperationContext } from "../../../runtime/operation-context.ts";
import { findingSchema } from "../../../runtime/output-schemas.ts";
import { bundleHash } from "../../bundle/hash.ts";
import { readBundleTexts } from "../../bundle/texts.ts";
import { measureVolume } from "../../hygiene/volume.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import { keepForNextRun } from "../complete-recorded.ts";
import { diskFiles } from "../responsibility-files.ts";
import { unmark } from "../unfinished.ts";
import { checkChain } from "./check-chain.ts";
import { checkRecorded } from "./check-recorded.ts";
import { openBundle } from "./open-bundle.ts";

/** What a check of a responsibility's record found. */
export const verifiedSchema = () =>
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
  });

type Verified = z.infer<ReturnType<typeof verifiedSchema>>;
type Input = Parameters<typeof openBundle>[1];

/** Compares the files of a responsibility with its record. */
export async function verifyResponsibility(
  context: OperationContext,
  input: Input,
): Promise<Verified> {
  const opened = await openBundle(context, input, { isCheck: true });
  const files = diskFiles(opened.root); // Nothing is believed that an earlier run kept.
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
    ok: isOk(list),
    responsibility_id: input.id,
    bundle,
    refreshes: chain.count,
    last_refresh: chain.last,
    level,
    findings: list,
  };
}

/** The warning about a refresh that did not end. */
function describeUnfinished(id: string): string {
  return `A refresh ended before it had written its files, or is still running. These are the files of the refresh before; nobody changed them. \`holdall context refresh ${id}\` completes it`;
}
