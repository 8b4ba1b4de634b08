/**
 * What a session was before each of its updates. The files are kept beside the record of the handoff, so that an update
 * can be taken back without the session that it extended.
 */
import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { digestFile } from "../../disk/digest-file.ts";
import { removeCreated } from "../../disk/undo-log.ts";
import { writeAtomically } from "../../disk/write-atomically.ts";
import { digestPaths, type HandoffRecord, writeRecord } from "../../sessions/handoff-record.ts";

/** How many updates can be taken back one by one; those before them go with the session. */
const MAX_KEPT = 5;

/** A session as it was before an update. */
export type EarlierState = NonNullable<HandoffRecord["before"]>[number];

/** Keeps the files of a session before an update replaces them. */
export async function keepBefore(record: HandoffRecord, recordFile: string): Promise<EarlierState> {
  const used = new Set((record.before ?? []).map(({ folder }) => folder));
  const stem = path.basename(recordFile, ".json");
  let number = 1;
  while (used.has(`${stem}.before-${number}`)) number++;
  const folder = `${stem}.before-${number}`;
  // As they are now: an update that was interrupted may have replaced some already.
  const paths = record.made.map(({ path: file }) => file).filter((file) => fs.existsSync(file));
  const digests = await digestPaths(paths, new Map());
  const copyFiles = (temporary: string) => {
    fs.mkdirSync(temporary, { mode: 0o700 });
    for (const [index, { path: file, sha256 }] of digests.entries()) {
      if (sha256 === null) continue;
      fs.copyFileSync(file, path.join(temporary, String(index)), fs.constants.COPYFILE_FICLONE);
    }
  };
  // A process that was killed may have left one of this name.
  await writeAtomically(path.join(path.dirname(recordFile), folder), copyFiles, { replace: true });
  const { at, last_item } = record;
  return { at, made: digests, folder, ...(last_item === undefined ? {} : { last_item }) };
}

/** The newest of the states that are kept; the files of the others are removed. */
export function forgetOldest(states: readonly EarlierState[], recordFile: string): EarlierState[] {
  for (const old of states.slice(0, -MAX_KEPT)) removeKept(recordFile, old);
  return states.slice(-MAX_KEPT);
}

/** Removes what was kept for a state. */
export function removeKept(recordFile: string, { folder }: EarlierState): void {
  const kept = path.join(path.dirname(recordFile), path.basename(folder));
  fs.rmSync(kept, { recursive: true, force: true });
}

/** Puts the files back that a session had before its last update. The caller has made sure that nobody changed it since. */
export async function restoreBefore(
  record: HandoffRecord,
  recordFile: string,
  state: EarlierState,
): Promise<void> {
  const kept = path.join(path.dirname(recordFile), path.basename(state.folder));
  const copies = state.made.flatMap(({ path: file, sha256 }, index) =>
    sha256 === null ? [] : [{ file, sha256, copy: path.join(kept, String(index)) }],
  );
  for (const { copy, sha256 } of copies) {
    const isThere = fs.existsSync(copy) && (await digestFile(copy)).sha256 === sha256;
    if (!isThere) throw damagedCopy(record.session_id, copy);
  }
  const before = new Map(state.made.map((file) => [file.path, file]));
  const either = record.made.map((file) => {
    const next = before.get(file.path)?.sha256;
    return next === undefined || next === null ? file : { ...file, next };
  });
  // A process that is killed from here on leaves files that fit this record.
  writeRecord(recordFile, { ...record, made: either });
  for (const { file, copy } of copies) {
    await writeAtomically(file, (temporary) => fs.copyFileSync(copy, temporary), { replace: true });
  }
  removeCreated(record.made.map(({ path: file }) => file).filter((file) => !before.has(file)));
  const { last_item: _, before: states = [], ...rest } = record;
  const { folder, ...earlier } = state;
  const older = states.filter((one) => one.folder !== folder);
  writeRecord(recordFile, { ...rest, ...earlier, before: older });
  removeKept(recordFile, state);
}

function damagedCopy(id: string, copy: string): HoldallError {
  const state = `the copy of the session before the update is missing or damaged ("${copy}")`;
  return new HoldallError("E_NOT_FOUND", `Cannot undo the update of "${id}": ${state}`, {
    cure: "delete the session in the receiver, then hand over again",
  });
}
