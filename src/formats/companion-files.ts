/**
 * Whether a path is one of the files that may accompany any format: sums, their signature, the
 * history and the transcript. They never count as a format's own, or adding one would change the
 * detected format.
 */
export function isCompanionFile(path: string): boolean {
  return /^(?:SHA256SUMS(?:\.sig)?$|(?:history|transcript)(?:\/|$))/.test(path);
}
