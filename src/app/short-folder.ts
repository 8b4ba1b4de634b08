/** Parts of a path by which a folder is known. */
const SHOWN_PARTS = 2;

/** The end of the path of a folder, which differs most from those of others. */
export function shortFolder(folder: string): string {
  const parts = folder.split(/[\\/]/).filter((part) => part !== "");
  return parts.length <= SHOWN_PARTS ? folder : `…/${parts.slice(-SHOWN_PARTS).join("/")}`;
}
