import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { transformSync } from "esbuild";
import { root } from "../../scripts/run.ts";

const scratch = mkdtempSync(join(tmpdir(), "holdall-launcher-"));
after(() => rmSync(scratch, { recursive: true }));

// Makes the Node that reads it look like an old one; the Node it starts reads it no more.
const asOldNode = join(scratch, "old-node.cjs");
writeFileSync(
  asOldNode,
  `Object.defineProperty(process, "versions", { value: { ...process.versions, node: "20.1.0" } });`,
);

let count = 0;

/** A package with our launcher, a program and, when a version is given, a packaged Node. */
function createPackage(program: string | null, packagedNode: string | null = null): string {
  const folder = join(scratch, `package-${++count}`);
  cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
  writeFileSync(join(folder, "package.json"), '{ "version": "1.2.3", "type": "module" }');
  if (program !== null) {
    mkdirSync(join(folder, "dist/cli"), { recursive: true });
    writeFileSync(join(folder, "dist/cli/main.cjs"), program);
  }
  if (packagedNode !== null) {
    mkdirSync(join(folder, "node_modules/node/bin"), { recursive: true });
    symlinkSync(process.execPath, join(folder, "node_modules/node/bin/node"));
    const manifest = JSON.stringify({ version: packagedNode });
    writeFileSync(join(folder, "node_modules/node/package.json"), manifest);
  }
  return join(folder, "bin/holdall.cjs");
}

function start(launcher: string, args: readonly string[], nodeArgs: readonly string[] = []) {
  return spawnSync(process.execPath, [...nodeArgs, launcher, ...args], {
    encoding: "utf8",
    input: "typed",
  });
}

const report = `
(async () => {
let input = "";
for await (const chunk of process.stdin) input += chunk;
console.log(JSON.stringify({ args: process.argv.slice(2), node: process.versions.node, input }));
process.exitCode = 3;
})();
`;

test("holdall --version answers from package.json and loads nothing", () => {
  for (const flag of ["--version", "-V"]) {
    const { stdout, status } = start(createPackage(null), [flag], ["-r", asOldNode]);
    assert.deepEqual([stdout, status], ["1.2.3\n", 0]);
  }
});

test("holdall --version --json answers with a JSON object", () => {
  for (const args of [
    ["--version", "--json"],
    ["--json", "-V"],
  ]) {
    const { stdout, status } = start(createPackage(null), args);
    assert.deepEqual([JSON.parse(stdout), status], [{ version: "1.2.3" }, 0]);
  }
});

test("holdall loads nothing but the first screen for help, and the program for anything else", () => {
  const launcher = createPackage(`console.log("program")`);
  const screen = `exports.printOverview = () => console.log("screen");
    exports.printHelp = ([word]) => word === "verify" && !console.log("help");`;
  writeFileSync(join(launcher, "../../dist/cli/overview.cjs"), screen);
  for (const args of [[], ["--help"], ["-h"], ["help"]]) {
    assert.equal(start(launcher, args).stdout, "screen\n");
  }
  for (const args of [
    ["help", "verify"],
    ["verify", "--help"],
    ["verify", "-h"],
  ]) {
    assert.equal(start(launcher, args).stdout, "help\n");
  }
  for (const args of [
    ["help", "vreify"],
    ["verify", "--help", "--json"],
    ["help", "--all"],
  ]) {
    assert.equal(start(launcher, args).stdout, "program\n");
  }
});

test("holdall loads the program with its arguments and ends with its exit code", () => {
  const { stdout, status } = start(createPackage(report), ["inspect", "--version"]);
  assert.deepEqual(JSON.parse(stdout).args, ["inspect", "--version"]);
  assert.equal(status, 3);
});

/** A part of the program as the build writes it, in which a word replaces the hash of its text. */
function part(hash: string, text: string): string {
  return `// ${hash.repeat(64)}    \n${text}`;
}

function caches(launcher: string): readonly string[] {
  const folder = join(launcher, "../../dist/.cache");
  const files = existsSync(folder) ? readdirSync(folder, { recursive: true }) : [];
  return files.map(String).filter((file) => file.endsWith(".cjs"));
}

test("holdall keeps what a command compiled inside the package, one cache for each command", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  for (const command of ["inspect", "inspect", "verify"]) {
    assert.equal(start(launcher, [command, "x"]).stdout, "one\n");
  }
  const under = `${process.version}-${process.arch}`;
  const expected = [`${under}-inspect/main.cjs`, `${under}-verify/main.cjs`];
  assert.deepEqual([...caches(launcher)].sort(), expected);
});

test("holdall uses the cache again of a command that V8 optimises later", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  const written = () =>
    caches(launcher).map((cache) => {
      const { ino, mtimeMs } = statSync(join(launcher, "../../dist/.cache", cache));
      return [ino, mtimeMs];
    });
  assert.equal(start(launcher, ["handoff"]).stderr, "", "V8 knows the flags");
  const first = written();
  start(launcher, ["handoff"]);
  assert.equal(first.length, 1);
  assert.deepEqual(written(), first, "a cache that V8 refuses is written anew");
});

test("holdall keeps a cache for each command of a group, and none for an argument", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  writeFileSync(join(launcher, "../../dist/cli/commands.txt"), "\ncontext fresh\ninspect\n");
  for (const args of [
    ["context", "fresh"],
    ["context", "other"],
    ["inspect", "fresh"],
  ]) {
    start(launcher, args);
  }
  const under = `${process.version}-${process.arch}`;
  const expected = ["context-fresh", "context", "inspect"].map(
    (name) => `${under}-${name}/main.cjs`,
  );
  assert.deepEqual([...caches(launcher)].sort(), expected);
});

test("holdall keeps the caches that were made last, of forty commands", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  const folder = join(launcher, "../../dist/.cache");
  for (let number = 0; number < 40; number++) {
    mkdirSync(join(folder, `old-${number}`), { recursive: true });
    utimesSync(join(folder, `old-${number}`), number + 1, number + 1);
  }
  start(launcher, ["inspect"]);
  const kept = readdirSync(folder);
  assert.deepEqual(
    [kept.length, kept.includes("old-0"), kept.includes("old-1")],
    [40, false, true],
  );
});

test("holdall does not run the cache of another build of the same length", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  start(launcher, ["inspect"]);
  writeFileSync(join(launcher, "../../dist/cli/main.cjs"), part("b", `console.log("two")`));
  assert.equal(start(launcher, ["inspect"]).stdout, "two\n");
});

test("holdall runs without a cache that is torn", () => {
  const launcher = createPackage(part("a", `console.log("one")`));
  start(launcher, ["inspect"]);
  for (const cache of caches(launcher)) {
    const file = join(launcher, "../../dist/.cache", cache);
    writeFileSync(file, readFileSync(file).subarray(0, 200));
  }
  assert.deepEqual(start(launcher, ["inspect"]).stdout, "one\n");
});

test("holdall keeps nothing of a command that failed", () => {
  const launcher = createPackage(part("a", "process.exitCode = 1;"));
  assert.equal(start(launcher, ["inspect"]).status, 1);
  assert.deepEqual(caches(launcher), []);
});

test("holdall loads a part of the program once, and other modules from the package", () => {
  const launcher = createPackage(`console.log(require("./part.cjs") === require("./part.cjs"),
    require("./part.cjs").join("a", "b"));`);
  writeFileSync(
    join(launcher, "../../dist/cli/part.cjs"),
    `module.exports = { join: require("node:path").posix.join };`,
  );
  assert.equal(start(launcher, ["x"]).stdout, "true a/b\n");
});

test("holdall starts without a word where the cache cannot be written", () => {
  const launcher = createPackage(part("a", "process.exitCode = 0;"));
  writeFileSync(join(launcher, "../../dist/.cache"), "a file where the folder would be");
  const { stderr, status } = start(launcher, ["inspect"]);
  assert.deepEqual([stderr, status], ["", 0]);
});

test("holdall on an old Node runs with the packaged one: arguments, input, exit code", () => {
  const { stdout, status } = start(
    createPackage(report, "24.0.0"),
    ["a b", "*"],
    ["-r", asOldNode],
  );
  assert.deepEqual(JSON.parse(stdout), {
    args: ["a b", "*"],
    node: process.versions.node,
    input: "typed",
  });
  assert.equal(status, 3);
});

test("holdall on an old Node passes signals to the program and dies as it does", async () => {
  const program = `
    process.on("SIGTERM", () => { console.log("told"); process.kill(process.pid, "SIGKILL"); });
    setInterval(() => {}, 1000);
    console.log("ready");
  `;
  const launcher = createPackage(program, "24.0.0");
  const child = spawn(process.execPath, ["-r", asOldNode, launcher, "x"]);
  let output = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    output += text;
    if (text.includes("ready")) child.kill("SIGTERM");
  });
  const [code, signal] = await once(child, "close");
  assert.deepEqual([output, code, signal], ["ready\ntold\n", null, "SIGKILL"]);
});

for (const [packaged, name] of [
  [null, "no packaged Node"],
  ["18.2.0", "an old packaged Node"],
] as const) {
  test(`holdall on an old Node with ${name} says what is missing and exits with 4`, () => {
    const { stderr, status } = start(createPackage(report, packaged), ["x"], ["-r", asOldNode]);
    assert.match(
      stderr,
      /^Cannot start holdall: .*22\.18.*20\.1\.0\n→ .*npx --yes node@24 ".*holdall\.cjs"\n$/,
    );
    assert.equal(status, 4);
  });
}

test("holdall says in one line that it has not been built", () => {
  const { stderr, status } = start(createPackage(null), ["x"]);
  assert.match(stderr, /^Cannot start holdall: .*\n$/);
  assert.equal(status, 4);
});

test("holdall ends without a stack when its reader has left", () => {
  const program = `
    const write = () => {
      while (process.stdout.write("line\\n"));
      process.stdout.once("drain", write);
    };
    write();
  `;
  const line = `"$0" "$1" x | head -n 1; "$0" "$1" --version | true`;
  const { stdout, stderr } = spawnSync(
    "sh",
    ["-c", line, process.execPath, createPackage(program)],
    {
      encoding: "utf8",
    },
  );
  assert.deepEqual([stdout, stderr], ["line\n", ""]);
});

test("bin/holdall.cjs has no syntax newer than ES2015", () => {
  const code = readFileSync(join(root, "bin/holdall.cjs"), "utf8");
  const [plain, lowered] = ["esnext", "es2015"].map(
    (target) => transformSync(code, { target }).code,
  );
  assert.equal(lowered, plain);
});

test("bin/holdall.cjs names Node's own modules as old versions know them", () => {
  assert.doesNotMatch(readFileSync(join(root, "bin/holdall.cjs"), "utf8"), /node:/);
});
