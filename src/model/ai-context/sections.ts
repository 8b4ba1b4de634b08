import type { Findings } from "../../base/findings.ts";
import { trimEndOf } from "../../base/text/trim-end.ts";

const sections: ReadonlyMap<string, readonly string[]> = new Map([
  [
    "system_context",
    ["Kernel", "Guardrails", "Persona voice", "Long-lived mandates", "Canonical files"],
  ],
  ["current_focus", ["Active projects", "Current objectives", "Near-term checkpoints", "Blocked"]],
  ["recent_activity", ["Unresolved drift", "Latest events", "Summary of older events"]],
  ["open_requests", ["Pending", "Accepted", "Deferred", "SLA"]],
  ["model_preferences", ["Policy notes", "Drift log"]],
]);

/**
 * Warns about sections that a core file should have. An empty section contains "None."; an absent
 * one leaves open whether there is nothing or someone forgot it.
 */
export function checkSections(stem: string, body: string, file: string, findings: Findings): void {
  const present = headingsOf(body);
  for (const section of sections.get(stem) ?? []) {
    if (present.has(section.toLowerCase())) continue;
    findings.warn("W_SECTION", { file }, `There is no section "## ${section}"`);
  }
}

/** Level-2 headings outside fenced code. */
function headingsOf(body: string): ReadonlySet<string> {
  const headings = new Set<string>();
  let fence: string | null = null;
  for (const line of body.split("\n")) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1] ?? null;
    if (mark && (fence === null || fence === mark)) fence = fence ? null : mark;
    const heading = fence ? null : /^##[ \t]+(.*)/.exec(line)?.[1];
    if (heading) headings.add(trimEndOf(heading, " \t#").toLowerCase());
  }
  return headings;
}
