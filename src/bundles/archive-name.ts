/** Whether a file's name says that it is a `.tar.gz`. */
export function isArchiveName(file: string): boolean {
  return /\.(?:tgz|tar\.gz)$/i.test(file);
}
