import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { CONFIG } from "../../curator/workspace/layout.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { logHookFault } from "../hook-log.ts";
import type { HookCall } from "./hook-input.ts";

/** How much of a conversation is searched, from its end. */
const MAX_SEARCH_BYTES = 64 * 1024 * 1024;

/** Whether the folder or one above it has settings of responsibilities. */
export function hasResponsibilities(cwd: string): boolean {
  for (let folder = path.resolve(cwd); ; folder = path.dirname(folder)) {
    if (fs.existsSync(path.join(folder, CONFIG))) return true;
    if (folder === path.dirname(folder)) return false;
  }
}

/** Whether the conversation already contains this very text, by the marker with its hash. */
export function hasMark({ transcript_path }: HookCall, marker: string): boolean {
  if (transcript_path === undefined || !fs.existsSync(transcript_path)) return false;
  const descriptor = fs.openSync(transcript_path, "r");
  try {
    const { size } = fs.fstatSync(descriptor);
    const tail = Buffer.alloc(Math.min(size, MAX_SEARCH_BYTES));
    fs.readSync(descriptor, tail, 0, tail.length, size - tail.length);
    return tail.includes(marker);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The context with the host's folder, if the host names one. */
export function inFolder(context: OperationContext, cwd: string | undefined): OperationContext {
  const isThere = cwd !== undefined && fs.statSync(cwd, { throwIfNoEntry: false })?.isDirectory();
  return isThere ? { ...context, cwd } : context;
}

/** The context of a hook that goes on with the defaults where a project's file cannot be used, and logs that once. */
export function withoutUnusable(context: OperationContext, what: string): OperationContext {
  let isLogged = false;
  const onUnusableProject = (error: HoldallError) => {
    if (!isLogged) logHookFault(context, what, error);
    isLogged = true;
  };
  return { ...context, onUnusableProject };
}

/** Gives up when the time is over; the abandoned work continues, but nobody waits for it. */
export async function within<Result>(
  timeoutMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const fault = new HoldallError("E_LOCKED", `Cannot finish within ${timeoutMs} ms`);
    timer = setTimeout(() => reject(fault), timeoutMs);
  });
  return Promise.race([work(), late]).finally(() => clearTimeout(timer));
}
