/** A scratch machine with one agent and a scripted model, on which a session is made. */
import fs from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { SessionPlace, Settings } from "../drivers/driver.ts";
import { driverOf } from "../drivers/drivers.ts";
import type { InstalledAgent } from "../install.ts";
import type { Ended } from "../launch.ts";
import { createMachine, type LaunchOptions, type Machine } from "../machine.ts";
import type { Script } from "../model/script.ts";
import { type ScriptedModel, startModel } from "../model/server.ts";

/** Where a session is made. */
export interface Lab {
  readonly machine: Machine;
  readonly model: ScriptedModel;
  /** Asks and must succeed; the session continues when there is one. */
  ask(prompt: string, script: Script, more?: LaunchOptions): Promise<void>;
  /** Calls the program and must succeed. */
  call(args: readonly string[], script: Script, input?: string): Promise<void>;
  /** The session so far: the newest, unless another was chosen. */
  session(): SessionPlace;
  choose(session: SessionPlace): void;
  /** Writes a file of the project. */
  write(file: string, content: string | Uint8Array): string;
  /** Resolves when a file of the project appears. */
  appears(file: string): Promise<void>;
}

/** Prepares a machine below a folder. */
export async function openLab(
  agent: InstalledAgent,
  folder: string,
  settings: Settings = {},
): Promise<Lab> {
  const model = await startModel();
  const machine = createMachine(folder, agent, { ...settings, model });
  let chosen: SessionPlace | null = null;
  return {
    machine,
    model,
    async ask(prompt, script, more = {}) {
      model.follow(script);
      const session = machine.session();
      const ended = await (session === null
        ? machine.ask(prompt, more)
        : machine.resume(session, prompt, more));
      if (more.interruptAfter === undefined) mustSucceed(machine, ended);
      const written = machine.session();
      if (written !== null) driverOf(agent).mend?.(written);
    },
    async call(args, script, input) {
      model.follow(script);
      mustSucceed(machine, await machine.call({ args, ...(input === undefined ? {} : { input }) }));
    },
    session() {
      const session = chosen ?? machine.session();
      if (session === null) throw new Error(`${agent.name} wrote no session`);
      return session;
    },
    choose(session) {
      chosen = session;
    },
    write(file, content) {
      const target = path.join(machine.project, file);
      fs.mkdirSync(path.dirname(target), { recursive: true });
      fs.writeFileSync(target, content);
      return target;
    },
    async appears(file) {
      const target = path.join(machine.project, file);
      // The program's own time limit ends the wait if the file never comes.
      while (!fs.existsSync(target)) await sleep(50);
    },
  };
}

/** Throws with the end of what a program printed, unless it succeeded. */
export function mustSucceed({ agent }: Machine, ended: Ended): void {
  if (ended.code === 0) return;
  const how = ended.isTimedOut ? "it took too long" : `exit code ${ended.code}`;
  throw new Error(
    `Cannot run ${agent.name}: ${how}\n${ended.stdout.slice(-1000)}\n${ended.stderr.slice(-1000)}`,
  );
}
