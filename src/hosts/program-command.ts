import fs from "node:fs";
import path from "node:path";
import type { Scope } from "../agents/host.ts";
import type { OperationContext } from "../runtime/operation-context.ts";

/** The name of the program, as installed. */
const NAME = "holdall";

/**
 * The command that starts this program again, from any folder and shell: its name if that is on the
 * path, otherwise Node and the file.
 */
export function programCommand(): readonly string[] {
  return isOnPath() ? [NAME] : absoluteCommand();
}

/** The command that starts this program without any search path. */
export function absoluteCommand(): readonly string[] {
  return [process.execPath, ownFile()];
}

/** The command for a file: one that a project shares names no path of this machine. */
export function commandFor(scope: Scope): readonly string[] {
  return scope === "project" ? [NAME] : programCommand();
}

/** Reminds a user whose project's files start the program by a name that is not found here. */
export function remindOfPath({ note }: Pick<OperationContext, "note">, scope: Scope): void {
  if (scope !== "project" || isOnPath()) return;
  note(
    "The project's files start `holdall` by its name, which is not on PATH here: run `npm link` where it is installed, or use --scope user, which writes its full path",
  );
}

/** Whether the name of the program starts this one. */
function isOnPath(): boolean {
  const own = ownFile();
  const isOwn = (folder: string) => {
    const file = path.join(folder, NAME);
    // A path that a package runner added is gone when the runner ends.
    return !folder.includes("node_modules") && fs.existsSync(file) && fs.realpathSync(file) === own;
  };
  const folders = (process.env.PATH ?? "").split(path.delimiter);
  return folders.some((folder) => folder !== "" && isOwn(folder));
}

function ownFile(): string {
  return fs.realpathSync(process.argv[1] ?? "");
}
