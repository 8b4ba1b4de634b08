import { randomUUID } from "node:crypto";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { HoldallError } from "../../base/errors.ts";
import { endAtExit } from "../end-at-exit.ts";
import { type ProgramResult, runProgram, runProgramSync } from "../run-program.ts";
import {
  type ContainerEngine,
  type ContainerImage,
  engineOrder,
  lastLine,
} from "./container-image.ts";
import { ENTRY_FOLDER, type EntryOrder, entryFiles, entryScript } from "./entry-script.ts";
import { type Mount, ownRuntime } from "./own-runtime.ts";
import { type Address, openRelay, type Relay, socketName } from "./relay.ts";

/** A program to run in a container, and everything that it gets. */
export interface ContainerOrder extends Omit<EntryOrder, "addresses"> {
  readonly engine: ContainerEngine;
  readonly image: Pick<ContainerImage, "id">;
  /** An empty folder of ours, with files for the container. */
  readonly folder: string;
  readonly mounts: readonly Mount[];
  /** The folder that it works in, in the container. */
  readonly cwd: string;
  /** Names of variables of this process that it gets. */
  readonly variables: readonly string[];
  /** Variables with a value of ours. */
  readonly set: Readonly<Record<string, string>>;
  readonly input: string;
  /** What it may reach; there is no other network. */
  readonly addresses: readonly Address[];
  readonly timeoutMs: number;
  readonly maxOutput: number;
  readonly signal?: AbortSignal;
}

const MEMORY = "8g";
const MAX_PROCESSES = "2048";

/** Runs a program in a container, which is removed afterwards, however this ends. */
export async function runInContainer(order: ContainerOrder): Promise<ProgramResult> {
  const { engine, addresses, folder } = order;
  const places = addresses.map(insideOf);
  writeEntry(order, places);
  const relay = await openRelay(folder, addresses);
  const name = `holdall-run-${randomUUID()}`;
  const removal = engineOrder(engine, ["rm", "--force", "--volumes", name]);
  const forget = endAtExit(() => runProgramSync(removal));
  try {
    const { variables, ...rest } = engineOrder(engine, containerArguments(order, name));
    const result = await runProgram({
      ...rest,
      variables: [...variables, ...order.variables],
      input: order.input,
      timeoutMs: order.timeoutMs,
      maxOutput: order.maxOutput,
      ...(order.signal === undefined ? {} : { signal: order.signal }),
    });
    return endOf(result, relay, engine);
  } finally {
    relay.close();
    await runProgram(removal).catch(() => undefined); // The container ends without the relay, and is removed then.
    forget();
  }
}

/** A container that never started proves nothing about the program. */
function endOf(result: ProgramResult, relay: Relay, engine: ContainerEngine): ProgramResult {
  if (!relay.hasStarted() && !result.isTimedOut) {
    throw new HoldallError("E_IO", `Cannot run in ${engine.name}: ${lastLine(result.stderr)}`, {
      cure: "try to start a container of the image by hand",
    });
  }
  return { ...result, ...(result.isTimedOut ? null : relay.end()) };
}

/** Where a container finds a server: a name has a loopback address of its own, so that ports do not meet. */
function insideOf({ host, port }: Address, position: number) {
  const isLoopback = host === "localhost" || /^127\.\d+\.\d+\.\d+$/.test(host);
  if (!isLoopback && net.isIP(host) !== 0) {
    throw new HoldallError(
      "E_USAGE",
      `Cannot run in a container: the model's address "${host}" is a number, which a container without a network cannot reach`,
      { cure: "use its name" },
    );
  }
  const inside = isLoopback ? host.replace("localhost", "127.0.0.1") : `127.0.1.${position + 1}`;
  return { host: inside, port, name: isLoopback ? null : host };
}

type InsideAddress = ReturnType<typeof insideOf>;

function writeEntry(
  { folder, programs, args, missing }: ContainerOrder,
  places: readonly InsideAddress[],
): void {
  const entry: EntryOrder = {
    programs,
    args,
    missing,
    addresses: places.map(({ host, port }, position) => {
      return { host, port, socket: socketName(position) };
    }),
  };
  const names = places.flatMap(({ host, name }) => (name === null ? [] : [`${host} ${name}\n`]));
  const write = (file: string, text: string) => fs.writeFileSync(path.join(folder, file), text);
  write(entryFiles.script, entryScript);
  write(entryFiles.order, JSON.stringify(entry));
  write(entryFiles.hosts, `127.0.0.1 localhost\n::1 localhost\n${names.join("")}`);
}

/** The arguments of the container program: no network, no rights, bounds, and only what is mounted. */
function containerArguments(order: ContainerOrder, name: string): readonly string[] {
  const { engine, image, folder, mounts, cwd, variables, set } = order;
  const runtime = ownRuntime();
  const [entrypoint, ...command] = runtime.command;
  const all: readonly Mount[] = [
    ...runtime.mounts,
    { source: folder, target: ENTRY_FOLDER },
    { source: path.join(folder, entryFiles.hosts), target: "/etc/hosts" },
    ...mounts,
  ];
  return [
    "run",
    "--rm",
    "--interactive",
    "--name",
    name,
    "--pull",
    "never",
    "--network",
    "none",
    "--cap-drop",
    "ALL",
    "--security-opt",
    "no-new-privileges",
    // Labels of files stay as they are: what is mounted belongs to the system, or to this user.
    "--security-opt",
    "label=disable",
    "--no-healthcheck",
    "--log-driver",
    "none",
    "--memory",
    MEMORY,
    "--pids-limit",
    MAX_PROCESSES,
    "--sysctl",
    "net.ipv4.ip_unprivileged_port_start=0",
    "--tmpfs",
    "/tmp:rw,exec,mode=1777",
    "--workdir",
    cwd,
    ...userArguments(engine),
    ...all.flatMap((mount) => ["--mount", mountArgument(mount)]),
    // By name alone: a value would be seen in the list of processes.
    ...variables.flatMap((each) => ["--env", each]),
    ...Object.entries(set).flatMap(([each, value]) => ["--env", `${each}=${value}`]),
    "--entrypoint",
    entrypoint,
    image.id,
    ...command,
    `${ENTRY_FOLDER}/${entryFiles.script}`,
  ];
}

/** Fields as in a line of CSV: a path may contain anything. */
function mountArgument({ source, target, isWritable = false }: Mount): string {
  const fields = ["type=bind", `source=${source}`, `target=${target}`];
  if (!isWritable) fields.push("readonly");
  const quoted = fields.map((field) =>
    /[",\n]/.test(field) ? `"${field.replaceAll('"', '""')}"` : field,
  );
  return quoted.join(",");
}

/** The program runs as this user, so that its files are this user's. */
function userArguments({ name }: ContainerEngine): readonly string[] {
  const user = process.getuid?.() ?? 0;
  const group = process.getgid?.() ?? 0;
  const asUser = ["--user", `${user}:${group}`];
  if (name === "docker") return asUser;
  return ["--http-proxy=false", ...(user === 0 ? [] : ["--userns", "keep-id"]), ...asUser];
}
