/** Shows how far a run of tests has come: a line that changes on a terminal, plain lines elsewhere. */
import type { TestFile } from "./test-files.ts";

/** What the run reports as it goes. */
export interface Progress {
  /** Prints a line that stays. */
  print(line: string): void;
  started(file: TestFile): void;
  /** Prints how a file ended, with how far the run has come. */
  ended(file: TestFile, result: string): void;
  close(): void;
}

/** Where no terminal shows what runs, a line says so when nothing else was said for this long. */
const SILENCE_MS = 30_000;
const REDRAW_MS = 500;

/** Begins to show the progress of a run over files, on `output`. */
export function showProgress(
  files: readonly TestFile[],
  output: NodeJS.WriteStream = process.stdout,
): Progress {
  const start = performance.now();
  const running = new Map<TestFile, number>();
  const total = sumOf(files);
  const count = countOf(files);
  let done = 0;
  let doneSeconds = 0;
  let lastLine = start;
  const elapsed = () => (performance.now() - start) / 1000;
  const status = () => {
    // Estimated with the speed so far, because this machine may be slower than the one that was measured.
    const progress = doneSeconds + startedSeconds(running);
    const left = progress > 0 ? (elapsed() * (total - progress)) / progress : null;
    const rest = left === null ? "" : `, about ${formatTime(left)} left`;
    const now = [...running].map(
      ([{ path }, since]) => `${path} (${Math.round((performance.now() - since) / 1000)} s)`,
    );
    return `${done} of ${count} files, ${formatTime(elapsed())}${rest}, running: ${now.join(", ")}`;
  };
  const clear = () => output.isTTY && output.write("\r\u001b[K");
  const draw = () => output.isTTY && output.write(status().slice(0, (output.columns || 80) - 1));
  const print = (line: string) => {
    clear();
    output.write(`${line}\n`);
    lastLine = performance.now();
    draw();
  };
  const timer = setInterval(() => {
    if (output.isTTY) {
      clear();
      draw();
    } else if (performance.now() - lastLine > SILENCE_MS) print(`…      ${status()}`);
  }, REDRAW_MS);
  return {
    print,
    started: (file) => void running.set(file, performance.now()),
    ended(file, result) {
      running.delete(file);
      done += file.paths.length;
      doneSeconds += file.seconds;
      const ended = String(done).padStart(String(count).length);
      print(`[${ended}/${count} ${formatTime(elapsed())}] ${result}`);
    },
    close() {
      clearInterval(timer);
      clear();
    },
  };
}

/** How much of the running files is done, in their measured seconds. */
function startedSeconds(running: ReadonlyMap<TestFile, number>): number {
  const now = performance.now();
  return [...running].reduce(
    (sum, [{ seconds }, since]) => sum + Math.min(seconds, (now - since) / 1000),
    0,
  );
}

/** How many files there are, those of groups included. */
export function countOf(files: readonly TestFile[]): number {
  return files.reduce((sum, { paths }) => sum + paths.length, 0);
}

/** How long files take one after another, in seconds. */
export function sumOf(files: readonly TestFile[]): number {
  return files.reduce((sum, { seconds }) => sum + seconds, 0);
}

/** Seconds as `m:ss`. */
export function formatTime(seconds: number): string {
  const rounded = Math.round(seconds);
  return `${Math.floor(rounded / 60)}:${String(rounded % 60).padStart(2, "0")}`;
}
