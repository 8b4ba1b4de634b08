import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text/text.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import type { ReadCommit, StartItem } from "../starting-state.ts";
import { committedFiles, readCommitted, resolveGitCommit } from "./git.ts";

const LINK = "120000";
const EXECUTABLE = "100755";
/** What names a commit for good: a branch of the clone may since have moved. */
const COMMIT = /^[0-9a-f]{7,64}$/;

/** Reads commits from a clone that the caller names; null when none is named. */
export function readCommitFrom(
  { cwd }: Pick<OperationContext, "cwd">,
  repo: string | undefined,
): ReadCommit | null {
  if (repo === undefined) return null;
  const folder = path.resolve(cwd, repo);
  return (commit) => filesOfCommit(folder, commit);
}

async function* filesOfCommit(folder: string, named: string): AsyncGenerator<StartItem> {
  const commit = COMMIT.test(named) ? await resolveGitCommit(folder, named) : null;
  if (commit === null) {
    throw new HoldallError(
      "E_NOT_FOUND",
      `Cannot prepare the task: "${folder}" has no commit ${JSON.stringify(excerpt(named, 64))}`,
      { cure: "name a clone that has it with --repo" },
    );
  }
  const files = await committedFiles(folder, commit);
  for await (const { path: name, mode, bytes } of readCommitted(folder, files)) {
    if (mode === LINK) yield { kind: "link", path: name, target: decodeUtf8(bytes) ?? "" };
    else {
      const executable = mode === EXECUTABLE;
      yield { kind: "file", path: name, mode: executable ? 0o755 : 0o644, content: bytes };
    }
  }
}

/** The clone of a bundle that has only the name of a commit. */
export const REPO_HELP =
  "Clone that has the recorded commit, for a bundle without the files from before";
