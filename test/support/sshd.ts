import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import fs from "node:fs";
import net from "node:net";
import path from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { writeFiles } from "./scratch.ts";

const SSHD = "/usr/sbin/sshd";
const isAbsent = process.getuid?.() !== 0 || !fs.existsSync(SSHD);

/** Why tests with a real ssh server are not run here; false where they are. */
export const withoutSshd = isAbsent
  ? "not run: sshd is not installed, or not started by root"
  : false;

/** A real ssh server on this machine, and the folder with programs that reach it with a key of their own. */
export interface Sshd {
  readonly port: number;
  /** Comes first on the search path: the user's own settings are in the folder of the account, which a test leaves alone. */
  readonly bin: string;
  end(): void;
}

/** Starts an ssh server whose keys and settings are in a folder. */
export async function startSshd(folder: string): Promise<Sshd> {
  const bin = path.join(folder, "bin");
  writeFiles(bin, {});
  for (const name of ["host", "user"]) {
    spawnSync("ssh-keygen", ["-q", "-t", "ed25519", "-N", "", "-f", path.join(folder, name)]);
  }
  const port = await freePort();
  fs.copyFileSync(path.join(folder, "user.pub"), path.join(folder, "authorized"));
  fs.mkdirSync("/run/sshd", { recursive: true });
  const config = path.join(folder, "config");
  writeFiles(folder, {
    sshd_config: `Port ${port}
ListenAddress 127.0.0.1
HostKey ${folder}/host
AuthorizedKeysFile ${folder}/authorized
StrictModes no
PidFile none
PermitRootLogin prohibit-password
Subsystem sftp internal-sftp
`,
    config: `Host *
IdentityFile ${folder}/user
IdentitiesOnly yes
StrictHostKeyChecking accept-new
UserKnownHostsFile ${folder}/known
`,
    "bin/sftp": `#!/bin/sh\nexec /usr/bin/sftp -F '${config}' "$@"\n`,
    "bin/ssh": `#!/bin/sh\nexec /usr/bin/ssh -F '${config}' "$@"\n`,
  });
  for (const name of ["sftp", "ssh"]) fs.chmodSync(path.join(bin, name), 0o755);
  const server: ChildProcess = spawn(SSHD, ["-D", "-e", "-f", path.join(folder, "sshd_config")], {
    stdio: "ignore",
  });
  for (let round = 0; round < 200 && !(await isOpen(port)); round++) await wait(50);
  return { port, bin, end: () => server.kill() };
}

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
