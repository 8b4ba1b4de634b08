import type { ErrorCode } from "./codes.ts";
import type { Finding } from "./findings.ts";

/** What an error may carry besides its sentence. */
export interface ErrorDetails {
  /** What the reader can do about it, as an imperative sentence. */
  readonly cure?: string;
  /** Every fault with its place, when a check led to the error. */
  readonly findings?: readonly Finding[];
  readonly cause?: unknown;
}

/** A broken promise that a surface turns into a sentence and the exit code of its code. */
export class HoldallError extends Error {
  readonly code: ErrorCode;
  readonly cure: string | undefined;
  readonly findings: readonly Finding[];

  constructor(code: ErrorCode, message: string, details: ErrorDetails = {}) {
    super(message, details.cause === undefined ? {} : { cause: details.cause });
    this.name = "HoldallError";
    this.code = code;
    this.cure = details.cure;
    this.findings = details.findings ?? [];
  }
}
