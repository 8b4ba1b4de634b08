import { HoldallError } from "../base/errors.ts";
import type { FileSet } from "../base/file-set.ts";
import type { Finding, Findings } from "../base/findings.ts";
import { nearestName } from "../base/registry.ts";
import type { Format } from "../formats/format.ts";
import { type FormatName, formatNames, loadFormat, possibleFormats } from "../formats/registry.ts";

/** The words other programs use for our formats. */
export const formatAliases: ReadonlyMap<string, FormatName> = new Map([
  ["wc", "working-context"],
  ["bundle", "working-context"],
  ["kit", "ocf-kit"],
  ["task", "task-bundle"],
  ["taskbundle", "task-bundle"],
  ["context", "context-bundle"],
]);

/** The format a name or an alias means. */
export function formatNamed(word: string): FormatName {
  const name = formatNames.find((each) => each === word) ?? formatAliases.get(word);
  if (name) return name;
  const near = nearestName(word, [...formatNames, ...formatAliases.keys()]);
  throw new HoldallError("E_USAGE", `Cannot use format "${word}": no such format`, {
    cure: near ? `did you mean "${near}"?` : `choose one of ${formatNames.join(", ")}`,
  });
}

/** The format of a file set, or null with findings that say why there is none or more than one. */
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
    findings.error("E_AMBIGUOUS", {}, `Both ${names} fit; say which with --as`, {
      formats: matches.map((format) => format.name),
    });
    return null;
  }
  for (const fault of faults.values()) {
    // A fault is an error by its type's promise: detection has nothing milder to say.
    findings.error(fault.code as `E_FORMAT`, placeOf(fault), fault.message, fault.details);
  }
  if (faults.size === 0) {
    findings.error(
      "E_FORMAT",
      {},
      `No bundle of a known format is here (${formatNames.join(", ")})`,
    );
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
