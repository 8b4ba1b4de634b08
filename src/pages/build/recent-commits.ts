import * as z from "zod";
import { openRepository } from "../../programs/git/open-repository.ts";

/** Commits that are looked at, from the newest on. */
const MAX_COMMITS = 100;

/** Commits that changed something in a folder. */
export const recentCommitsSchema = () =>
  z.object({
    /** The newest first. */
    newest: z.array(
      z.object({
        at: z.string(),
        /** Different files that this commit and all newer ones changed. */
        files: z.number(),
      }),
    ),
    has_more: z.boolean(),
  });

/** The newest commits of a folder; null where it has none, or where its repository cannot be used. */
export async function readRecentCommits(
  folder: string,
): Promise<z.infer<ReturnType<typeof recentCommitsSchema>> | null> {
  const repository = await openRepository(folder).catch(() => null);
  const log = await repository?.run([
    "log",
    `--max-count=${MAX_COMMITS}`,
    "--format=%x00%cI",
    "--name-only",
    "--",
    ".",
  ]);
  if (log == null) return null;
  const files = new Set<string>();
  const newest = log
    .toString("utf8")
    .split("\0")
    .slice(1)
    .map((commit) => {
      const [at = "", ...names] = commit.split("\n").filter((line) => line !== "");
      for (const name of names) files.add(name);
      return { at, files: files.size };
    });
  return { newest, has_more: newest.length === MAX_COMMITS };
}
