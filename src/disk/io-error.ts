import { HoldallError } from "../base/errors.ts";

/** A fault of the operating system as an error with a code and a sentence; anything else as it is. */
export function asIoError(error: unknown, doing: string): unknown {
  const isSystem = error instanceof Error && "syscall" in error;
  if (!isSystem || error instanceof HoldallError) return error;
  return new HoldallError("E_IO", `Cannot ${doing}: ${codeOf(error)}`, { cause: error });
}

/** The name that the operating system has for a fault. */
export function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown fault";
}
