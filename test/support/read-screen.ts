/** What a program with a screen of its own shows a person at a terminal. */
import { spawn } from "node:child_process";
import path from "node:path";
import { quoteForShell } from "../../src/base/text/quote-for-shell.ts";

interface ScreenProgram {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: Readonly<Record<string, string>>;
  /** The program is ended once all of these texts were shown, and in any case after some time. */
  readonly until: readonly string[];
  /** Keys that are pressed when a text appears, such as for a question at the start. */
  readonly keys?: readonly (readonly [shown: string, keys: string])[];
}

const MAX_MS = 90_000;

/** Everything that was drawn, without spaces: a program moves over a space instead of drawing it. */
export async function readScreen({ command, cwd, env, until, keys = [] }: ScreenProgram) {
  const line = `stty rows 50 cols 160; exec ${command.map(quoteForShell).join(" ")}`;
  const args =
    process.platform === "darwin"
      ? ["-q", "/dev/null", "sh", "-c", line]
      : ["-qec", line, "/dev/null"];
  const PATH = `${path.dirname(process.execPath)}:/usr/bin:/bin`;
  const script = spawn("script", args, {
    cwd,
    env: { PATH, TERM: "xterm-256color", LANG: "C.UTF-8", ...env },
    stdio: ["pipe", "pipe", "ignore"],
    detached: true,
  });
  const end = () => {
    if (script.pid !== undefined && script.exitCode === null) process.kill(-script.pid, "SIGKILL");
  };
  const timer = setTimeout(end, MAX_MS);
  const left = [...keys];
  let drawn = "";
  let answered = 0;
  for await (const text of script.stdout.setEncoding("utf8")) {
    drawn += text;
    for (const [question, answer] of ANSWERS) {
      const asked = drawn.slice(answered).includes(question);
      if (asked) script.stdin.write(answer);
    }
    answered = drawn.length;
    const shown = withoutSpaces(drawn);
    const pressed = left.findIndex(([text]) => shown.includes(withoutSpaces(text)));
    if (pressed >= 0) script.stdin.write(left.splice(pressed, 1)[0]?.[1] ?? "");
    if (until.every((text) => shown.includes(withoutSpaces(text)))) break;
  }
  clearTimeout(timer);
  end();
  return withoutSpaces(drawn);
}

/** What a terminal answers when it is asked for the position of its cursor, its kind and its colours. */
const ANSWERS = [
  ["\u001b[6n", "\u001b[1;1R"],
  ["\u001b[c", "\u001b[?62c"],
  ["\u001b]10;?", "\u001b]10;rgb:ffff/ffff/ffff\u001b\\"],
  ["\u001b]11;?", "\u001b]11;rgb:0000/0000/0000\u001b\\"],
] as const;

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the sequences of a terminal.
const SEQUENCES = /\u001b(?:\[[0-?]*[ -/]*[@-~]|\][^\u0007\u001b]*(?:\u0007|\u001b\\)|[()].|.)/g;

/** A text as it is compared with a screen. */
export function withoutSpaces(text: string): string {
  return text.replaceAll(SEQUENCES, "").replaceAll(/\s/g, "");
}
