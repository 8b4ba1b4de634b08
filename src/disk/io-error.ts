import type { ErrorCode } from "../base/codes.ts";
import { HoldallError } from "../base/errors.ts";

/** What a fault of the operating system means, and what can be done about it. */
interface Fault {
  readonly state: string;
  readonly cure?: string;
  readonly code?: ErrorCode;
}

const DENIED: Fault = {
  state: "permission is denied",
  cure: "look at who may use the file and the folders above it",
};
const TOO_MANY: Fault = { state: "too many files are open", cure: "raise the limit (ulimit -n)" };

const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["ENOENT", { state: "it does not exist", code: "E_NOT_FOUND" }],
  ["ENOTDIR", { state: "a part of its path is a file", code: "E_NOT_FOUND" }],
  ["EEXIST", { state: "it already exists", code: "E_EXISTS" }],
  ["ENOTEMPTY", { state: "it is not empty", code: "E_EXISTS" }],
  ["EISDIR", { state: "it is a folder" }],
  ["ELOOP", { state: "it is a link, or its links go in a circle", code: "E_LINK" }],
  ["ENAMETOOLONG", { state: "its name is too long for this system" }],
  ["ENOSPC", { state: "the disk is full", cure: "free some space and run the command again" }],
  ["EDQUOT", { state: "the disk quota is used up", cure: "free some space and run it again" }],
  ["EFBIG", { state: "it grew larger than a file may be here" }],
  ["EROFS", { state: "the file system cannot be written", cure: "write somewhere else" }],
  ["EMFILE", TOO_MANY],
  ["ENFILE", TOO_MANY],
  ["EBUSY", { state: "it is in use" }],
  ["EIO", { state: "the device failed to read or write" }],
]);

/** A fault of the operating system as an error with a code and a sentence; anything else as it is. */
export function toIoError(error: unknown, doing: string): unknown {
  const isSystem = error instanceof Error && "syscall" in error;
  return !isSystem || error instanceof HoldallError ? error : ioError(error, doing);
}

/** The error for a system call that failed. */
export function ioError(cause: unknown, doing: string): HoldallError {
  const name = systemCode(cause);
  const { state, cure, code = "E_IO" } = faults.get(name) ?? { state: "the system refused" };
  const details = { cause, ...(cure === undefined ? {} : { cure }) };
  return new HoldallError(code, `Cannot ${doing}: ${state} (${name})`, details);
}

/** The name that the operating system has for a fault. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown fault";
}
