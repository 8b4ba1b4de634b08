import { fork } from "node:child_process";
import fs from "node:fs";
import path from "node:path";

/** What is tried, each in a process of its own. */
export const targetNames = [
  "archives",
  "bundles",
  "logs",
  "settings",
  "messages",
  "workspaces",
] as const;

/** How long one input may take, also on a busy machine; most take milliseconds. */
const LIMIT_MS = 120_000;

/** What became of a run. */
export interface FuzzResult {
  readonly tried: number;
  /** Null when every input ended as it must. */
  readonly fault: string | null;
}

/** How much is tried: a number of inputs, or as many as there are within a time. */
export type FuzzAmount = { readonly inputs: number } | { readonly seconds: number };

/**
 * Tries inputs of a kind. The process sees only the folder: its home and its temporary
 * folder are in it, and whatever appears beside its work is a fault, as is anything on standard error.
 */
export async function runFuzz(
  target: (typeof targetNames)[number],
  { seed, folder, ...amount }: FuzzAmount & { readonly seed: number; readonly folder: string },
): Promise<FuzzResult> {
  const own = path.join(folder, target);
  fs.mkdirSync(path.join(own, "tmp"), { recursive: true });
  const env = environmentIn(own);
  const script = path.join(import.meta.dirname, "try-target.ts");
  const child = fork(script, [target, String(seed), JSON.stringify(amount)], {
    cwd: own,
    env,
    stdio: ["ignore", "inherit", "pipe", "ipc"],
  });
  let complaint = "";
  let current = seed;
  let isLate = false;
  child.stderr?.on("data", (chunk) => {
    complaint = `${complaint}${chunk}`.slice(0, 4000);
  });
  const end = () => {
    isLate = true;
    child.kill("SIGKILL"); // A process that is lost in a loop hears nothing else.
  };
  let timer = setTimeout(end, LIMIT_MS);
  child.on("message", (at) => {
    current = Number(at);
    clearTimeout(timer);
    timer = setTimeout(end, LIMIT_MS);
  });
  const code = await new Promise<number | null>((resolve) => child.once("close", resolve));
  clearTimeout(timer);
  const beside = fs.readdirSync(own).filter((name) => !["tmp", "work"].includes(name));
  const faults = [
    ...(isLate ? [`it took longer than ${LIMIT_MS / 1000} s`] : []),
    ...(code !== 0 && !isLate ? [`it ended with exit code ${code}`] : []),
    ...(complaint === "" ? [] : [complaint]),
    ...(beside.length === 0 ? [] : [`it wrote ${beside.join(", ")} outside its folder`]),
  ];
  const again = `npm run fuzz -- --target ${target} --seed ${current} --inputs 1`;
  return {
    tried: current - seed + 1,
    fault: faults.length === 0 ? null : `${faults.join("\n")}\nto repeat: ${again}`,
  };
}

function environmentIn(folder: string): NodeJS.ProcessEnv {
  const { PATH, NODE_OPTIONS, HOLDALL_STORE, ...rest } = process.env;
  const home = path.join(folder, "work/home");
  const places = {
    HOME: home,
    XDG_CONFIG_HOME: path.join(home, ".config"),
    TMPDIR: path.join(folder, "tmp"),
  };
  const own = Object.keys(rest).filter((key) => /^(?:HOLDALL|CLAUDE|CODEX|GEMINI)/.test(key));
  return {
    ...Object.fromEntries(Object.entries(rest).filter(([key]) => !own.includes(key))),
    PATH,
    ...places,
  };
}
