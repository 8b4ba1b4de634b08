import path from "node:path";
import { createFindings } from "../../../base/findings.ts";
import { folderFiles } from "../../../disk/folder.ts";
import type { Redactor } from "../../../redact/redactor.ts";
import { type FailedCheck, readFailedChecks } from "../../read/failed-checks.ts";
import { readTaskFacts } from "../../read/task-facts.ts";

/** The address of a run of a report, as a file in another folder links to it. */
export function linksFrom(from: string, folder: string): (bundleDir: string) => string {
  return (bundleDir) =>
    path
      .relative(from, path.resolve(folder, bundleDir, "summary.md"))
      .split(path.sep)
      .join("/");
}

/** Reads the checks that a run of a report did not pass, without secrets. */
export function failedChecksIn(folder: string, redactor: Redactor) {
  return async ({ bundleDir }: { readonly bundleDir: string }): Promise<readonly FailedCheck[]> => {
    const files = folderFiles(path.resolve(folder, bundleDir));
    const facts = await readTaskFacts(files, createFindings("lenient"));
    if (facts === null) return [];
    const checks = await readFailedChecks(files, facts.document);
    return checks.map(({ name, detail, output }) => ({
      name,
      detail: redactor.text(detail, bundleDir),
      output: redactor.text(output, bundleDir),
    }));
  };
}
