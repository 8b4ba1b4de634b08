/**
 * The variables of this process that programs get, by list. Whatever is in no list stays here: most secrets
 * of a machine are in the environment, and a program may run a stranger's files.
 */

import { delimiter, isAbsolute } from "node:path";

/** The environment of a process, as a name and a value each. */
export type Variables = Readonly<Record<string, string | undefined>>;

/** What every program gets: where programs and temporary files are, who the user is, language and time. */
const EVERY = [
  "PATH",
  "HOME",
  "USER",
  "LOGNAME",
  "SHELL",
  "TMPDIR",
  "TZ",
  "LANG",
  "LANGUAGE",
  "LC_ALL",
  "LC_CTYPE",
  "LC_MESSAGES",
  // Windows starts hardly any program without these.
  "SystemRoot",
  "ComSpec",
  "PATHEXT",
  "TEMP",
  "TMP",
  "USERPROFILE",
  "APPDATA",
  "LOCALAPPDATA",
];

/** Where programs of this user keep their settings and data. */
export const XDG_FOLDERS = ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_STATE_HOME", "XDG_CACHE_HOME"];

/** What a program needs to open a window on the user's desktop. */
export const DESKTOP = [
  "DISPLAY",
  "WAYLAND_DISPLAY",
  "XAUTHORITY",
  "DBUS_SESSION_BUS_ADDRESS",
  "XDG_RUNTIME_DIR",
  "XDG_SESSION_TYPE",
  "XDG_CURRENT_DESKTOP",
  "XDG_DATA_DIRS",
  "DESKTOP_SESSION",
  "KDE_FULL_SESSION",
  "KDE_SESSION_VERSION",
  "BROWSER",
  "WSL_DISTRO_NAME",
  "WSL_INTEROP",
  "WSLENV",
];

/** What a program that runs containers needs to find its settings, its images and its server. */
export const CONTAINERS = [
  "XDG_RUNTIME_DIR",
  "DBUS_SESSION_BUS_ADDRESS",
  "CONTAINERS_CONF",
  "CONTAINERS_CONF_OVERRIDE",
  "CONTAINERS_STORAGE_CONF",
  "CONTAINERS_REGISTRIES_CONF",
  "CONTAINER_HOST",
  "REGISTRY_AUTH_FILE",
  "DOCKER_HOST",
  "DOCKER_CONTEXT",
  "DOCKER_CONFIG",
  "DOCKER_TLS_VERIFY",
  "DOCKER_CERT_PATH",
];

/** What a program needs to ask the user's agent of SSH keys. */
export const SSH = ["SSH_AUTH_SOCK", "SSH_ASKPASS", "SSH_ASKPASS_REQUIRE", "SSH_SK_PROVIDER"];

/** The variables of `from` that every program gets, and those that are named. */
export function selectVariables(
  names: readonly string[],
  from: Variables = process.env,
): Record<string, string> {
  const selected: Record<string, string> = {};
  for (const name of new Set([...EVERY, ...names])) {
    const value = from[name];
    if (value !== undefined) selected[name] = value;
  }
  if (selected.PATH !== undefined) selected.PATH = absoluteFolders(selected.PATH);
  if (!isAbsolute(selected.HOME ?? "")) delete selected.HOME;
  return selected;
}

/** A search path without folders that depend on where a program is started: those are the project's. */
export function absoluteFolders(list: string): string {
  return list.split(delimiter).filter(isAbsolute).join(delimiter);
}
