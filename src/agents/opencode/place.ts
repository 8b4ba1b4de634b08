import { join } from "node:path";
import { quoteForShell } from "../../base/quote-for-shell.ts";
import type { AgentPlaces, MovedFile, NativeOrder, Placed } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { checkDatabase } from "./database.ts";
import { ownDatabase } from "./locate.ts";
import { runProgram } from "./run-program.ts";

/** The document waits in a folder of ours: opencode's own store is its database. */
export async function target(
  { session_id }: Pick<NativeOrder, "session_id">,
  places: AgentPlaces,
): Promise<string> {
  const { home, env } = places;
  const database = await ownDatabase(places);
  if (database !== null) checkDatabase(database);
  const data = env.XDG_DATA_HOME || join(home, ".local", "share");
  return join(data, "holdall", "opencode", `${session_id}.json`);
}

/** Lets opencode import the document, when it is installed; otherwise says how. */
export async function settle(
  order: NativeOrder,
  path: string,
  places: AgentPlaces,
  beside: readonly MovedFile[] = [],
): Promise<Placed> {
  const paths = [path, ...beside.map(({ path: file }) => file)];
  const { program, left } = await importAll(order, paths, places);
  const isImported = left.length === 0;
  const commands = left.map((file) => `opencode import ${quoteForShell(file)}`);
  const command = [`cd ${quoteForShell(order.cwd)}`, ...commands].join(" && ");
  const why = program === null ? "opencode was not found" : "opencode did not take the session";
  return {
    session_id: order.session_id,
    path,
    made: [path],
    resume: [["opencode", "-s", order.session_id]],
    notes: [
      isImported
        ? `Imported into opencode; \`holdall handoff --undo ${order.session_id}\` takes it back there too`
        : `${why}: import it first with \`${command}\``,
      ...(order.settings.model === undefined ? [NO_MODEL] : []),
    ],
  };
}

// It goes on with the model of the last message, and fails when it does not know that one.
const NO_MODEL =
  "opencode names no model in its settings: choose one when you continue, for example with --model PROVIDER/MODEL";

/** Lets opencode import documents, one behind the other; tells those that it did not take. */
async function importAll(order: NativeOrder, paths: readonly string[], places: AgentPlaces) {
  const program = await findProgram("opencode", places.env);
  const left = [...paths];
  while (program !== null && left[0] !== undefined) {
    if (!(await runProgram(program, ["import", left[0]], { cwd: order.cwd, places }))) break;
    left.shift();
  }
  return { program, left };
}
