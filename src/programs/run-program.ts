import { spawnSync } from "node:child_process";
import { markProcess } from "./process-mark.ts";
import { endTree } from "./process-tree.ts";
import type { ProgramOrder } from "./program-order.ts";
import { type ProgramExit, placeOf, startProgram } from "./start-program.ts";

/** A program whose output is kept. */
export interface RunOrder extends ProgramOrder {
  /** Bytes of each stream that are kept. */
  readonly maxOutput: number;
  /** What happens to more output: the oldest is dropped, or the program is ended. */
  readonly onMoreOutput: "keep-newest" | "end";
  /** Ends the program. */
  readonly signal?: AbortSignal;
  /** Called with each piece of its standard output as it comes. */
  onOutput?(chunk: Buffer): void;
}

/** How a program ended, and what it printed. */
export interface ProgramResult extends ProgramExit {
  /** Whether it was ended because it printed too much. */
  readonly isTooLong: boolean;
  readonly durationMs: number;
  readonly stdout: Buffer;
  readonly stderr: Buffer;
}

/** Runs a program and waits for its end; rejects when it could not be started. */
export async function runProgram(order: RunOrder): Promise<ProgramResult> {
  const started = performance.now();
  const running = startProgram(order);
  let isTooLong = false;
  const onMore = () => {
    if (order.onMoreOutput === "keep-newest") return;
    isTooLong = true;
    running.end();
  };
  if (order.onOutput) running.stdout?.on("data", order.onOutput);
  const stdout = keepNewest(running.stdout, order.maxOutput, onMore);
  const stderr = keepNewest(running.stderr, order.maxOutput, onMore);
  running.stdin?.end(order.input ?? "");
  order.signal?.addEventListener("abort", running.end);
  try {
    const exit = await running.ended;
    order.signal?.throwIfAborted();
    const durationMs = Math.round(performance.now() - started);
    return { ...exit, isTooLong, durationMs, stdout: stdout(), stderr: stderr() };
  } finally {
    order.signal?.removeEventListener("abort", running.end);
  }
}

/** A program that this process waits for without doing anything else. */
export interface SyncOrder extends ProgramOrder {
  /** Whether it is ended as soon as it prints something: a server that has answered waits for the next request. */
  readonly endsAtOutput?: true;
}

/** Runs a program whose output nobody needs, and lets nothing else happen meanwhile; its exit code, null without one. */
export function runProgramSync(order: SyncOrder): number | null {
  const mark = markProcess();
  const input = order.input === undefined ? {} : { input: order.input };
  const { pid, status } = spawnSync(order.program, order.args, {
    ...placeOf(order, mark.variables),
    ...input,
    stdio: [
      order.input === undefined ? "ignore" : "pipe",
      order.endsAtOutput ? "pipe" : "ignore",
      "ignore",
      mark.file ?? "ignore",
    ],
    // A limit of no output: the first byte ends it.
    maxBuffer: 1,
    timeout: order.timeoutMs,
    killSignal: "SIGKILL",
  });
  mark.close();
  endTree(mark.tree, pid === 0 ? undefined : pid);
  return status;
}

function keepNewest(
  stream: NodeJS.ReadableStream | null,
  maxBytes: number,
  onMore: () => void,
): () => Buffer {
  const chunks: Buffer[] = [];
  let size = 0;
  stream?.on("data", (chunk: Buffer) => {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) onMore();
    while (chunks.length > 1 && size - (chunks[0]?.length ?? 0) >= maxBytes) {
      size -= chunks.shift()?.length ?? 0;
    }
  });
  return () => Buffer.concat(chunks).subarray(-maxBytes);
}
