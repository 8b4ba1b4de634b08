import { setTimeout } from "node:timers/promises";
import type { ErrorCode } from "../../base/codes.ts";
import { type ErrorDetails, HoldallError } from "../../base/errors.ts";

const MAX_TRIES = 3;
/** How often a registry is obeyed that asks to wait, and for how long. */
const MAX_WAITS = 8;
const MAX_WAIT_MS = 2 * 60_000;
const FIRST_PAUSE_MS = 250;

/** A failure that may be gone at the next attempt. */
export class TransientError extends HoldallError {
  /** How long the registry asks to wait; null when it does not. */
  readonly waitMs: number | null;

  constructor(code: ErrorCode, message: string, details: ErrorDetails & { waitMs?: number } = {}) {
    super(code, message, details);
    this.waitMs = details.waitMs ?? null;
  }
}

/** Repeats some work that fails for a moment: a few times, with pauses that grow or that the registry asks for. */
export async function withRetries<Result>(
  signal: AbortSignal,
  work: () => Promise<Result>,
): Promise<Result> {
  for (let failed = 1; ; failed++) {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof TransientError)) throw error;
      const { waitMs } = error;
      const isLast = waitMs === null ? failed >= MAX_TRIES : failed > MAX_WAITS;
      if (isLast || (waitMs ?? 0) > MAX_WAIT_MS) throw error;
      await pause(waitMs ?? FIRST_PAUSE_MS * 2 ** failed, signal);
    }
  }
}

async function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  await setTimeout(milliseconds, undefined, { signal }).catch(() => {});
  signal.throwIfAborted();
}

/** The milliseconds of a `Retry-After`: seconds or a date; undefined without a usable one. */
export function retryAfterMs(header: string | undefined): number | undefined {
  if (header === undefined) return undefined;
  if (/^\d{1,9}$/.test(header)) return Number(header) * 1000;
  const date = Date.parse(header);
  return Number.isNaN(date) ? undefined : Math.max(0, date - Date.now());
}
