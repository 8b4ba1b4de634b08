/** The warning about a refresh that did not end. */
export function describeUnfinished(id: string): string {
  return `A refresh ended before it had written its files, or is still running. These are the files of the refresh before; nobody changed them. \`holdall context refresh ${id}\` completes it`;
}
