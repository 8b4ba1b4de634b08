import os from "node:os";
import { isObject, type Json, type JsonObject } from "../../../base/json/value.ts";
import { packageVersion } from "../../../runtime/package-version.ts";
import { cleanRepositoryUrl } from "../../pack/clean-url.ts";
import type { PackSettings } from "../../pack/pack-config.ts";
import { findGitFacts, type GitFacts } from "../git.ts";

/** The keys of `bundle.json` that say who did the task, on what, and how it ended. */
export async function taskMetadata(
  settings: PackSettings,
  folder: string,
  known: JsonObject = {},
): Promise<JsonObject> {
  const git = settings.gitAuto ? await findGitFacts(folder) : null;
  const { tool, model, runtime, tags, status, score, judgeNotes, promptSource } = settings;
  const repo = settings.repo ?? git?.remote ?? undefined;
  const outcome = compact({ status, score, judgeNotes });
  return {
    ...known,
    ...compact({
      tool,
      model,
      runtime,
      repo: repo === undefined ? undefined : cleanRepositoryUrl(repo),
      commit: settings.commit ?? git?.commit ?? undefined,
      branch: settings.branch ?? git?.branch ?? undefined,
      tags,
    }),
    ...(git ? { git: gitKeys(git, settings) } : {}),
    runner: {
      os: os.platform(),
      nodeVersion: process.version,
      cliVersion: packageVersion(),
      ...(promptSource === undefined ? {} : { promptSource }),
      ...(isObject(known.runner) ? known.runner : {}),
    },
    ...(Object.keys(outcome).length === 0 ? {} : { outcome }),
  };
}

function gitKeys({ root, branch, remote, commit, dirty }: GitFacts, { keepPaths }: PackSettings) {
  // The name of a folder on this machine shows others nothing but who the user is.
  return compact({ root: keepPaths ? root : ".", branch, remote, commit, dirty });
}

/** The keys that have a value. */
function compact(
  values: Readonly<
    Record<string, string | number | boolean | readonly string[] | null | undefined>
  >,
): JsonObject {
  const found: Record<string, Json> = {};
  for (const [key, value] of Object.entries(values)) {
    if (value == null) continue;
    found[key] = typeof value === "object" ? [...value] : value;
  }
  return found;
}
