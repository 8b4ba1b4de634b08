import { excerpt } from "../base/text.ts";

/** What a session is called when nobody named it: the first line of what it was asked; null for nothing. */
export function promptTitle(prompt: string): string | null {
  const [first = ""] = prompt.trimStart().split("\n", 1);
  return excerpt(first.trim()) || null;
}
