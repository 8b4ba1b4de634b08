/**
 * The hidden files of a task: tests, for instance, that decide whether it was done. No agent sees them; they are laid
 * over the files of a run only when it is judged.
 */

import { HoldallError } from "../base/errors.ts";
import { type FileEntry, type FileSet, filesBelow } from "../base/file-set.ts";
import { placeFault } from "../base/paths.ts";
import { createProtectedPathGuard } from "../base/protected-path.ts";
import type { TaskBundle } from "../model/task-bundle.ts";
import type { StartItem } from "./starting-state.ts";

/** A hidden file. */
export type HiddenFile = Extract<StartItem, { kind: "file" }> & { readonly content: FileEntry };

/** The hidden files of a task. */
export interface HiddenFiles {
  /** Reads them, as often as they are needed, in byte order. */
  items(): AsyncIterable<HiddenFile>;
}

/** Opens the hidden files of a task; null when it has none. */
export function openHidden({
  task,
  files,
}: {
  readonly task: TaskBundle;
  readonly files: FileSet;
}): HiddenFiles | null {
  const hidden = task.contents.hidden();
  if (hidden === null) return null;
  const within = filesBelow(files, hidden.folder);
  return {
    async *items() {
      const guard = createProtectedPathGuard();
      for await (const batch of hidden.listed()) {
        for (const { path, mode } of batch) {
          const fault = placeFault(path);
          if (fault !== null) throw unusable(path, fault);
          // As in the start, nothing of version control comes out of a bundle: git would obey it.
          if (guard.check(path, "file")?.isSettings === false) continue;
          const entry = await within.get(path);
          if (entry?.kind !== "file") throw unusable(path, "is absent");
          yield { kind: "file", path, mode: mode === "100755" ? 0o755 : 0o644, content: entry };
        }
      }
    },
  };
}

function unusable(path: string, fault: string): HoldallError {
  return new HoldallError("E_PATH", `Cannot use the hidden file "${path}": it ${fault}`);
}
