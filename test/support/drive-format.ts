import assert from "node:assert/strict";
import { HoldallError } from "../../src/base/errors.ts";
import type { FileSet } from "../../src/base/file-set.ts";
import { createFindings, type Findings, type Profile } from "../../src/base/findings.ts";
import { detectFormat } from "../../src/bundles/detect.ts";
import type { Format } from "../../src/formats/format.ts";
import { limitsOf } from "../../src/formats/limits.ts";

/**
 * Does with a bundle everything that commands do: detects, reads, summarises, renders and, when it
 * is sound, writes it and renders it as a conversation. Fails on any exception but a `HoldallError`.
 */
export async function drive(
  format: Format,
  files: FileSet,
  profile: Profile,
  what: string,
): Promise<{ readonly findings: Findings; readonly model: unknown }> {
  const findings = createFindings(profile);
  let model: unknown = null;
  try {
    await detectFormat(files, createFindings(profile));
    model = await format.read(files, { findings, limits: limitsOf(format), level: "full" });
    if (model !== null) useModel(format, model, findings);
  } catch (error) {
    if (!(error instanceof HoldallError)) {
      throw new Error(`${format.name} throws when ${what} (${profile})`, { cause: error });
    }
    findings.error(error.code, {}, error.message);
  }
  for (const finding of findings.list()) assert.notEqual(finding.message, "", finding.code);
  return { findings, model };
}

function useModel(format: Format, model: unknown, findings: Findings): void {
  format.summarise(model);
  format.render(model);
  format.topFolder(model);
  if (findings.errorCount() > 0) return;
  format.write(model);
  format.toConversation?.(model, (text) => text.length);
}
