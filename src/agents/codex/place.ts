import { basename, join } from "node:path";
import type { AgentPlaces, NativeOrder, Placed } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { listThreads } from "./app-server.ts";
import { codexHome } from "./locate.ts";

/** The rollout in the folder of its day. */
export async function target({ now, session_id }: NativeOrder, places: AgentPlaces) {
  return join(codexHome(places), "sessions", ...dayOf(now), rolloutName(now, session_id));
}

/** The file of a rollout; the program names it, and the folders above, by local time. */
export function rolloutName(now: Date, id: string): string {
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("-");
  return `rollout-${dayOf(now).join("-")}T${time}-${id}.jsonl`;
}

function dayOf(now: Date): readonly string[] {
  return [`${now.getFullYear()}`, two(now.getMonth() + 1), two(now.getDate())];
}

function two(number: number): string {
  return `${number}`.padStart(2, "0");
}

/** The program's index learns of a new rollout only when it is asked to list; so it is asked. */
export async function settle(
  order: NativeOrder,
  path: string,
  places: AgentPlaces,
): Promise<Placed> {
  const { session_id, cwd, title } = order;
  const program = await findProgram("codex", places.env);
  const why =
    program === null
      ? "codex was not found"
      : await listThreads(program, { places, cwd, thread: session_id, name: title });
  return {
    session_id,
    path,
    made: [path],
    resume: [["codex", "resume", session_id]],
    notes:
      why === null
        ? []
        : [
            `${why}: "codex resume ${session_id}" continues ${basename(path)}; Codex's own list and --last show it after that`,
          ],
  };
}
