/** A program that answers questions, one JSON object per line. */
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import type { Machine } from "../machine.ts";

/** Asks a question and waits for its answer. */
export type Ask = (method: string, params: object) => Promise<Record<string, unknown>>;

const LIMIT_MS = 60_000;

/** Starts a program, lets somebody ask it, and ends it. */
export async function withServer(
  machine: Machine,
  args: readonly string[],
  work: (ask: Ask, heard: (method: string) => Promise<void>) => Promise<void>,
): Promise<void> {
  const child = spawn(machine.agent.command, args, {
    cwd: machine.project,
    env: { ...machine.env, PWD: machine.project },
    stdio: ["pipe", "pipe", "ignore"],
  });
  const waiting = new Map<number, PromiseWithResolvers<Record<string, unknown>>>();
  const listening = new Map<string, PromiseWithResolvers<void>>();
  createInterface(child.stdout).on("line", (line) => {
    const { id, method, result, error } = JSON.parse(line);
    if (typeof method === "string") listening.get(method)?.resolve();
    const asked = waiting.get(id);
    if (error !== undefined) asked?.reject(new Error(JSON.stringify(error)));
    else asked?.resolve(result ?? {});
  });
  const ask: Ask = (method, params) => {
    const id = waiting.size + 1;
    const asked = Promise.withResolvers<Record<string, unknown>>();
    waiting.set(id, asked);
    child.stdin.write(`${JSON.stringify({ id, method, params })}\n`);
    return asked.promise;
  };
  const heard = (method: string) => {
    const event = Promise.withResolvers<void>();
    listening.set(method, event);
    return event.promise;
  };
  const timer = setTimeout(() => child.kill("SIGKILL"), LIMIT_MS);
  const gone = new Promise<never>((_, reject) => {
    child.once("exit", (code) => reject(new Error(`the server ended with ${code}`)));
  });
  try {
    await Promise.race([work(ask, heard), gone]);
  } finally {
    clearTimeout(timer);
    gone.catch(() => undefined);
    child.kill("SIGKILL");
  }
}
