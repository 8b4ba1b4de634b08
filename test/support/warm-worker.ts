/** Runs commands for `warm-program.ts`, one after another, in a thread that keeps the program loaded. */
import { workerData } from "node:worker_threads";
import { runProgram } from "../../src/cli/program.ts";
import { launcher } from "./program.ts";
import type { Call, Channel, Ran } from "./warm-program.ts";

const { port, state } = workerData as Channel;

process.setMaxListeners(0); // Every command listens for the end of the process.
port.on("message", (call: Call) => void answer(call));

async function answer({ args, columns }: Call): Promise<void> {
  const [stdout, stderr] = [process.stdout, process.stderr].map((stream) => {
    Object.assign(stream, { isTTY: columns !== undefined, columns });
    return capture(stream);
  });
  process.argv = [process.execPath, launcher, ...args];
  const code = await runProgram(args);
  const ran: Ran = { code, stdout: stdout?.() ?? "", stderr: stderr?.() ?? "" };
  port.postMessage(ran);
  Atomics.store(state, 0, 1);
  Atomics.notify(state, 0);
}

/** Keeps what is written to a stream; the function that is returned gives it back. */
function capture(stream: NodeJS.WriteStream): () => string {
  const chunks: Buffer[] = [];
  stream.write = (chunk: string | Uint8Array) => {
    chunks.push(Buffer.from(chunk as Uint8Array));
    return true;
  };
  return () => Buffer.concat(chunks).toString();
}
