/**
 * Whether a path belongs to what may travel beside any format: sums, their signature, the history and
 * the transcript. Such files never count as a format's own.
 */
export function isCompanionFile(path: string): boolean {
  return /^(?:SHA256SUMS(?:\.sig)?$|(?:history|transcript)(?:\/|$))/.test(path);
}
