import path from "node:path";
import { createIgnoreRules } from "../../pack/ignore-rules.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { committedFiles, findGitFacts, trackedFiles } from "../git.ts";

const keys = ["task", "summary", "acceptance", "diff", "events"] as const;

/**
 * The texts that a task is packed from, where they are in the folder of the project and Git does not have them: they
 * describe the task and its result, and are no part of what an agent starts from. What `--include` names stays.
 */
export async function ownInputs(
  folder: string,
  base: string | null,
  settings: PackSettings,
): Promise<ReadonlySet<string>> {
  const included = createIgnoreRules(settings.include ?? []);
  const inputs = keys
    .flatMap((key) => settings[key] ?? [])
    .map((file) => path.relative(folder, file).split(path.sep).join("/"))
    .filter((file) => !file.startsWith("../") && !included.isExcluded(file, false));
  if (inputs.length === 0) return new Set();
  const known = await knownFiles(folder, base);
  return new Set(inputs.filter((file) => !known.has(file)));
}

async function knownFiles(folder: string, base: string | null): Promise<ReadonlySet<string>> {
  if (base !== null) return new Set((await committedFiles(folder, base)).map((each) => each.path));
  return new Set((await findGitFacts(folder)) === null ? [] : await trackedFiles(folder));
}
