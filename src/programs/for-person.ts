/** Starts programs that a person uses and that Holdall does not wait for, or only until the person ends them. */

import { spawn } from "node:child_process";
import { neutralFolder } from "./program-order.ts";
import { DESKTOP, selectVariables, XDG_FOLDERS } from "./variables.ts";

/**
 * Starts a program for the person at this terminal, in a folder, and waits until it ends. It is as if the person
 * had typed the command: so it gets the complete environment, and its processes may outlive it as they do then.
 */
export async function launchForPerson(
  [program = "", ...args]: readonly string[],
  cwd: string,
): Promise<void> {
  // Some programs take their folder from PWD, the others from the process.
  const env = { ...process.env, PWD: cwd };
  const child = spawn(program, args, { cwd, env, stdio: "inherit" });
  await new Promise<void>((resolve, reject) => {
    child.once("error", reject);
    child.once("exit", () => resolve());
  });
}

/** The programs that open an address, by platform. */
const openers: Readonly<Record<string, string>> = { darwin: "open", win32: "explorer.exe" };

/** Opens an address in the person's browser, which outlives this process; `onFailure` gets the name of the opener. */
export function openInBrowser(url: string, onFailure: (program: string) => void): void {
  const program = openers[process.platform] ?? "xdg-open";
  const child = spawn(program, [url], {
    cwd: neutralFolder(),
    env: selectVariables([...DESKTOP, ...XDG_FOLDERS]),
    stdio: "ignore",
    detached: true,
  });
  child.once("error", () => onFailure(program));
  child.unref();
}
