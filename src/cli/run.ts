import type { Operation } from "../operations/operation/operation.ts";
import type { Parsed } from "./arguments.ts";
import { type Command, isOperation } from "./commands/registry.ts";
import { contextFor, endOnSignals } from "./context.ts";
import { piecePresenterOf, presenterOf } from "./present/registry.ts";
import { createProgress, createTerminal } from "./terminal.ts";

/** Runs a command and prints its result; returns the exit code. */
export async function run(command: Command, { input, globals }: Parsed): Promise<number> {
  const canRedraw = process.stderr.isTTY === true && process.env.TERM !== "dumb";
  const showsProgress = canRedraw && !globals.quiet && !globals.json;
  const progress = createProgress(process.stderr, showsProgress);
  const { signal, expectStop } = endOnSignals(progress);
  const context = contextFor(globals, {
    progress,
    signal,
    emit: (piece) => presentPiece(command.name, piece, globals),
  });
  if (!isOperation(command)) {
    return command.run({ context, json: globals.json, expectStop }, input);
  }
  const output = await command.run(context, input).finally(() => progress.clear());
  await print(command, output, globals);
  return command.exitCode(output);
}

async function print(
  operation: Operation,
  output: unknown,
  { json, quiet, color }: Parsed["globals"],
): Promise<void> {
  const bytes = operation.bytes(output);
  if (bytes !== null) process.stdout.write(bytes);
  else if (json) process.stdout.write(`${JSON.stringify(output, null, 2)}\n`);
  else if (!quiet) {
    const present = await presenterOf(operation.name);
    const lines = present(output, createTerminal(process.stdout, color));
    process.stdout.write(lines.length === 0 ? "" : `${lines.join("\n")}\n`);
  }
}

/** One piece of a result that goes on: a line of JSON, or what the presenter makes of it. */
async function presentPiece(
  name: string,
  piece: unknown,
  { json, color }: Parsed["globals"],
): Promise<void> {
  const present = json ? null : await piecePresenterOf(name);
  const lines = present?.(piece, createTerminal(process.stdout, color)) ?? [JSON.stringify(piece)];
  const isTaken = process.stdout.write(`${lines.join("\n")}\n`);
  if (!isTaken) await new Promise<void>((resolve) => process.stdout.once("drain", resolve));
}
