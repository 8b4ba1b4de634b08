import type { HoldallError } from "../../base/errors.ts";
import { printableLine } from "../../base/text/text.ts";
import { type Terminal, wrap } from "../terminal.ts";
import { findingLines } from "./findings.ts";

/** An error as a sentence with its code, its findings and its cure. */
export function presentError(error: HoldallError, terminal: Terminal): string[] {
  // Who stopped it needs no code to look up.
  if (error.code === "E_INTERRUPTED") return wrap(printableLine(error.message), terminal.width);
  const lines = wrap(`${error.code}  ${printableLine(error.message)}`, terminal.width);
  lines[0] = terminal.style("red", error.code) + (lines[0] ?? "").slice(error.code.length);
  const isCheck = error.code !== "E_USAGE" && error.findings.length > 0;
  if (isCheck) lines.push(...findingLines(error.findings, terminal));
  if (error.cure) lines.push(...wrap(`→ ${printableLine(error.cure)}`, terminal.width, "  "));
  return lines;
}
