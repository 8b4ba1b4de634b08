/** The real podman, with a store and an image of its own. Where it cannot run containers, tests say so. */
import { spawnSync } from "node:child_process";
import fs from "node:fs";
import path from "node:path";
import { after } from "node:test";

/** Programs that the image has, with the libraries that they need. */
const PROGRAMS = [
  "sh",
  "bash",
  "cat",
  "ls",
  "env",
  "sleep",
  "mkdir",
  "cp",
  "rm",
  "find",
  "grep",
  "sed",
  "awk",
  "mktemp",
  "tr",
  "id",
  "kill",
];

/** The name of the image that `openPodman()` imports. */
export const IMAGE = "localhost/holdall-test:1";

/** The name of the image that `addNode()` imports. */
export const NODE_IMAGE = "localhost/holdall-test-node:1";

/** Podman with an image. */
export interface Podman {
  /** Variables with which it finds its own store. */
  readonly env: Readonly<Record<string, string>>;
  /** Calls it and returns what it printed. */
  call(...args: readonly string[]): string;
  /** Imports a second image, which has Node, too; once. */
  addNode(): void;
}

/** Podman with an image of some programs of this machine; or why there is none, as a skipped test says it. */
export function openPodman(): Podman | string {
  if (process.platform !== "linux" || spawnSync("podman", ["--version"]).status !== 0) {
    return "not run: podman is not installed";
  }
  // In a folder with a longer name podman does not notice the end of a container, and waits 20 seconds for each.
  const folder = fs.mkdtempSync("/tmp/holdall-");
  after(() => fs.rmSync(folder, { recursive: true, force: true }));
  const env = writeSettings(folder);
  const run = (...args: readonly string[]) =>
    spawnSync("podman", args, { encoding: "utf8", env: { ...process.env, ...env } });
  const root = path.join(folder, "root");
  copyPrograms(root, PROGRAMS);
  const archive = path.join(folder, "image.tar");
  const pack = () => spawnSync("tar", ["-C", root, "-cf", archive, "."], { encoding: "utf8" });
  const steps = [
    pack,
    () => run("import", archive, IMAGE),
    () => run("run", "--rm", "--network", "none", "--memory", "1g", IMAGE, "sh", "-c", "true"),
  ];
  for (const step of steps) {
    const { status, stderr } = step();
    if (status === 0) continue;
    return `not run: podman cannot run a container here (${stderr?.trim().split("\n").at(-1)})`;
  }
  let hasNode = false;
  const addNode = () => {
    if (hasNode) return;
    hasNode = true;
    copyPrograms(root, ["node"]);
    pack();
    run("import", archive, NODE_IMAGE);
  };
  return { env, call: (...args) => run(...args).stdout, addNode };
}

/** Settings that need as little of the machine as possible; a user's own are not touched. */
function writeSettings(folder: string): Record<string, string> {
  const write = (name: string, text: string): string => {
    const file = path.join(folder, name);
    fs.writeFileSync(file, text);
    return file;
  };
  const runtime = spawnSync("runc", ["--version"]).status === 0 ? 'runtime = "runc"\n' : "";
  const limits = 'default_ulimits = ["nofile=20000:20000", "nproc=20000:20000"]\n';
  const engine = `[engine]\ncgroup_manager = "cgroupfs"\nevents_logger = "file"\n${runtime}`;
  const places = `graphroot = "${folder}/store"\nrunroot = "${folder}/run"\n`;
  return {
    CONTAINERS_CONF: write("containers.conf", `[containers]\n${limits}${engine}`),
    CONTAINERS_STORAGE_CONF: write("storage.conf", `[storage]\ndriver = "vfs"\n${places}`),
  };
}

function copyPrograms(root: string, names: readonly string[]): void {
  const copy = (file: string, target: string) => {
    fs.mkdirSync(path.dirname(target), { recursive: true });
    fs.copyFileSync(fs.realpathSync(file), target);
  };
  const output = (command: string, ...args: readonly string[]) =>
    spawnSync(command, args, { encoding: "utf8" }).stdout;
  for (const name of names) {
    const program = output("sh", "-c", `command -v ${name}`).trim();
    if (!program.startsWith("/")) continue;
    copy(program, path.join(root, "bin", name));
    if (name === "env") copy(program, path.join(root, "usr/bin/env")); // Scripts name it there.
    for (const [library] of output("ldd", program).matchAll(/\/[^\s()]+/g)) {
      copy(library, path.join(root, library));
    }
  }
  // What any image with the usual C library has; native agents load some of it.
  const libraries = output("sh", "-c", "ldconfig -p").matchAll(
    / => (\S*\/lib(?:c|m|dl|rt|pthread)\.so\.\d+)/g,
  );
  for (const [, library = ""] of libraries) copy(library, path.join(root, library));
  fs.mkdirSync(path.join(root, "etc"), { recursive: true });
}
