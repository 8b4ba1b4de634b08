/** Sessions that the user has marked with a star. Agents know nothing of it: their files stay as they are. */

import path from "node:path";
import * as z from "zod";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { readExternalText, replaceTextFile } from "../../disk/replace-text-file.ts";
import { stateFolder } from "../../disk/user-folder.ts";

/** Stars that one user can have. */
const MAX_STARS = 10_000;

const fileSchema = z.object({
  version: z.literal(1),
  stars: z.array(z.object({ agent: z.string(), id: z.string() })).max(MAX_STARS),
});

/** Whether a session has a star, for each that is asked about. A damaged file has none, and is not an obstacle to listing sessions. */
export function starredSessions(
  environment: AgentEnvironment,
): (session: { readonly agent: string; readonly id: string }) => boolean {
  let keys: ReadonlySet<string>;
  try {
    keys = new Set(readStars(starsFile(environment)).map(keyOf));
  } catch (error) {
    if (!(error instanceof HoldallError)) throw error;
    keys = new Set();
  }
  return (session) => keys.has(keyOf(session));
}

/** A session with a star. */
export type Star = z.infer<typeof fileSchema>["stars"][number];

function keyOf({ agent, id }: Star): string {
  return `${agent}/${id}`;
}

/** Where the stars of this user are kept. */
export function starsFile(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "stars.json");
}

/** Sessions with a star, the newest star first. A file that is damaged is refused: the next star would replace all others. */
export function readStars(file: string): readonly Star[] {
  const text = readExternalText(file);
  if (text === null) return [];
  try {
    return fileSchema.parse(JSON.parse(text)).stars;
  } catch (cause) {
    throw new HoldallError("E_JSON", `Cannot read the stars of sessions: "${file}" is damaged`, {
      cause,
      cure: "remove the file; sessions then have no stars",
    });
  }
}

/** Replaces all stars. */
export function writeStars(file: string, stars: readonly Star[]): void {
  if (stars.length > MAX_STARS) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot star one more session: ${formatNumber(MAX_STARS)} have a star`,
      { cure: "remove one: holdall star SESSION --remove" },
    );
  }
  replaceTextFile(file, `${JSON.stringify({ version: 1, stars })}\n`);
}
