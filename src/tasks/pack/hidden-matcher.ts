import { createIgnoreRules } from "./ignore-rules.ts";
import type { PackSettings } from "./pack-config.ts";
import { testFilePatterns } from "./test-files.ts";

/** Says which files of a result are hidden from agents; null when none are. */
export function hiddenMatcher({
  hidden = [],
  hideTests = false,
}: Pick<PackSettings, "hidden" | "hideTests">): ((path: string) => boolean) | null {
  const patterns = [...(hideTests ? testFilePatterns : []), ...hidden];
  if (patterns.length === 0) return null;
  const rules = createIgnoreRules(patterns);
  return (path) => rules.isExcluded(path, false);
}
