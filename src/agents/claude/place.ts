import { join } from "node:path";
import { HoldallError } from "../../base/errors.ts";
import type { AgentPlaces, NativeOrder, Placed } from "../agent.ts";
import { namesIn } from "../list-folder.ts";
import { projectsFolder, recognise } from "./locate.ts";

/** Longer names are cut by the program and get a hash that only it can make. */
const LONGEST_KEY = 200;

/** The file in the folder in which the program looks for the project's sessions. */
export async function target(order: NativeOrder, places: AgentPlaces): Promise<string> {
  const projects = projectsFolder(places);
  const named = places.env.CLAUDE_CODE_PROJECT_DIR_NAME;
  const key = order.cwd.normalize("NFC").replace(/[^A-Za-z0-9]/g, "-");
  const folder =
    named || (key.length <= LONGEST_KEY ? key : await longFolder(projects, key, order));
  return join(projects, folder, `${order.session_id}.jsonl`);
}

/** The folder that the program made itself, known by what its sessions say. */
async function longFolder(projects: string, key: string, { cwd }: NativeOrder): Promise<string> {
  const start = key.slice(0, LONGEST_KEY);
  for (const name of (await namesIn(projects)).filter((folder) => folder.startsWith(start))) {
    for (const file of await namesIn(join(projects, name))) {
      const session = await recognise(join(projects, name, file));
      if (session?.cwd === cwd) return name;
    }
  }
  throw new HoldallError(
    "E_NOT_FOUND",
    `Cannot find Claude Code's folder for "${cwd}": the path is too long to tell its name`,
    { cure: "start claude once in that folder, then hand over again" },
  );
}

/** The program lists what is in the folder: nothing more is to be done. */
export async function settle(order: NativeOrder, path: string): Promise<Placed> {
  const { session_id } = order;
  return {
    session_id,
    path,
    made: [path],
    resume: [["claude", "--resume", session_id]],
    notes: [`Run it in ${order.cwd}: Claude Code finds a session only from its folder`],
  };
}

/** Nothing of the user's configuration is needed. */
export async function settings(): Promise<Readonly<Record<string, string>>> {
  return {};
}
