import type { Finding } from "../../base/findings.ts";
import type { PageFinding } from "../../web/page.ts";

/** A finding with its place as one text. */
export function pageFinding(finding: Finding): PageFinding {
  const { severity, code, message, file, line, pointer } = finding;
  const place = [file, line, pointer].filter((part) => part !== null).join(":");
  return { severity, code, message, place };
}
