import { basename, join } from "node:path";
import type {
  AgentEnvironment,
  PlacedSession,
  PlannedSession,
  ResumeCommands,
  SessionPlace,
} from "../../agent.ts";
import { findProgram } from "../../find-program.ts";
import type { ThreadToRegister } from "../app-server.ts";
import { codexFolder } from "../host.ts";

/** The rollout in the folder of its day. */
export async function targetPath(
  { now, session_id }: PlannedSession,
  environment: AgentEnvironment,
) {
  return join(codexFolder(environment), "sessions", ...dayOf(now), rolloutName(now, session_id));
}

/** The file of a rollout; the program names it, and the folders above, by local time. */
export function rolloutName(now: Date, id: string): string {
  const time = [now.getHours(), now.getMinutes(), now.getSeconds()].map(twoDigits).join("-");
  return `rollout-${dayOf(now).join("-")}T${time}-${id}.jsonl`;
}

function dayOf(now: Date): readonly string[] {
  return [`${now.getFullYear()}`, twoDigits(now.getMonth() + 1), twoDigits(now.getDate())];
}

function twoDigits(number: number): string {
  return `${number}`.padStart(2, "0");
}

/** The program's index learns of a new rollout only when it is asked to list; so it is asked. */
export async function register(
  draft: PlannedSession,
  path: string,
  environment: AgentEnvironment,
): Promise<PlacedSession> {
  const { session_id, title } = draft;
  const program = await findProgram("codex", environment.env);
  const why =
    program === null
      ? "The program codex was not found"
      : await listInProgram(program, { environment, thread: session_id, name: title });
  return {
    session_id,
    path,
    created: [path],
    resume: resumeCommands({ session_id, path }),
    notes:
      why === null
        ? []
        : [
            `${why}: \`codex resume ${session_id}\` continues ${basename(path)}, and only then do Codex's own list and --last show it`,
          ],
  };
}

async function listInProgram(program: string, listed: ThreadToRegister): Promise<string | null> {
  // Loaded when there is a program: what starts one would cost every start some milliseconds.
  const { registerThread } = await import("../app-server.ts");
  return registerThread(program, listed);
}

/** How a session in its store is continued. */
export function resumeCommands({ session_id }: SessionPlace): ResumeCommands {
  return [["codex", "resume", session_id]];
}
