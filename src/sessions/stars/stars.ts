/** Sessions that the user has marked with a star. Agents know nothing of it: their files stay as they are. */
import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { HoldallError } from "../../base/errors.ts";
import { sha256 } from "../../base/hash.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { toIoError } from "../../disk/io-error.ts";
import { createOwnFile } from "../../disk/replace-text-file.ts";
import { stateFolder } from "../../disk/user-folder.ts";
import { createFolders } from "../../durable/files.ts";

/** Stars that one user can have. */
const MAX_STARS = 10_000;

/** The session that a star is for. */
interface Starred {
  readonly agent: string;
  readonly id: string;
}

/** Whether a session has a star, for each that is asked about. A folder that cannot be read is no obstacle to listing sessions. */
export function starredSessions(environment: AgentEnvironment): (session: Starred) => boolean {
  const names = new Set(namesOfStars(starsFolder(environment)));
  return (session) => names.has(nameOfStar(session));
}

/** Adds a star, and returns whether the session had none. */
export function addStar(environment: AgentEnvironment, session: Starred): boolean {
  const folder = starsFolder(environment);
  const names = namesOfStars(folder);
  if (names.includes(nameOfStar(session))) return false;
  if (names.length >= MAX_STARS) {
    throw new HoldallError(
      "E_LIMIT",
      `Cannot star one more session: ${formatNumber(MAX_STARS)} have a star`,
      { cure: "remove one: holdall star SESSION --remove" },
    );
  }
  try {
    createFolders(folder);
  } catch (error) {
    throw toIoError(error, `create "${folder}"`);
  }
  const { agent, id } = session;
  const text = `${JSON.stringify({ agent, id })}\n`;
  return createOwnFile(path.join(folder, nameOfStar(session)), text, 0o600);
}

/** Removes a star, and returns whether the session had one. */
export function removeStar(environment: AgentEnvironment, session: Starred): boolean {
  const file = path.join(starsFolder(environment), nameOfStar(session));
  if (!fs.existsSync(file)) return false;
  try {
    fs.rmSync(file, { force: true });
  } catch (error) {
    throw toIoError(error, `remove "${file}"`);
  }
  return true;
}

/** Each star is a file of its own: of two that are set at once, both stay. */
function starsFolder(environment: AgentEnvironment): string {
  return path.join(stateFolder(environment), "stars");
}

function nameOfStar({ agent, id }: Starred): string {
  return `${sha256(`${agent}/${id}`)}.json`;
}

function namesOfStars(folder: string): readonly string[] {
  try {
    return fs.readdirSync(folder);
  } catch {
    return [];
  }
}
