import { readFile, stat } from "node:fs/promises";
import { basename, join } from "node:path";
import { type AcpServer, NOWHERE } from "../acp-server.ts";
import { replaceStrings } from "../replace-strings.ts";
import { chatsFolder } from "./locate.ts";

/** A longer session is not shown: its copy is made in memory. */
const MAX_BYTES = 64 * 1024 * 1024;

/** `qwen --acp`. It finds a session in the folder of its project, which every record must name. */
export const acpServer: AcpServer = {
  command: ["qwen", "--acp", "--auth-type", "openai"],
  async copySession({ path, home, project }) {
    const folder = chatsFolder({ home, env: {} }, project);
    if ((await stat(path)).size > MAX_BYTES) throw new Error("the session is too long for a copy");
    const lines = (await readFile(path, "utf8")).split("\n");
    const text = lines.map((line) => replaceStrings(line, { "/cwd": () => project })).join("\n");
    return {
      files: [{ path: join(folder, basename(path)), text }],
      variables: { OPENAI_API_KEY: "unused", OPENAI_BASE_URL: NOWHERE, OPENAI_MODEL: "unused" },
    };
  },
};
