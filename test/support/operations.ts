import { HoldallError } from "../../src/base/errors.ts";
import { loadOperation, type OperationName } from "../../src/operations/registry.ts";
import type { OperationContext } from "../../src/runtime/operation-context.ts";

/** What a finished operation gave. */
export interface Done<Out> {
  readonly exit: number;
  readonly out: Out;
}

/** A context as a command line would give it, without a terminal. */
export function contextIn(cwd: string, now: () => Date = () => new Date()): OperationContext {
  return {
    cwd,
    roots: null,
    now,
    interactive: false,
    signal: new AbortController().signal,
    progress: () => {},
    note: () => {},
    async *incoming() {},
    emit: async () => {},
  };
}

/** Runs an operation in this process. */
export async function runOperation<Out = Readonly<Record<string, unknown>>>(
  context: OperationContext,
  name: OperationName,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Done<Out>> {
  const operation = await loadOperation(name);
  const out = await operation.run(context, input);
  operation.output().parse(out);
  // The operation's own schema has just accepted it; the test knows what it looks for.
  return { exit: operation.exitCode(out), out: out as Out };
}

/** Runs an operation that must fail; gives the code it failed with. */
export async function codeOf(run: Promise<unknown>): Promise<string | null> {
  try {
    await run;
    return null;
  } catch (error) {
    if (error instanceof HoldallError) return error.code;
    throw error;
  }
}
