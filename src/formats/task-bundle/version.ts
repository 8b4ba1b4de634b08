import type { Findings } from "../../base/findings.ts";
import { excerpt } from "../../base/text/text.ts";

/**
 * The newest version that is known. Readers of one major version ignore what a newer minor one
 * adds.
 */
const MAJOR = 0;
const MINOR = 3;

/** Whether the bundle's version can be read; a newer minor version is a warning. */
export function checkVersion(version: string, findings: Findings): boolean {
  const place = { file: "bundle.json", pointer: "/schemaVersion" };
  const match = /^(\d{1,9})\.(\d{1,9})(?:\.\d{1,9})?(?:[-+][0-9A-Za-z.+-]+)?$/.exec(version);
  if (!match || Number(match[1]) !== MAJOR) {
    const message = `Version "${excerpt(version)}" is not supported, only ${MAJOR}.x up to ${MAJOR}.${MINOR}`;
    findings.error("E_VERSION", place, message, { version: excerpt(version) });
    return false;
  }
  if (Number(match[2]) > MINOR) {
    const message = `Version "${version}" is newer than ${MAJOR}.${MINOR}; parts may not be understood`;
    findings.warn("W_NEWER_MINOR", place, message);
  }
  return true;
}
