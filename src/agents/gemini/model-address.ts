import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { ModelAddresses } from "../model-address.ts";
import { geminiFolder } from "./host.ts";

const VARIABLE = "GOOGLE_GEMINI_BASE_URL";

/** Where Gemini CLI asks its model: with a key at the API, with an account at Code Assist. */
export const modelAddresses: ModelAddresses = (environment) => {
  const folder = geminiFolder(environment);
  const url =
    environment.env[VARIABLE] ??
    variableIn(join(folder, ".env")) ??
    variableIn(join(dirname(folder), ".env"));
  return url === undefined ? ["google", "https://cloudcode-pa.googleapis.com"] : [url];
};

function variableIn(file: string): string | undefined {
  try {
    const [, value] =
      // regex: a file of the user's own settings, with a few lines.
      /^\s*(?:export\s+)?GOOGLE_GEMINI_BASE_URL\s*=\s*["']?([^"'\s]+)/m.exec(
        readFileSync(file, "utf8"),
      ) ?? [];
    return value;
  } catch {
    return undefined;
  }
}
