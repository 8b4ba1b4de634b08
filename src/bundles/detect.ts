import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import type { Finding, Findings } from "../base/findings.ts";
import { nearestName } from "../base/registry.ts";
import type { Format } from "../formats/format.ts";
import { type FormatName, formatNames, loadFormat, possibleFormats } from "../formats/registry.ts";

/** Names that other programs use for our formats. */
export const formatAliases: ReadonlyMap<string, FormatName> = new Map([
  ["wc", "working-context"],
  ["bundle", "working-context"],
  ["kit", "ocf-kit"],
  ["task", "task-bundle"],
  ["taskbundle", "task-bundle"],
  ["context", "context-bundle"],
]);

/** The format with a name or an alias. */
export function resolveFormatName(name: string): FormatName {
  const format = formatNames.find((each) => each === name) ?? formatAliases.get(name);
  if (format) return format;
  const near = nearestName(name, [...formatNames, ...formatAliases.keys()]);
  throw new HoldallError("E_USAGE", `Cannot use format "${name}": there is no such format`, {
    cure: near ? `did you mean "${near}"?` : `choose one of ${formatNames.join(", ")}`,
  });
}

/**
 * The format of a file set, or null with findings that explain why it is not exactly one. More than
 * one match is an error, not a preference: a guess could drop what belongs to the other format.
 */
export async function detectFormat(files: FileSet, findings: Findings): Promise<Format | null> {
  const matches: Format[] = [];
  const faults = new Map<string, Finding>();
  for (const name of await possibleFormats(files)) {
    const format = await loadFormat(name);
    const { match, fault } = await format.detect(files);
    if (match) matches.push(format);
    if (fault) faults.set(JSON.stringify(fault), fault);
  }
  const [first, second] = matches;
  if (first && !second) return first;
  if (first) {
    const names = matches.map((format) => format.name).join(" and ");
    findings.error("E_AMBIGUOUS", {}, `The files match both ${names}; choose one with --as`, {
      formats: matches.map((format) => format.name),
    });
    return null;
  }
  for (const fault of faults.values()) {
    // Every fault of a detection is an error, which the type of a finding does not express.
    findings.error(fault.code as `E_FORMAT`, placeOf(fault), fault.message, fault.details);
  }
  if (faults.size === 0) {
    findings.error("E_FORMAT", {}, `Not a bundle of a known format (${formatNames.join(", ")})`);
  }
  return null;
}

function placeOf(finding: Finding) {
  return {
    file: finding.file ?? undefined,
    pointer: finding.pointer ?? undefined,
    line: finding.line ?? undefined,
  };
}
