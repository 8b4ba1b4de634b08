import { statSync } from "node:fs";
import { runProgram } from "../../programs/run-program.ts";
import { XDG_FOLDERS } from "../../programs/variables.ts";
import type { AgentEnvironment } from "../agent.ts";
import { findProgram } from "../find-program.ts";
import { ownDatabase } from "./locate.ts";
import { openStore } from "./open-store.ts";
import type { OpencodeProgram } from "./program.ts";

/** The program that sessions are written for. */
export interface FoundProgram {
  /** The file; null when it is not installed. */
  readonly executable: string | null;
  /** Version 2 has other commands and other documents. */
  readonly isVersion2: boolean;
}

const TIMEOUT_MS = 20_000;
const asked = new Map<string, boolean>();

/** Finds the program and asks for its version; without one, the tables of its database decide. */
export async function findVersion(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<FoundProgram> {
  const executable = await findProgram(program.id, environment.env);
  if (!program.hasVersion2) return { executable, isVersion2: false };
  if (executable === null) {
    return { executable, isVersion2: (await tablesIn(program, environment)) === "2" };
  }
  const { mtimeMs, size } = statSync(executable);
  const key = `${executable} ${mtimeMs} ${size}`;
  const isVersion2 = asked.get(key) ?? (await asksVersion2(executable, environment));
  asked.set(key, isVersion2);
  return { executable, isVersion2 };
}

const VERSION = /(?:^|[\sv])(\d{1,6})\.\d{1,6}\.\d{1,6}/;

async function asksVersion2(executable: string, { env, home }: AgentEnvironment): Promise<boolean> {
  const request = {
    program: executable,
    args: ["--version"],
    variables: [...XDG_FOLDERS],
    from: env,
    timeoutMs: TIMEOUT_MS,
    set: { HOME: home },
    maxOutput: 1000,
    onMoreOutput: "keep-newest",
  } as const;
  const result = await runProgram(request).catch(() => null);
  const [, major] = VERSION.exec(result?.stdout.toString("utf8") ?? "") ?? [];
  return Number(major ?? 1) >= 2;
}

/** Whose tables the database has: those of one version or of both; null when there is none that can be read. */
export async function tablesIn(
  program: OpencodeProgram,
  environment: AgentEnvironment,
): Promise<"1" | "2" | "both" | null> {
  const database = await ownDatabase(program, environment);
  if (database === null) return null;
  try {
    const { hasVersion1, hasSessions2, close } = openStore(program, database);
    close();
    if (!hasSessions2) return "1";
    return hasVersion1 ? "both" : "2";
  } catch {
    return null; // Whoever writes into it says why.
  }
}
