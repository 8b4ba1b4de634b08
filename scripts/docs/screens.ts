import { readScreens } from "../app-screens.ts";
import { code, table } from "./markdown.ts";

/** The table of screens for docs/app.md. */
export async function screensTable(): Promise<string> {
  const rows = (await readScreens()).map(({ path, title, question, command }) => {
    return [title, code(path), question, code(command)];
  });
  return table(["screen", "address", "question", "command"], rows);
}
