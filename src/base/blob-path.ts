const BLOB = /(?:^|\/)history\/blobs\/[0-9a-f]{64}$/;

/**
 * Whether a path is that of bytes of a history, named by their SHA-256. There are as many as there are
 * texts in it: they do not count among the files of a bundle.
 */
export function isBlobPath(path: string): boolean {
  return BLOB.test(path);
}
