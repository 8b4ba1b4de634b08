const BLOB = /(?:^|\/)history\/blobs\/[0-9a-f]{64}$/;

/**
 * Whether a path is a blob of a history, named by the SHA-256 of its bytes. A history has one for each of
 * its texts, so that blobs do not count towards the files of a bundle.
 */
export function isBlobPath(path: string): boolean {
  return BLOB.test(path);
}
