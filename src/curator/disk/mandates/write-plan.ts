import type { MandatePlan } from "../../mandates/mandate.ts";
import { appendAudit, appendInsights, appendMemory } from "../append-only-files.ts";
import { completeRecorded } from "../complete-recorded.ts";
import { blockedFolder, keepBlocked, publish, publishPlaceOf } from "../publish.ts";
import { clearMarks } from "../unfinished.ts";
import type { MandateRequest } from "./mandate-request.ts";
import type { Site } from "./open-site.ts";
import type { StagedPlan } from "./stage-plan.ts";

/**
 * Writes the files of a mandate that is recorded: the memory, the insights, the line of the refresh, and last the
 * curated files, which change together. Returns the folder of those that may not be published.
 */
export async function writePlan(
  site: Site,
  plan: MandatePlan,
  staged: StagedPlan,
  { telemetry }: Pick<MandateRequest, "telemetry">,
): Promise<string | null> {
  const write = () => writeFiles(site, plan, staged);
  const { mandate } = plan.record;
  const verb = mandate === "compact_memory_events" ? "compact" : "refresh";
  const completedBy = `holdall context ${verb} ${site.id}`;
  // A run that the ledger does not have can be repeated as if nothing had happened.
  if (telemetry === "sql")
    await completeRecorded(`${mandate} of "${site.id}"`, [{ completedBy, write }]);
  else write();
  return plan.blocked === null ? null : blockedFolder(site.folder);
}

function writeFiles(site: Site, plan: MandatePlan, staged: StagedPlan): void {
  const { root, folder } = site;
  appendMemory(root, plan.append);
  if (plan.insights !== null) appendInsights(root, plan.insights);
  if (plan.blocked !== null) {
    keepBlocked(folder, plan.publish);
    return;
  }
  appendAudit(root, plan.audit);
  publish(publishPlaceOf(site), staged.files);
  clearMarks(folder);
}
