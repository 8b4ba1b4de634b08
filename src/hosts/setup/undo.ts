/**
 * Takes a setup back. A file that nobody has changed since gets its bytes back; from any other only our entries are
 * removed, and what others wrote stays.
 */

import fs from "node:fs";
import * as z from "zod";
import type { HostPlace } from "../../agents/host.ts";
import { type HostId, hostIds, hosts } from "../../agents/registry.ts";
import { sha256 } from "../../base/hash.ts";
import { removeCreated } from "../../disk/undo-log.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import { readHostFile, replaceHostFile, requireHostFile } from "../host-file.ts";
import { hostPlace } from "../host-place.ts";
import { type RecordedChange, type SetupRun, textBefore } from "./record.ts";
import { setupSteps } from "./steps.ts";

/** What became, or would become, of a file when a setup is taken back. */
export const undoneFileSchema = () =>
  z.object({
    agent: z.enum(hostIds),
    name: z.string(),
    file: z.string(),
    /** `restored`: every byte as before; `cleaned`: our entries removed from a file that was changed since. */
    action: z.enum(["restored", "removed", "cleaned", "unchanged"]),
  });

/** What became, or would become, of a file when a setup is taken back. */
export type UndoneFile = z.infer<ReturnType<typeof undoneFileSchema>>;

interface Undoing {
  readonly change: RecordedChange;
  readonly place: HostPlace;
  readonly action: UndoneFile["action"];
  /** The text that the file gets. */
  readonly text: string;
}

/** Takes a setup back, or shows what that would do. A file that cannot be edited refuses all before anything is written. */
export function undoRun(
  context: OperationContext,
  { scope, project, changes, folders }: SetupRun,
  isDry: boolean,
): readonly UndoneFile[] {
  const place = { ...hostPlace(context, scope), project };
  const planned = changes.toReversed().map((change) => planUndo(change, place));
  if (!isDry) {
    for (const each of planned) carryOut(each);
    removeCreated(folders);
  }
  return planned.map(({ change: { host, file }, action }) => ({
    agent: host,
    name: nameOf(host),
    file,
    action,
  }));
}

function nameOf(host: HostId): string {
  return hosts[host].displayName;
}

function planUndo(change: RecordedChange, place: HostPlace): Undoing {
  const { file, host, steps } = change;
  const now = readHostFile(place, file);
  // A process that was killed may have left a file as it was.
  if (now === null || sha256(now) === change.before)
    return { change, place, action: "unchanged", text: "" };
  const before = textBefore(change, now);
  if (before !== undefined) {
    const action = change.before === null ? "removed" : "restored";
    return { change, place, action, text: before };
  }
  const removals = steps.map((step) => setupSteps[step].remove(host, place));
  // Settings that are now elsewhere are not those that were changed.
  const here = removals.filter((removal) => removal.file === file);
  const text = here.reduce((left, { edit }) => edit(left) ?? left, now);
  if (text === now) return { change, place, action: "unchanged", text };
  const isEmptied = here.some(({ leftover }) => leftover === text);
  const isOurs = change.before === null && isEmptied;
  return { change, place, action: isOurs ? "removed" : "cleaned", text };
}

function carryOut({ change: { file }, place, action, text }: Undoing): void {
  if (action === "removed") fs.rmSync(requireHostFile(place, file));
  else if (action !== "unchanged") replaceHostFile(place, file, text);
}
