import fs from "node:fs";
import path from "node:path";
import { HoldallError } from "../../../base/errors.ts";
import { ENTRY_FOLDER } from "../../../programs/container/entry-script.ts";
import type { Mount } from "../../../programs/container/own-runtime.ts";
import type { Address } from "../../../programs/container/relay.ts";
import { runInContainer } from "../../../programs/container/run-in-container.ts";
import { endOfProgram, MAX_OUTPUT_BYTES, type ProcessEnd, plainOutput } from "../run-process.ts";
import type { TaskContainer } from "./open-containers.ts";

/** A program to run on the files of a task, in the task's container. */
export interface ContainedOrder {
  /** A folder of ours for what only the run needs. */
  readonly scratch: string;
  /** The files of the task; the program works in them, and changes them. */
  readonly project: string;
  readonly home: string;
  /** Its name in the container, and where else it may be. */
  readonly programs: readonly string[];
  readonly args: readonly string[];
  /** Besides the files and the home, read-only. */
  readonly mounts: readonly Mount[];
  readonly variables: readonly string[];
  readonly set: Readonly<Record<string, string>>;
  readonly input: string;
  readonly addresses: readonly Address[];
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
}

/** The task in a container, for programs that want a file. */
export const CONTAINED_TASK = `${ENTRY_FOLDER}/task.md`;

/** Runs a program in the container of a task and waits for its end; the container is gone then. */
export async function runContained(
  { engine, image, workdir }: TaskContainer,
  { scratch, project, home, mounts, set, signal, input, ...order }: ContainedOrder,
): Promise<ProcessEnd> {
  const folder = path.join(scratch, "entry");
  fs.mkdirSync(folder, { mode: 0o700 });
  fs.writeFileSync(path.join(folder, path.basename(CONTAINED_TASK)), input);
  const [name = ""] = order.programs;
  const stopped = () => new HoldallError("E_INTERRUPTED", `${name} was stopped`);
  if (signal?.aborted) throw stopped();
  const result = await runInContainer({
    ...order,
    ...(signal === undefined ? {} : { signal }),
    engine,
    image,
    folder,
    input,
    missing: `"${name}" is not in the image ${image.image}, and that of this machine cannot be used there`,
    mounts: [
      { source: project, target: workdir, isWritable: true },
      { source: home, target: home, isWritable: true },
      ...mounts,
    ],
    cwd: workdir,
    set: { ...plainOutput, ...set, HOME: home },
    maxOutput: MAX_OUTPUT_BYTES,
  }).catch((error: unknown) => {
    throw signal?.aborted ? stopped() : error;
  });
  return endOfProgram(result);
}
