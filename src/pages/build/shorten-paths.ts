import fs from "node:fs";
import { userFolder } from "../../disk/user-folder.ts";

/** A value with the path of the user's home replaced by `~` in every text: what is passed on names no user. */
export function shortenPaths<Value>(value: Value): Value {
  const home = userFolder();
  const folders = [...new Set([home, realPathOf(home)])].filter((folder) => folder.length > 1);
  const clean = (text: string) =>
    folders.reduce((shown, folder) => shown.replaceAll(folder, "~"), text);
  const walk = (each: unknown): unknown => {
    if (typeof each === "string") return clean(each);
    if (Array.isArray(each)) return each.map(walk);
    if (typeof each !== "object" || each === null) return each;
    return Object.fromEntries(Object.entries(each).map(([key, member]) => [key, walk(member)]));
  };
  // Strings become strings and everything else keeps its form, so that the type is right.
  return walk(value) as Value;
}

function realPathOf(folder: string): string {
  try {
    return fs.realpathSync(folder);
  } catch {
    return folder;
  }
}
