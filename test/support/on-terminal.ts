/** Commands as a person at a terminal runs them: the terminal is one of the system. */
import { spawn, spawnSync } from "node:child_process";
import { launcher } from "./program.ts";

interface AtTerminal {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** Everything that is on a terminal of 10 rows and 80 columns after a command. */
export function onTerminal(command: string, at: AtTerminal): string {
  const { args, options } = terminalFor(command, at);
  return spawnSync("script", args, { ...options, encoding: "utf8", input: "" }).stdout;
}

/** The same for a command that asks: each answer is typed when a line ends with the question. */
export async function answerOnTerminal(
  command: string,
  { question, answers, ...at }: AtTerminal & { question: RegExp; answers: readonly string[] },
): Promise<string> {
  const { args, options } = terminalFor(command, at);
  const script = spawn("script", args, { ...options, stdio: ["pipe", "pipe", "inherit"] });
  const left = [...answers];
  let shown = "";
  let asked = 0;
  for await (const text of script.stdout.setEncoding("utf8")) {
    shown += text;
    if (!question.test(shown.slice(asked))) continue;
    asked = shown.length;
    script.stdin.write(`${left.shift() ?? ""}\n`);
  }
  return shown;
}

function terminalFor(command: string, { cwd, env }: AtTerminal) {
  const line = `stty rows 10 cols 80; "${process.execPath}" "${launcher}" ${command}`;
  const args =
    process.platform === "darwin"
      ? ["-q", "/dev/null", "sh", "-c", line]
      : ["-qec", line, "/dev/null"];
  const { PAGER: _, ...rest } = process.env;
  return { args, options: { cwd, env: { ...rest, TERM: "xterm", ...env } } };
}
