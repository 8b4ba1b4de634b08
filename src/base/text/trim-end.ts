/**
 * A text without the characters of a set that it ends with. The expression `[…]+$` would do the same, but
 * tries again at every character of every run, which a hostile text makes long.
 */
export function trimEndOf(text: string, marks: string): string {
  let end = text.length;
  while (end > 0 && marks.includes(text.charAt(end - 1))) end--;
  return text.slice(0, end);
}
