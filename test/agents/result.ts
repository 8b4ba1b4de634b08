/** The committed result of the full run, and whether it is of the code that is here. */
import { createHash } from "node:crypto";
import fs from "node:fs";
import path from "node:path";
import { transform } from "esbuild";
import type { ScenarioOutcome } from "./matrix.ts";
import type { ScenarioName } from "./scenarios/scenarios.ts";

/** One scenario's run. */
export interface ScenarioResult {
  /** Hash of the code it was run with. */
  readonly code: string;
  readonly date: string;
  readonly platform: string;
  readonly programs: Readonly<Record<string, string>>;
  readonly outcome: ScenarioOutcome;
}

/** All scenarios that were run. */
export type MatrixResult = Readonly<Partial<Record<ScenarioName, ScenarioResult>>>;

const ROOT = path.join(import.meta.dirname, "../..");
const FILE = path.join(import.meta.dirname, "result.json");

/** What a handoff is made of: a change here asks for another full run. */
const CONCERNED = [
  "src/agents",
  "src/handoff",
  "src/redact",
  "src/transcripts",
  "src/model/transcript.ts",
  "src/disk/undo-log.ts",
  "src/sessions/agent-sessions.ts",
  "src/sessions/changed-since.ts",
  "src/handoff/disk/to-agent.ts",
  "src/sessions/source.ts",
  "src/handoff/disk/input.ts",
  "src/handoff/disk/request.ts",
  "src/handoff/target.ts",
  "src/operations/handoff/handoff.ts",
  "src/handoff/move-session.ts",
  "src/handoff/place-session.ts",
  "src/disk/place-text.ts",
  "test/agents",
];

/** The result as it is committed. */
export function readResult(): MatrixResult {
  // Written below in this form.
  return fs.existsSync(FILE) ? (JSON.parse(fs.readFileSync(FILE, "utf8")) as MatrixResult) : {};
}

/** Puts a scenario's result beside the others. */
export function writeResult(scenario: ScenarioName, result: ScenarioResult): void {
  const all = { ...readResult(), [scenario]: result };
  fs.writeFileSync(FILE, `${JSON.stringify(all, null, 1)}\n`);
}

/** Hash of the code concerned; comments, types and layout do not count. */
export async function codeHash(): Promise<string> {
  const hash = createHash("sha256");
  for (const file of CONCERNED.flatMap(sourceFiles)) {
    const source = fs.readFileSync(path.join(ROOT, file), "utf8");
    const { code } = await transform(source, { loader: "ts", minifyWhitespace: true });
    hash.update(`${file}\0${code}\0`);
  }
  return hash.digest("hex");
}

function sourceFiles(place: string): readonly string[] {
  if (place.endsWith(".ts")) return [place];
  return fs
    .readdirSync(path.join(ROOT, place), { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
    .map((file) => path.posix.join(place, file))
    .sort();
}
