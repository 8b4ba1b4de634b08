import { escapeInvisibleJson } from "../base/text/invisible.ts";
import type { Operation } from "../operations/operation/operation.ts";
import type { Parsed } from "./arguments.ts";
import { type Command, isOperation } from "./commands/registry.ts";
import { contextFor, endOnSignals } from "./context.ts";
import { fitLines } from "./fit-lines.ts";
import type { Lines } from "./present/presenter.ts";
import { piecePresenterOf, presenterOf } from "./present/registry.ts";
import { createProgress, createTerminal, progressForm } from "./terminal.ts";
import { writeLines } from "./write-lines.ts";

type Globals = Parsed["globals"];

/**
 * Runs a command and prints its result; returns the exit code. Progress goes to stderr, so that it never
 * mixes with a result in a pipe: a line that is drawn again on a terminal, and lines elsewhere for commands that go on
 * for hours.
 */
export async function run(command: Command, { input, globals }: Parsed): Promise<number> {
  const canRedraw = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const isSilent = globals.quiet || globals.json || process.env.HOLDALL_PROGRESS === "none";
  const progress = createProgress(
    process.stderr,
    progressForm(isOperation(command) ? command : {}, { isSilent, canRedraw }),
  );
  const { signal, expectStop, awaitEnd } = endOnSignals(progress);
  const around = { progress, signal };
  if (!isOperation(command)) {
    const context = contextFor(globals, { ...around, emit: async () => {} });
    return command.run({ context, json: globals.json, expectStop }, input);
  }
  if (command.endsWhenStopped) awaitEnd();
  const emit = (piece: unknown) => {
    progress.clear(); // A piece takes the place of what is drawn.
    return printPiece(command, piece, globals);
  };
  const context = contextFor(globals, { ...around, emit });
  const output = await command.run(context, input).finally(() => progress.clear());
  await print(command, output, globals);
  return command.exitCode(output);
}

/**
 * Prints the result in one of three forms: raw bytes where the operation has them (`--raw`), JSON,
 * or lines of the presenter. A streaming operation has printed everything already.
 */
async function print(
  operation: Operation,
  output: unknown,
  { json, quiet, color }: Globals,
): Promise<void> {
  const bytes = operation.bytes(output);
  if (bytes !== null) process.stdout.write(bytes);
  else if (operation.streams) return;
  else if (json) process.stdout.write(`${jsonText(output, 2)}\n`);
  else if (!quiet) {
    const present = await presenterOf(operation.name);
    await writeLines(shown(present, output, color));
  }
}

/** Prints a piece of a result as it arrives; as JSON only when the full result is not printed later. */
async function printPiece(
  { name, streams }: Operation,
  piece: unknown,
  { json, quiet, color }: Globals,
): Promise<void> {
  if (json ? !streams : quiet) return;
  const present = json ? null : await piecePresenterOf(name);
  const lines = present ? shown(present, piece, color) : [jsonText(piece)];
  const isTaken = process.stdout.write(`${lines.join("\n")}\n`);
  // A slow reader slows the operation down instead of filling memory.
  if (!isTaken) await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}

/** What a presenter says, at most as wide as the terminal; in a pipe or a file every line stays whole. */
function shown<Result>(present: Lines<Result>, result: Result, color: boolean): readonly string[] {
  const terminal = createTerminal(process.stdout, color);
  const lines = present(result, terminal).map((line) => terminal.clean(line));
  return fitLines(lines, terminal.rowWidth);
}

/** A value as JSON of which nothing is obeyed by a terminal that it is printed to. */
export function jsonText(value: unknown, indent?: number): string {
  return escapeInvisibleJson(JSON.stringify(value, null, indent));
}
