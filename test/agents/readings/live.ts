/** Claude Code as one running program that is given messages while it works. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Script } from "../model/script.ts";
import type { Lab } from "./lab.ts";

/** A program that runs until `end`. */
export interface Live {
  /** Gives it a message, and waits until the turn has ended. */
  send(text: string): Promise<void>;
  /** Waits until another turn has ended. */
  nextTurn(): Promise<void>;
  end(): Promise<void>;
}

const LIMIT_MS = 150_000;

/** Starts Claude Code with its streaming protocol. */
export function startLive({ machine, model }: Lab, args: readonly string[], script: Script): Live {
  model.follow(script);
  const child = spawn(machine.agent.command, args, {
    cwd: machine.project,
    env: { ...machine.env, PWD: machine.project },
    stdio: ["pipe", "pipe", "ignore"],
  });
  let turns = 0;
  let waiting: PromiseWithResolvers<void> | null = null;
  createInterface(child.stdout).on("line", (line) => {
    if (!line.includes('"type":"result"')) return;
    turns++;
    waiting?.resolve();
  });
  const gone = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  async function until(count: number): Promise<void> {
    while (turns < count) {
      waiting = Promise.withResolvers();
      const isOver = gone.then(() => {
        throw new Error("Claude Code ended before the turn did");
      });
      await Promise.race([waiting.promise, isOver]);
    }
  }
  return {
    async send(text) {
      const message = { role: "user", content: text };
      const wanted = turns + 1;
      child.stdin.write(`${JSON.stringify({ type: "user", message })}\n`);
      await until(wanted);
    },
    nextTurn: () => until(turns + 1),
    async end() {
      child.stdin.end();
      await gone;
      clearTimeout(timer);
    },
  };
}
