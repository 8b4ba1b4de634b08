/** The protocol's inspector as an independent client, kept in a cache folder outside the package. */
import { execFile } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { agentCache } from "../agents/install.ts";

const run = promisify(execFile);
const LOCKS = path.join(import.meta.dirname, "locks/inspector");
const LOCK = ["package.json", "package-lock.json"];
const PROGRAM = "node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js";
const { dependencies } = JSON.parse(fs.readFileSync(path.join(LOCKS, "package.json"), "utf8"));
const version = String(Object.values(Object(dependencies))[0]);

/** The inspector's program; null when it is not in the cache. Where tests must not be left out, it is fetched. */
export async function findInspector(): Promise<string | null> {
  const folder = path.join(agentCache(), `inspector-${version}`);
  const program = path.join(folder, PROGRAM);
  if (!fs.existsSync(program) && process.env.CI !== undefined) await install(folder);
  return fs.existsSync(program) ? program : null;
}

/** Asks a server one thing and gives what the inspector printed. */
export async function inspect(
  program: string,
  server: readonly string[],
  { cwd, flags }: { readonly cwd: string; readonly flags: readonly string[] },
): Promise<Record<string, unknown>> {
  const args = [program, "--cli", ...server, ...flags];
  const { stdout } = await run(process.execPath, args, { cwd, timeout: 60_000 });
  return JSON.parse(stdout);
}

async function install(folder: string): Promise<void> {
  fs.mkdirSync(folder, { recursive: true });
  for (const file of LOCK) fs.copyFileSync(path.join(LOCKS, file), path.join(folder, file));
  // Not `ci`: some platforms' packages were never published, so that no lock file can name them all.
  await run("npm", ["install", "--ignore-scripts", "--no-audit", "--no-fund"], {
    cwd: folder,
    timeout: 600_000,
  });
}
