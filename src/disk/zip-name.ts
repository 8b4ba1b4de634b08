/** Whether a name promises a `.zip`. */
export function isZipName(name: string): boolean {
  return /\.zip$/i.test(name);
}
