import type { FileSet } from "../../base/file-set.ts";
import { createFindings, type Finding } from "../../base/findings.ts";
import { isObject } from "../../base/json/value.ts";
import { readJson } from "../../base/read-document.ts";
import type { Detection } from "../format.ts";
import { limitsByFormat } from "../limits.ts";

/** A `bundle.json` with a `schemaVersion`; with a task or a summary beside it, also a damaged one. */
export async function detect(files: FileSet): Promise<Detection> {
  const hasTask = (await files.get("task.md")) !== null;
  const hasSummary = (await files.get("summary.md")) !== null;
  if ((await files.get("bundle.json")) === null) {
    return hasTask && hasSummary ? { match: false, fault: missingIndex() } : { match: false };
  }
  const findings = createFindings();
  const maxBytes = limitsByFormat["task-bundle"].documentBytes;
  const document = await readJson(files, "bundle.json", { findings, maxBytes, allowBom: true });
  const isNamed = isObject(document?.value) && Object.hasOwn(document.value, "schemaVersion");
  // A reader reports more about a damaged index than "not a bundle".
  if (isNamed || hasTask || hasSummary) return { match: true };
  const fault = findings.list()[0];
  return fault ? { match: false, fault } : { match: false };
}

function missingIndex(): Finding {
  return {
    severity: "error",
    code: "E_MISSING_FILE",
    file: "bundle.json",
    pointer: null,
    line: null,
    message: "A task and a summary are here, but no bundle.json that makes them a task bundle",
  };
}
