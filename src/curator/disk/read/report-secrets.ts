import type { Finding } from "../../../base/findings.ts";
import { redactorFor } from "../../../runtime/redactor-for.ts";
import { findAddress } from "../../hygiene/personal-data.ts";
import { BUNDLE } from "../../workspace/layout.ts";
import type { openBundle } from "./open-bundle.ts";

const SECRET = "The file appears to contain a secret; `holdall redact --explain` shows where";

/** Reports files of a responsibility that appear to contain a secret or an e-mail address. */
export async function reportSecrets(
  context: Parameters<typeof redactorFor>[0],
  files: Awaited<ReturnType<typeof openBundle>>["files"],
  strict: boolean,
): Promise<readonly Finding[]> {
  const redactor = redactorFor(context);
  const grade = strict
    ? ({ severity: "error", code: "E_PROTECTED" } as const)
    : ({ severity: "warning", code: "W_SECRET" } as const);
  return files.list(BUNDLE).flatMap(({ path: file }): Finding[] => {
    const text = files.read(file) ?? "";
    const isSecret = redactor.text(text, file) !== text;
    const line = findAddress(text);
    return [
      ...(isSecret ? [{ line: null, message: SECRET }] : []),
      ...(line === null ? [] : [{ line, message: "The file contains an e-mail address" }]),
    ].map((found) => ({ ...found, ...grade, file, pointer: null }));
  });
}
