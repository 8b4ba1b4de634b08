import { HoldallError } from "../../../base/errors.ts";
import { authoredFiles, measureVolume } from "../../hygiene/volume.ts";

/** The volume at a commit; null when none was named. */
export async function committedVolume(root: string, against: string | undefined) {
  if (against === undefined) return null;
  // Most calls name no commit, and then what starts git is not loaded.
  const { resolveGitCommit } = await import("../../../tasks/disk/git.ts");
  const commit = await resolveGitCommit(root, against);
  if (commit === null) {
    throw new HoldallError("E_NOT_FOUND", `Cannot find the commit "${against}"`, {
      cure: "name a commit of the Git repository that the workspace is in, such as HEAD",
    });
  }
  const { readCommittedFiles } = await import("./committed-files.ts");
  const volume = measureVolume(await readCommittedFiles(root, commit));
  const { total_lines, authored_lines, prominence_pct } = volume;
  return { total_lines, authored_lines, prominence_pct, files: authoredFiles(volume) };
}

/** The numbers of lines that were named, TOTAL:AUTHORED; null without them. */
export function baselineOf(text: string | undefined) {
  if (text === undefined) return null;
  const [total = 0, authored = 0] = text.split(":").map(Number);
  return { total_lines: total, authored_lines: authored };
}
