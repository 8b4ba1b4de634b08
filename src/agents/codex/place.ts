import { basename, join } from "node:path";
import type { AgentPlaces, NativeOrder, Placed } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { listThreads } from "./app-server.ts";
import { codexHome } from "./locate.ts";

/** The rollout in the folder of its day; the program names both by local time. */
export async function target({ now, session_id }: NativeOrder, places: AgentPlaces) {
  const two = (number: number) => `${number}`.padStart(2, "0");
  const day = [`${now.getFullYear()}`, two(now.getMonth() + 1), two(now.getDate())];
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(two).join("-");
  const name = `rollout-${day.join("-")}T${time}-${session_id}.jsonl`;
  return join(codexHome(places), "sessions", ...day, name);
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
