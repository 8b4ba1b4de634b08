import os from "node:os";
import path from "node:path";
import { HoldallError } from "../base/errors.ts";

/**
 * The home folder of the user. A `HOME` that is empty or relative does not count: it would be a folder of
 * the project, whose files are a stranger's.
 */
export function userFolder(): string {
  const { HOME = "" } = process.env;
  const homeFolder = path.isAbsolute(HOME) ? HOME : accountHomeFolder();
  if (path.isAbsolute(homeFolder)) return homeFolder;
  throw new HoldallError("E_USAGE", "Cannot find your home folder: HOME is not an absolute path", {
    cure: "set HOME to your home folder",
  });
}

/** Whose folders are looked for. */
interface UserEnvironment {
  readonly home: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** The folder of this program's own data: `$XDG_DATA_HOME/holdall`, else `~/.local/share/holdall`. */
export function dataFolder({ home, env }: UserEnvironment): string {
  return ownFolder(env.XDG_DATA_HOME, path.join(home, ".local", "share"));
}

/** The folder of what this program did for a user: `$XDG_STATE_HOME/holdall`, else `~/.local/state/holdall`. */
export function stateFolder({ home, env }: UserEnvironment): string {
  return ownFolder(env.XDG_STATE_HOME, path.join(home, ".local", "state"));
}

function ownFolder(named = "", usual: string): string {
  return path.join(path.isAbsolute(named) ? named : usual, "holdall");
}

function accountHomeFolder(): string {
  try {
    return os.userInfo().homedir;
  } catch {
    return ""; // A user without an account, as containers have them.
  }
}
