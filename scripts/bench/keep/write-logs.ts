import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../run.ts";

/** How many logs are written, and how long all of them are together. */
export interface LogTree {
  readonly sessions: number;
  readonly bytes: number;
}

/** Writes logs of Claude Code below a home folder: this repository's own files as what was said, with ids and times. */
export function writeLogs(homeFolder: string, { sessions, bytes }: LogTree): void {
  const sources = globSync("{docs,src}/**/*.{md,ts}", { cwd: root }).sort();
  const texts = sources.map((file) => readFileSync(join(root, file), "utf8"));
  const random = generator(7);
  const id = () => {
    const hex = Array.from({ length: 32 }, () => Math.floor(random() * 16).toString(16)).join("");
    return hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  };
  for (let number = 0; number < sessions; number++) {
    const folder = join(homeFolder, ".claude/projects", `-work-p${number % 50}`);
    mkdirSync(folder, { recursive: true });
    const sessionId = id();
    // Most sessions are short, and a few are most of the bytes.
    const length = (bytes / sessions) * (number % 10 === 0 ? 7 : 0.34);
    let log = "";
    let parentUuid: string | null = null;
    while (log.length < length) {
      const uuid = id();
      const text = texts[Math.floor(random() * texts.length)] ?? "";
      const start = Math.floor(random() * text.length);
      const content = text.slice(start, start + 200 + Math.floor(random() * 3000));
      const type: string = random() < 0.4 ? "user" : "assistant";
      const timestamp = new Date(1.79e12 + number * 60_000 + log.length).toISOString();
      const facts = { cwd: `/home/p${number % 50}`, sessionId, version: "2.1.17" };
      const record = { parentUuid, ...facts, type, message: { role: type, content } };
      log += `${JSON.stringify({ ...record, uuid, timestamp })}\n`;
      parentUuid = uuid;
    }
    writeFileSync(join(folder, `${sessionId}.jsonl`), log);
  }
}

function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
