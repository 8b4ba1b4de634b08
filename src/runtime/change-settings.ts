import path from "node:path";
import type { Json } from "../base/json/value.ts";
import { parseYaml } from "../base/yaml/yaml.ts";
import { removeFromYaml, setInYaml } from "../base/yaml/yaml-edit.ts";
import { replaceTextFile } from "../disk/replace-text-file.ts";
import { createFolders } from "../durable/files.ts";
import { checkSettings, readUserFile, type UserFile } from "./user-file.ts";

/** New values of settings by their keys (`keep.every`); undefined removes one, so that its default applies. */
export type SettingChanges = Readonly<Record<string, Json | undefined>>;

/** The user's own file as it would be with other settings; comments in it stay. Refuses what the schema does not know. */
export function planSettings(changes: SettingChanges, doing: string): UserFile {
  const file = readUserFile();
  let { text } = file;
  for (const [key, value] of Object.entries(changes)) {
    const parts = key.split(".");
    text = value === undefined ? removeFromYaml(text, parts) : setInYaml(text, parts, value);
  }
  const changed = { ...file, text, value: parseYaml(text).value ?? {} };
  checkSettings(changed.value, doing);
  return changed;
}

/** Places the user's own file. */
export function writeUserFile({ path: file, text }: UserFile): void {
  createFolders(path.dirname(file), 0o700);
  replaceTextFile(file, text);
}
