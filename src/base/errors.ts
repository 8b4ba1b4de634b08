import type { ErrorCode } from "./codes.ts";
import type { Finding } from "./findings.ts";

/** What an error may have besides its message. */
export interface ErrorDetails {
  /** What the user can do about it, as an imperative sentence. */
  readonly cure?: string;
  /** All findings, when a check led to the error. */
  readonly findings?: readonly Finding[];
  readonly cause?: unknown;
}

/** An error for the user: a surface shows its message and ends with the exit code of its code. */
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

/** The message of what was thrown, whatever that is. */
export function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}
