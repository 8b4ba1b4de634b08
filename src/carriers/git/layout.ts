/** Largest object in the repository: hosts refuse large ones. */
export const CHUNK_BYTES = 4 * 1024 * 1024;
/** Largest parcel: hosts refuse large pushes, and everybody who clones everything pays for it. */
export const MAX_BYTES = 1024 * 1024 * 1024;

/** The commits of the parcel in the repository of a command. */
export const LIST_REF = "refs/holdall/list";
export const FILES_REF = "refs/holdall/files";

/** Where a parcel is in the remote repository: beside branches and tags, where nobody sees it who does not ask. */
export const remoteRefs = (name: string) => ({
  list: `${LIST_REF}/${name}`,
  files: `${FILES_REF}/${name}`,
});

/** The name of a piece of a file: files are found by their sums, so that no path of a stranger gets into git. */
export function chunkName(sha256: string, number: number): string {
  return `${sha256}.${String(number).padStart(4, "0")}`;
}

/** What a name of a piece says; null for any other name. */
export function parseChunkName(
  name: string,
): { readonly sha256: string; readonly number: number } | null {
  const [, sha256, number] = /^([0-9a-f]{64})\.(\d{4})$/.exec(name) ?? [];
  return sha256 === undefined ? null : { sha256, number: Number(number) };
}
