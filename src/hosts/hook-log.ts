import fs from "node:fs";
import path from "node:path";
import { HoldallError, messageOf } from "../base/errors.ts";
import { excerpt } from "../base/text/text.ts";
import { readExternalText } from "../disk/replace-text-file.ts";
import type { OperationContext } from "../runtime/operation-context.ts";
import { storeChoice } from "../runtime/workspace.ts";
import { isUrl, locateStore } from "../stores/locate.ts";

/** The file of a workspace with errors of hooks: a host shows them to nobody. */
const HOOK_LOG = "hooks.log";
const MAX_BYTES = 256 * 1024;

/**
 * Records that a hook failed. Never fails itself: without a folder to write to, nothing is
 * recorded.
 */
export function logHookFault(context: OperationContext, what: string, error: unknown): void {
  try {
    const location = locateStore(storeChoice(context, undefined));
    if (location === null || isUrl(location)) return;
    const file = path.join(location, HOOK_LOG);
    const before = fs.lstatSync(file, { throwIfNoEntry: false });
    // A link, of either kind, could lead to a file that a program obeys.
    if (before !== undefined && (!before.isFile() || before.nlink > 1)) return;
    const isFull = (before?.size ?? 0) > MAX_BYTES;
    const code = error instanceof HoldallError ? error.code : "E_INTERNAL";
    const message = messageOf(error);
    const line = `${context.now().toISOString()}  ${what}  ${code}  ${excerpt(message, 500)}\n`;
    fs.writeFileSync(file, line, { flag: isFull ? "w" : "a", mode: 0o600 });
  } catch {
    // A hook that cannot even write its log must not disturb its host either.
  }
}

/** The last lines of the log of hooks in this workspace. */
export function readHookFaults(context: OperationContext, most: number): string[] {
  const location = locateStore(storeChoice(context, undefined));
  if (location === null || isUrl(location)) return [];
  const file = path.join(location, HOOK_LOG);
  const text = fs.existsSync(file) ? (readExternalText(file) ?? "") : "";
  return text
    .split("\n")
    .filter((line) => line !== "")
    .slice(-most);
}
