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

/**
 * Shows a text with the command that the person named for long texts, and waits until it ends; false when it could
 * not be started. The command gets the complete environment, as from a shell.
 */
export async function pageForPerson(command: string, text: string): Promise<boolean> {
  // Like git: leaves a text that fits, shows colours, and does not clear the screen at its end.
  const env = { LESS: "FRX", ...process.env };
  const child = spawn("sh", ["-c", command], { env, stdio: ["pipe", "inherit", "inherit"] });
  child.stdin.on("error", () => undefined); // Whoever has read enough ends it before it has read all.
  child.stdin.end(text);
  const code = await new Promise<number | null>((resolve) => {
    child.once("error", () => resolve(NOT_FOUND));
    child.once("exit", resolve);
  });
  return code !== NOT_FOUND && code !== NOT_EXECUTABLE;
}

/** The exit codes of a shell that could not start a command. */
const NOT_FOUND = 127;
const NOT_EXECUTABLE = 126;

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
