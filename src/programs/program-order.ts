import path from "node:path";
import type { Variables } from "./variables.ts";

/** A program to start, and everything that it gets. */
export interface ProgramOrder {
  /** Its path, or its name on the search path. */
  readonly program: string;
  readonly args: readonly string[];
  /** Names of variables of this process that it gets besides those that every program gets. */
  readonly variables: readonly string[];
  /** Where the variables are read (default: this process). */
  readonly from?: Variables;
  /** Variables with a value of ours. */
  readonly set?: Readonly<Record<string, string>>;
  /** The folder that it works in (default: one in which nobody but the system's owner can place settings). */
  readonly cwd?: string;
  /** Milliseconds after which it is ended with all it started. */
  readonly timeoutMs: number;
  /** What it reads on standard input. */
  readonly input?: string | Uint8Array;
  /** Whether a person may be asked at this terminal: it shares the terminal, and its messages are shown there. */
  readonly usesTerminal?: boolean;
}

/** The folder of programs that work in none. Many programs obey settings that lie in their folder or above it. */
export function neutralFolder(): string {
  return path.parse(process.cwd()).root;
}
