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
import { applyTextEdit, type ConfigEdit } from "../config-edit.ts";
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
    /**
     * `restored`: every byte as before; `cleaned`: our entries removed from a file that was changed since; `left`:
     * notes of the agent on our entries, in a notation that we do not edit.
     */
    action: z.enum(["restored", "removed", "cleaned", "unchanged", "left"]),
  });

/** What became, or would become, of a file when a setup is taken back. */
export type UndoneFile = z.infer<ReturnType<typeof undoneFileSchema>>;

interface Undoing {
  readonly host: HostId;
  readonly file: string;
  readonly place: HostPlace;
  readonly action: UndoneFile["action"];
  /** The text that the file gets. */
  readonly text: string;
}

/** An edit that removes entries of ours from a file of a host. */
type Removal = ConfigEdit & { readonly host: HostId };

/** Takes a setup back, or shows what that would do. A file that cannot be edited refuses all before anything is written. */
export function undoRun(
  context: OperationContext,
  { scope, project, changes, folders }: SetupRun,
  isDry: boolean,
): readonly UndoneFile[] {
  const place = { ...hostPlace(context, scope), project };
  const newest = changes.toReversed();
  const removals = newest.flatMap(({ host, steps }) =>
    steps.flatMap((step) =>
      setupSteps[step].remove(host, place).map((edit) => ({ host, ...edit })),
    ),
  );
  const planned = [
    ...newest.map((change) => planUndo(change, place, removals)),
    ...removals
      .filter(({ notesOn }) => changes.some(({ file }) => file === notesOn))
      .flatMap((removal) => planNotes(removal, place, changes)),
  ];
  if (!isDry) {
    for (const each of planned) carryOut(each);
    removeCreated(folders);
  }
  return planned.map(({ host, file, action }) => ({
    agent: host,
    name: nameOf(host),
    file,
    action,
  }));
}

function nameOf(host: HostId): string {
  return hosts[host].displayName;
}

function planUndo(change: RecordedChange, place: HostPlace, removals: readonly Removal[]): Undoing {
  const { file, host } = change;
  const now = readHostFile(place, file);
  const undoing = { host, file, place };
  // A process that was killed may have left a file as it was.
  if (now === null || sha256(now) === change.before)
    return { ...undoing, action: "unchanged", text: "" };
  const before = textBefore(change, now);
  if (before !== undefined) {
    const action = change.before === null ? "removed" : "restored";
    return { ...undoing, action, text: before };
  }
  // Settings that are now elsewhere are not those that were changed.
  const here = removals.filter((removal) => removal.host === host && removal.file === file);
  const text = here.reduce((left, removal) => applyTextEdit(removal, left) ?? left, now);
  if (text === now) return { ...undoing, action: "unchanged", text };
  const isEmptied = here.some(({ leftover }) => leftover === text);
  const isOurs = change.before === null && isEmptied;
  return { ...undoing, action: isOurs ? "removed" : "cleaned", text };
}

/** What an agent noted of our entries: removed from a file that the setup did not change, left where we cannot edit it. */
function planNotes(
  removal: Removal,
  place: HostPlace,
  changes: SetupRun["changes"],
): readonly Undoing[] {
  const { host, file } = removal;
  const now = readHostFile(place, file);
  const text = applyTextEdit(removal, now);
  if (text === undefined) return [{ host, file, place, action: "left", text: "" }];
  const isPlanned = changes.some((change) => change.file === file);
  if (isPlanned || text === null || text === now) return [];
  return [{ host, file, place, action: "cleaned", text }];
}

function carryOut({ file, place, action, text }: Undoing): void {
  if (action === "removed") fs.rmSync(requireHostFile(place, file));
  else if (action === "restored" || action === "cleaned") replaceHostFile(place, file, text);
}
