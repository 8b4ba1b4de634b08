import type { Finding } from "../../../base/findings.ts";

/** What to do about curated files that are missing. */
export function missingCure(findings: readonly Finding[], id: string): readonly string[] {
  const missing = findings.filter(({ code }) => code === "E_MISSING_FILE");
  if (missing.length === 0) return [];
  const hasPolicy = !missing.some(({ file }) => file?.endsWith("/model_preferences.md"));
  return [
    ...(hasPolicy ? [] : [`→ create the policy with \`holdall init --responsibility ${id}\``]),
    `→ write the other files with \`holdall context refresh ${id}\``,
  ];
}
