/** Starts programs for the other scripts. */
import { spawn } from "node:child_process";
import { delimiter, join } from "node:path";

/** The top folder of the repository. */
export const root: string = join(import.meta.dirname, "..");

/** How a program ended and everything it printed, both streams in one. */
export interface Outcome {
  readonly code: number;
  readonly output: string;
}

/** Where and with what a program runs, when not in the repository with our own environment. */
export interface RunOptions {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** Runs a program, found first among those of the repository's own dependencies. */
export function run(
  command: string,
  args: readonly string[],
  { cwd = root, env = {} }: RunOptions = {},
): Promise<Outcome> {
  const path = `${join(root, "node_modules/.bin")}${delimiter}${process.env.PATH ?? ""}`;
  const child = spawn(command, args, {
    cwd,
    env: { ...process.env, PATH: path, NO_COLOR: "1", ...env },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const chunks: Buffer[] = [];
  child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
  child.stderr.on("data", (chunk: Buffer) => chunks.push(chunk));
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      resolve({ code: code ?? 1, output: Buffer.concat(chunks).toString() });
    });
  });
}

/** Runs a program that must succeed, and returns what it printed. */
export async function runOrThrow(
  command: string,
  args: readonly string[],
  options: RunOptions = {},
): Promise<string> {
  const { code, output } = await run(command, args, options);
  if (code !== 0) {
    throw new Error(`Cannot run "${command} ${args.join(" ")}": exit code ${code}\n${output}`);
  }
  return output;
}
