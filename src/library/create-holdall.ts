/**
 * The library's entry point: the operations as typed methods. The object is built from the same
 * registry as the command line, word by word, so that a new operation appears without a change
 * here. A call is like one by a person: any path may be named, and nothing is asked.
 */

import path from "node:path";
import { HoldallError } from "../base/errors.ts";
import { nearestName } from "../base/registry.ts";
import { argumentsOf } from "../operations/operation/arguments.ts";
import type { Operation } from "../operations/operation/operation.ts";
import { loadOperation, type OperationName, operationNames } from "../operations/registry.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import type { CallOptions, Holdall, SurfaceKey } from "./methods.ts";

/** Where the methods work, and in whose name. */
export interface HoldallOptions {
  /** Relative paths start here, and a workspace is looked for here and above. */
  readonly cwd: string;
  /** The workspace: a folder or the URL of a database (default: `HOLDALL_STORE`, else `.holdall`). */
  readonly store?: string;
  /** Who acts, as the ledger records it (default: `user`). */
  readonly actor?: string;
  /** The current time (default: the system clock). */
  readonly now?: () => Date;
}

type AnyCallOptions = CallOptions<unknown>;

/**
 * Every operation of the program as a typed method. An error is a `HoldallError` with the code that
 * the program would report; an answer of "no" is a result.
 */
export function createHoldall(options: HoldallOptions): Holdall {
  const fixed = { ...options, cwd: path.resolve(options.cwd) };
  // Built from the same registry as the type, word by word.
  return nodeFor([], fixed) as Holdall;
}

function nodeFor(path: readonly string[], options: HoldallOptions): object {
  const name = operationNames.find((each) => each === path.join(" "));
  const node = name === undefined ? {} : methodFor(name, options);
  for (const name of nextNames(path)) {
    const value = nodeFor([...path, name], options);
    Object.defineProperty(node, methodName(name), { value, enumerable: true });
  }
  return node;
}

function nextNames(path: readonly string[]): ReadonlySet<string> {
  const start = path.map((name) => `${name} `).join("");
  const names = operationNames.filter((name) => name.startsWith(start));
  return new Set(names.map((name) => name.slice(start.length).split(" ")[0] ?? ""));
}

function methodFor(name: OperationName, options: HoldallOptions) {
  return async (input: object = {}, call: AnyCallOptions = {}): Promise<unknown> => {
    const operation = await loadOperation(name);
    return operation.run(libraryContext(options, call), toInput(operation, input, options));
  };
}

/**
 * The input with the operation's own key names. An unknown key is refused, since it is probably
 * mistyped.
 */
function toInput(
  operation: Operation,
  options: object,
  { store, actor }: HoldallOptions,
): Record<string, unknown> {
  const keys = argumentsOf(operation).map(({ key }) => key);
  const fixed: Record<SurfaceKey, unknown> = { store, actor, origin: "library" };
  const open = new Map(
    keys.filter((key) => !Object.hasOwn(fixed, key)).map((key) => [methodKey(key), key]),
  );
  const input: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(options)) {
    const key = open.get(name);
    if (key === undefined) throw unknownKey(operation.name, name, [...open.keys()]);
    input[key] = value;
  }
  for (const [key, value] of Object.entries(fixed)) {
    if (value !== undefined && keys.includes(key)) input[key] = value;
  }
  return input;
}

function unknownKey(name: string, key: string, known: readonly string[]): HoldallError {
  const near = nearestName(key, known);
  return new HoldallError("E_USAGE", `Cannot run ${name}: unknown key "${key}"`, {
    cure: near === null ? `its keys are ${known.join(", ")}` : `did you mean "${near}"?`,
  });
}

/** The context of an operation that a program calls: it may name any path, and nobody can be asked. */
export function libraryContext(
  { cwd, now = () => new Date() }: HoldallOptions,
  call: AnyCallOptions = {},
): OperationContext {
  const { signal = new AbortController().signal, onProgress, onNote, onPiece, incoming } = call;
  return {
    cwd,
    roots: null,
    fetchesAddresses: true,
    now,
    interactive: false,
    signal,
    progress: (text) => {
      signal.throwIfAborted();
      onProgress?.(text);
    },
    note: (text) => onNote?.(text),
    incoming: () => {
      if (incoming !== undefined) return incoming;
      throw new HoldallError("E_USAGE", "Cannot read standard input: a library call has none", {
        cure: "give the text itself, or `incoming` with the call",
      });
    },
    emit: async (piece) => onPiece?.(piece),
  };
}

/** A word of a command as the name of a method: `cut-points` is `cutPoints`. */
export function methodName(part: string): string {
  return part.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
}

/** The name of an option as a key of a method's input, spelled as the keys of its result: `dry-run` is `dry_run`. */
export function methodKey(option: string): string {
  return option.replaceAll("-", "_");
}
