import { sha256 } from "../../../base/hash.ts";
import { pathFault } from "../../../base/paths.ts";
import { decodeUtf8, excerpt } from "../../../base/text/text.ts";
import { readAtOnce } from "../../../disk/open-file.ts";
import { pathInside } from "../../../disk/path-inside.ts";
import type { Answer } from "../../judge/check-diff.ts";
import type { Check } from "../../judge/checks.ts";

const MAX_FILE_BYTES = 16 * 1024 * 1024;

type FileCheck = Extract<Check, { kind: "file_equals" | "file_contains" }>;

/** Answers a check about one file of a run. */
export function checkFile(check: FileCheck, folder: string): Answer {
  const fault = pathFault(check.path);
  if (fault !== null) return { passed: false, detail: `The path ${fault}` };
  const bytes = readRegular(folder, check.path);
  if (bytes === null) return { passed: false, detail: `${check.path} is absent or no file` };
  if (check.kind === "file_contains") {
    const passed = (decodeUtf8(bytes) ?? "").includes(check.text);
    const found = passed ? "contains" : "does not contain";
    return { passed, detail: `${check.path} ${found} "${excerpt(check.text, 60)}"` };
  }
  const expected = check.sha256 ?? sha256(check.text ?? "");
  const passed = sha256(bytes) === expected;
  const wanted = check.text === undefined ? "the expected hash" : "the expected text";
  return { passed, detail: `${check.path} ${passed ? "has" : "does not have"} ${wanted}` };
}

/** A regular file, reached without following a link: a run may have created any. */
function readRegular(folder: string, relative: string): Uint8Array | null {
  try {
    return readAtOnce(pathInside(folder, relative), MAX_FILE_BYTES).bytes;
  } catch {
    return null; // There is none, or a link is in its place.
  }
}
