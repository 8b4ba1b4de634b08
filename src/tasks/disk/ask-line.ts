import { createInterface } from "node:readline/promises";

/** Asks a person at the terminal for one line. */
export async function askLine(signal: AbortSignal, question: string): Promise<string> {
  // Results go to standard output; a question must not get between them.
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  try {
    return (await terminal.question(question, { signal })).trim();
  } finally {
    terminal.close();
  }
}
