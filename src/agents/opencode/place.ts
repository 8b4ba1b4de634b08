import { spawn } from "node:child_process";
import { join } from "node:path";
import { shellWord } from "../../base/shell-word.ts";
import type { AgentPlaces, NativeOrder, Placed } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { checkDatabase } from "./database.ts";
import { ownDatabase } from "./locate.ts";

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
): Promise<Placed> {
  const program = await findProgram("opencode", places.env);
  const isImported = program !== null && (await runImport(program, { order, path, places }));
  const command = `cd ${shellWord(order.cwd)} && opencode import ${shellWord(path)}`;
  const why = program === null ? "opencode was not found" : "opencode did not take the session";
  return {
    session_id: order.session_id,
    path,
    made: [path],
    resume: [["opencode", "-s", order.session_id]],
    notes: [
      isImported
        ? `Imported into opencode; \`opencode session delete ${order.session_id}\` removes it there`
        : `${why}: import it first with \`${command}\``,
      ...(order.settings.model === undefined ? [NO_MODEL] : []),
    ],
  };
}

// It goes on with the model of the last message, and fails when it does not know that one.
const NO_MODEL =
  "opencode names no model in its settings: choose one when you continue, for example with --model PROVIDER/MODEL";

/** The first start of a new version brings its database up to date, which may take a while. */
const IMPORT_MS = 120_000;

interface Import {
  readonly order: NativeOrder;
  readonly path: string;
  readonly places: AgentPlaces;
}

function runImport(program: string, { order, path, places }: Import): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const child = spawn(program, ["import", path], {
    cwd: order.cwd,
    // opencode files a session under $PWD, not under the folder it runs in.
    env: { ...places.env, HOME: places.home, PWD: order.cwd },
    stdio: "ignore",
    timeout: IMPORT_MS,
    killSignal: "SIGKILL",
  });
  child.on("error", () => resolve(false));
  child.on("exit", (code) => resolve(code === 0));
  return promise;
}
