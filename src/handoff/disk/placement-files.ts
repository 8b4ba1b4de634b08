import fs from "node:fs";
import path from "node:path";
import type { AgentEnvironment } from "../../agents/agent.ts";
import { formatNumber } from "../../base/text/format-count.ts";
import { type PlacedFile, placeText } from "../../disk/place-text.ts";
import { createTemporaryName } from "../../disk/temporary-name.ts";
import { createUndoLog } from "../../disk/undo-log.ts";
import type { OperationContext } from "../../runtime/operation-context.ts";
import {
  digestPaths,
  type HandoffRecord,
  recordPath,
  writeRecord,
} from "../../sessions/handoff-record.ts";
import { showWriting } from "../../sessions/show-progress.ts";
import type { PlacementFiles } from "../place-session.ts";

/** The handoff whose files are placed. */
export interface Placement {
  readonly agent: string;
  readonly session_id: string;
  /** The session that is handed over. */
  readonly from: NonNullable<HandoffRecord["from"]>;
  readonly title?: string | undefined;
  readonly at: Date;
  /** The last item of the source that is handed over. */
  readonly last_item?: string | undefined;
}

/** Places the files of a handoff on disk, under a record from which they can be removed again. */
export function createPlacementFiles(
  environment: AgentEnvironment,
  { agent, session_id, from, title, at, last_item }: Placement,
  progress: OperationContext["progress"] = () => {},
): PlacementFiles {
  const undoLog = createUndoLog();
  const known = new Map<string, PlacedFile>();
  const recordFile = recordPath(environment, session_id);
  const head = {
    version: 1,
    agent,
    session_id,
    from,
    ...(title === undefined ? {} : { title }),
    at: at.toISOString(),
    ...(last_item === undefined ? {} : { last_item }),
  } as const;
  return {
    async begin(paths) {
      undoLog.createFolder(path.dirname(recordFile));
      undoLog.addFile(recordFile);
      const created = [...missingFolders(paths), ...paths].map((each) => ({
        path: each,
        sha256: null,
      }));
      writeRecord(recordFile, {
        ...head,
        path: paths.at(-1),
        made: created,
        placing: createTemporaryName(null),
      });
    },
    async place(file, text) {
      undoLog.createFolder(path.dirname(file));
      known.set(file, await placeText(file, showWriting(text, progress)));
      undoLog.addFile(file);
    },
    checked: (items) => progress(`checking: ${formatNumber(items)} items`),
    addCreated(file) {
      if (!undoLog.paths().includes(file)) undoLog.addFile(file);
    },
    addRemoval: (step) => undoLog.addStep(step),
    async finish(placed) {
      const created = undoLog.paths().filter((each) => !isOf(recordFile, each));
      const record: HandoffRecord = {
        ...head,
        // A program may give a session another id than it was written with.
        session_id: placed.session_id,
        path: placed.path,
        made: await digestPaths(created, known),
      };
      writeRecord(recordFile, record);
      undoLog.commit();
    },
    undo: () => undoLog.rollback(),
  };
}

/** Whether a path is the record itself or a folder that was created for it. */
function isOf(recordFile: string, each: string): boolean {
  return recordFile === each || recordFile.startsWith(each + path.sep);
}

/** The folders that must be created for some files, the outermost first. */
function missingFolders(files: readonly string[]): readonly string[] {
  const missing = new Set<string>();
  for (const file of files) {
    const own: string[] = [];
    for (let at = path.dirname(file); !fs.existsSync(at); at = path.dirname(at)) own.unshift(at);
    for (const folder of own) missing.add(folder);
  }
  return [...missing];
}
