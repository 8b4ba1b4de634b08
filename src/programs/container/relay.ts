/** The way out of a container: sockets in a folder, each of which leads to one address and nowhere else. */

import { once } from "node:events";
import net from "node:net";
import path from "node:path";
import { pipeline } from "node:stream";
import { entryFiles } from "./entry-script.ts";

/** A server that a container may reach. */
export interface Address {
  readonly host: string;
  readonly port: number;
}

/** The sockets of one container, while they are open. */
export interface Relay {
  /** Whether the container's first process has connected. */
  hasStarted(): boolean;
  /** How the program ended, as that process reported; null when it did not. */
  end(): ContainedEnd | null;
  /** Closes all; a container that still runs ends by itself. */
  close(): void;
}

/** How the program in a container ended. */
export interface ContainedEnd {
  readonly exitCode: number | null;
  readonly signal: string | null;
}

/** Most characters of what the first process reports. */
const MAX_REPORT = 1000;

/** The name of the socket for the address at a position. */
export function socketName(position: number): string {
  return `address-${position}`;
}

/** Listens at the sockets of a folder. */
export async function openRelay(folder: string, addresses: readonly Address[]): Promise<Relay> {
  const open = new Set<net.Socket>();
  const keep = (socket: net.Socket): net.Socket => {
    open.add(socket);
    return socket.once("close", () => open.delete(socket)).on("error", () => socket.destroy());
  };
  let report: string | null = null;
  const life = net.createServer((socket) => {
    // The first process connects before it starts the program: later connections are not its own.
    if (report !== null) return void socket.destroy();
    report = "";
    keep(socket).on("data", (chunk) => (report = `${report}${chunk}`.slice(0, MAX_REPORT)));
  });
  const servers = [life];
  await listen(life, path.join(folder, entryFiles.life));
  for (const [position, { host, port }] of addresses.entries()) {
    const server = net.createServer((inside) => {
      const outside = keep(net.connect({ host, port }));
      pipeline(keep(inside), outside, inside, () => undefined);
    });
    servers.push(server);
    await listen(server, path.join(folder, socketName(position)));
  }
  return {
    hasStarted: () => report !== null,
    end: () => readEnd(report ?? ""),
    close() {
      for (const server of servers) server.close();
      for (const socket of open) socket.destroy();
    },
  };
}

function readEnd(report: string): ContainedEnd | null {
  try {
    const { exitCode, signal } = JSON.parse(report);
    return {
      exitCode: Number.isInteger(exitCode) ? exitCode : null,
      signal: typeof signal === "string" ? signal : null,
    };
  } catch {
    return null;
  }
}

async function listen(server: net.Server, file: string): Promise<void> {
  server.listen(file);
  await once(server, "listening");
}
