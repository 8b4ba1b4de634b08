import type { ErrorCode } from "../base/codes.ts";
import { HoldallError } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";

/** The meaning of an error of the operating system, and what can be done about it. */
interface Fault {
  readonly state: string;
  readonly cure?: string;
  readonly code?: ErrorCode;
}

const DENIED: Fault = {
  state: "permission is denied",
  cure: "check the permissions of the file and of the folders above it",
};
const TOO_MANY: Fault = {
  state: "too many files are open",
  cure: "raise the limit with ulimit -n",
};

const faults: ReadonlyMap<string, Fault> = new Map<string, Fault>([
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["ENOENT", { state: "it does not exist", code: "E_NOT_FOUND" }],
  ["ENOTDIR", { state: "a part of its path is a file, not a folder", code: "E_NOT_FOUND" }],
  ["EEXIST", { state: "it already exists", code: "E_EXISTS" }],
  ["ENOTEMPTY", { state: "it is not empty", code: "E_EXISTS" }],
  ["EISDIR", { state: "it is a folder" }],
  ["ELOOP", { state: "it is a link, or its links form a loop", code: "E_LINK" }],
  ["ENAMETOOLONG", { state: "its name is too long for this system" }],
  ["ENOSPC", { state: "the disk is full", cure: "free some space and run the command again" }],
  [
    "EDQUOT",
    { state: "the disk quota is exceeded", cure: "free some space and run the command again" },
  ],
  ["EFBIG", { state: "it would exceed the maximum size of a file here" }],
  ["EROFS", { state: "the file system is read-only", cure: "choose another path" }],
  ["EMFILE", TOO_MANY],
  ["ENFILE", TOO_MANY],
  ["EBUSY", { state: "it is in use" }],
  [
    "EADDRINUSE",
    {
      state: "another program uses this port",
      cure: "choose another with --port (0: any free one)",
    },
  ],
  ["EIO", { state: "the device failed to read or write" }],
]);

/** Converts an error of the operating system to one with a code and a message; returns others unchanged. */
export function toIoError(error: unknown, doing: string): unknown {
  const isSystem = error instanceof Error && "syscall" in error;
  return !isSystem || error instanceof HoldallError ? error : ioError(error, doing);
}

/** The error for a system call that failed. */
export function ioError(cause: unknown, doing: string): HoldallError {
  const name = systemCode(cause);
  const {
    state,
    cure,
    code = "E_IO",
  } = faults.get(name) ?? { state: "the operating system refused" };
  const details = { cause, ...(cure === undefined ? {} : { cure }) };
  return new HoldallError(code, `Cannot ${doing}: ${state} (${name})`, details);
}

/** The place that an error of the operating system names, as an ending of `doing`; empty without one. */
export function placeOf(error: unknown): string {
  const at = error instanceof Error && "path" in error ? error.path : undefined;
  return typeof at === "string" ? ` on "${excerpt(at, 200)}"` : "";
}

/** The operating system's own code of an error, such as ENOENT. */
export function systemCode(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "unknown error";
}
