import type { Findings } from "../base/findings.ts";
import { formatCount } from "../base/text/format-count.ts";
import type { Accounting } from "./agent.ts";
import type { RecordKinds } from "./record-kinds.ts";

/** What a session was written by and what is known of it. */
interface SourceFacts {
  readonly types: Accounting["by_type"];
  readonly kinds: RecordKinds;
  readonly version: string | null;
  readonly testedVersions: { readonly oldest: string; readonly newest: string };
}

/** Reports types of records and a version of the program that nobody has tried. */
export function reportUnknown(writing: SourceFacts, findings: Findings): void {
  for (const [type, { opaque }] of Object.entries(writing.types)) {
    if (opaque === 0 || writing.kinds.has(type)) continue;
    findings.warn(
      "W_UNKNOWN_RECORD",
      {},
      `${formatCount(opaque, "record")} of the unknown type "${type}"`,
    );
  }
  const { version, testedVersions } = writing;
  if (version === null) return;
  if (isNewer(version, testedVersions.newest) || isNewer(testedVersions.oldest, version)) {
    const message = `Written by version ${version}; tested versions are ${testedVersions.oldest} to ${testedVersions.newest}`;
    findings.warn("W_UNKNOWN_VERSION", {}, message);
  }
}

/** Whether one dotted version is newer than another; what follows the numbers is ignored. */
function isNewer(version: string, other: string): boolean {
  const left = partsOf(version);
  const right = partsOf(other);
  for (let at = 0; at < Math.max(left.length, right.length); at++) {
    const difference = (left[at] ?? 0) - (right[at] ?? 0);
    if (difference !== 0) return difference > 0;
  }
  return false;
}

function partsOf(version: string): number[] {
  return (/^\d+(?:\.\d+)*/.exec(version)?.[0] ?? "0").split(".").map(Number);
}
