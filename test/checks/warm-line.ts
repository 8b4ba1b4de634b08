/** Lines with a command, as they are on pages and in examples, run by the program that stays loaded. */
import type { Scratch } from "../../scripts/docs/scratch.ts";
import type { Outcome } from "../../scripts/run.ts";
import { holdall } from "../support/warm-program.ts";

/** Whether a line is for a shell and not only for the program: it reads a file, writes one, or is more than a command. */
export function needsShell(line: string): boolean {
  return /[|<>$;&!]/.test(line);
}

/** Runs a line that needs no shell, with a terminal of so many columns or into a pipe. */
export function runWarm(
  line: string,
  { env, complete }: Scratch,
  { cwd, columns }: { readonly cwd: string; readonly columns?: number },
): Outcome {
  const [, ...args] = splitLine(complete(line), env.HOME);
  const start = { cwd, env: { ...env, PATH: `${env.PATH}:${cwd}` } };
  const { code, stdout, stderr } = holdall(args, {
    ...start,
    ...(columns === undefined ? {} : { columns }),
  });
  return { code: code ?? 1, output: stdout + stderr };
}

/** Splits a command as a shell does. No shell does it, because to start one copies this large process. */
export function splitLine(line: string, home: string): string[] {
  return [...line.matchAll(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g)].map(([part]) =>
    part.replace(/^~(?=\/)/, home).replaceAll(/'([^']*)'|"([^"]*)"/g, "$1$2"),
  );
}
