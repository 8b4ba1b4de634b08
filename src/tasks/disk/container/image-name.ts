/** The name of a container image, with its registry, tag or digest; nothing that a Dockerfile would take for more. */
export const IMAGE_NAME = /^\w[\w./:@-]{0,254}$/;

/** Whether a working folder can be written into a script and a text without being read as something else. */
export function isPlainFolder(folder: string): boolean {
  return /^\/[\w./-]{0,200}$/.test(folder) && !folder.split("/").includes("..");
}
