import { HoldallError } from "../../base/errors.ts";
import type { Finding } from "../../base/findings.ts";

/** Errors that say something about the file itself, before there is a bundle to check. */
const VERDICTS: readonly string[] = [
  "E_ARCHIVE",
  "E_ARCHIVE_PATH",
  "E_ARCHIVE_TYPE",
  "E_FORMAT",
  "E_LIMIT",
  "E_PROTECTED",
];

/** The finding of a path that is no readable bundle; rethrows what says nothing about the path. */
export function asFinding(error: unknown): { readonly refused: Finding } {
  if (!(error instanceof HoldallError) || !VERDICTS.includes(error.code)) throw error;
  const { code, cure } = error;
  const message = cure === undefined ? error.message : `${error.message} (${cure})`;
  return { refused: { severity: "error", code, file: null, pointer: null, line: null, message } };
}
