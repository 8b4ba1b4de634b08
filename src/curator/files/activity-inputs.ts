import { sha256 } from "../../base/hash.ts";
import type { MemoryDigest } from "../memory/digest.ts";
import type { Collection } from "../workspace/collection/collection.ts";
import { EVENTS, INSIGHTS } from "../workspace/layout.ts";
import type { ResponsibilityFiles } from "../workspace/port.ts";
import type { CuratorRecord } from "../workspace/record.ts";
import type { InputRef } from "./provenance.ts";
import { collectMeetings, collectReports } from "./reports.ts";
import { collectRuns } from "./runs.ts";

/** What recent activity is made from. Many files of one folder are one input, whose hash covers their names and hashes. */
export function activityInputs(
  files: ResponsibilityFiles,
  { closed, lastRequestEvent }: Pick<CuratorRecord, "closed" | "lastRequestEvent">,
  memory: Pick<MemoryDigest, "lastLine" | "chain">,
): readonly InputRef[] {
  const collected: readonly (readonly [string, Collection])[] = [
    ["mandates/runs", collectRuns(files)],
    ["reports", collectReports(files)],
    ["meetings/summaries", collectMeetings(files)],
  ];
  return [
    ...collected
      .filter(([, { summary }]) => summary.count > 0)
      .map(([ref, { summary }]) => ({ ref, sha256: summary.sha256 })),
    ...(memory.lastLine === null ? [] : [{ ref: EVENTS, sha256: memory.chain }]),
    ...(files.stat(INSIGHTS) === null
      ? []
      : [{ ref: INSIGHTS, sha256: files.facts(INSIGHTS).sha256 }]),
    { ref: `sql:request_events#${lastRequestEvent}`, sha256: sha256(JSON.stringify(closed)) },
  ];
}
