/** A scratch home and project (`orchard`) in which one agent works with a scripted model. */
import fs from "node:fs";
import path from "node:path";
import type { Invocation, Place, SessionPlace, Settings } from "./drivers/driver.ts";
import { driverOf } from "./drivers/drivers.ts";
import { agentCache, type InstalledAgent } from "./install.ts";
import { type Ended, type Launch, launch } from "./launch.ts";
import type { ScriptedModel } from "./model/server.ts";

/** One agent, ready to be asked. */
export interface Machine extends Place {
  readonly agent: InstalledAgent;
  /** The whole environment of the agent. */
  readonly env: Readonly<Record<string, string>>;
  /** Begins a session. */
  ask(prompt: string, more?: LaunchOptions): Promise<Ended>;
  /** Continues a session of its own. */
  resume(session: SessionPlace, prompt: string, more?: LaunchOptions): Promise<Ended>;
  /** Runs a command that continues a session, with one more prompt and to its end. */
  askThrough(argv: readonly string[], prompt: string): Promise<Ended>;
  /** Calls the program with any arguments. */
  call(invocation: Invocation, more?: LaunchOptions): Promise<Ended>;
  /** The newest session. */
  session(): SessionPlace | null;
}

/** What a single call may change. */
export type LaunchOptions = Pick<Launch, "limitMs" | "interruptAfter"> &
  Partial<Pick<Launch, "cwd">>;

/** Programs that would call home find nobody; the model is on this machine. */
const NOWHERE = "http://127.0.0.1:9";
const NO_NETWORK = {
  HTTP_PROXY: NOWHERE,
  HTTPS_PROXY: NOWHERE,
  http_proxy: NOWHERE,
  https_proxy: NOWHERE,
  NO_PROXY: "127.0.0.1,localhost",
  no_proxy: "127.0.0.1,localhost",
};

/** Makes a home and a project below a folder and configures the agent there. */
export function createMachine(
  folder: string,
  agent: InstalledAgent,
  { model, ...settings }: Settings & { readonly model: ScriptedModel },
): Machine {
  const driver = driverOf(agent);
  const place: Place = {
    home: path.join(folder, "home"),
    project: path.join(folder, "orchard"),
    modelUrl: model.url,
  };
  fs.mkdirSync(place.home, { recursive: true });
  fs.mkdirSync(place.project, { recursive: true });
  const env = { ...baseEnvironment(place.home, agent), ...driver.configure(place, settings) };
  const call: Machine["call"] = ({ args, input }, more = {}) =>
    launch({
      command: agent.command,
      args,
      cwd: place.project,
      env,
      ...(input === undefined ? {} : { input }),
      ...more,
    });
  return {
    ...place,
    agent,
    env,
    call,
    ask: (prompt, more) => call(driver.ask(prompt), more),
    resume: (session, prompt, more) => call(driver.resume(session, prompt), more),
    askThrough: (argv, prompt) => call(driver.askThrough(argv.slice(1), prompt)),
    session: () => driver.findSession(place),
  };
}

/** Programs that are written for Node find the one that runs the tests. */
function baseEnvironment(home: string, { command }: InstalledAgent): Record<string, string> {
  const folders = [path.dirname(command), path.dirname(process.execPath), process.env.PATH ?? ""];
  return {
    HOME: home,
    PATH: folders.join(path.delimiter),
    LANG: "C.UTF-8",
    TERM: "dumb",
    // A new home is no reason to compile a program for Node again.
    NODE_COMPILE_CACHE: path.join(agentCache(), "compiled"),
    ...NO_NETWORK,
  };
}
