#!/usr/bin/env node
// The only file that an old Node reads, so it keeps to plain ES2015 and unprefixed built-in names.
"use strict";

const OLDEST_NODE = [22, 18];
const COULD_NOT = 4;
const FORWARDED_SIGNALS = ["SIGINT", "SIGTERM", "SIGHUP"];

start(process.argv.slice(2));

function start(args) {
  if (asksForVersion(args)) return printVersion(args.length > 1);
  if (isNewEnough(process.versions.node)) {
    if (asksForOverview(args)) return printOverview();
    return printsHelp(args) ? undefined : load(args);
  }
  const node = findPackagedNode();
  if (node !== null) return runWith(node, args);
  process.stderr.write(
    `Cannot start holdall: it needs Node ${OLDEST_NODE.join(".")} or newer, and this is ${process.versions.node}\n` +
      `→ install Node 24, or run: npx --yes node@24 "${__filename}"\n`,
  );
  process.exitCode = COULD_NOT;
}

function asksForVersion(args) {
  const rest = args.filter((word) => word !== "--version" && word !== "-V");
  const isOnlyJson = rest.every((word) => word === "--json");
  return rest.length < args.length && isOnlyJson;
}

function asksForOverview(args) {
  return args.length === 0 || (args.length === 1 && /^(?:help|--help|-h)$/.test(args[0]));
}

// Answers without loading anything else.
function printVersion(asJson) {
  const fs = require("fs");
  const version = JSON.parse(fs.readFileSync(`${__dirname}/../package.json`, "utf8")).version;
  print(() =>
    fs.writeSync(1, asJson ? `${JSON.stringify({ version }, null, 2)}\n` : `${version}\n`),
  );
}

// The first screen is a small part of its own: it needs no command, and whoever asks for it waits least.
function printOverview() {
  const file = `${__dirname}/../dist/cli/overview.cjs`;
  if (!require("fs").existsSync(file)) return load([]);
  print(() => require(file).printOverview());
}

// Help on a command comes from what the build described; anything else is left to the program.
function printsHelp(args) {
  const asks = /^(?:--help|-h)$/.test(args[args.length - 1]);
  const words = args[0] === "help" ? args.slice(1) : asks ? args.slice(0, -1) : [];
  if (words.length === 0 || !words.every((word) => /^[a-z][a-z-]*$/.test(word))) return false;
  const cli = `${__dirname}/../dist/cli`;
  if (!require("fs").existsSync(`${cli}/overview.cjs`)) return false;
  let isPrinted = true;
  print(() => {
    isPrinted = require(`${cli}/overview.cjs`).printHelp(words, `${cli}/help.json`);
  });
  return isPrinted;
}

// Writes without loading a stream; a reader that has left is not an error.
function print(write) {
  try {
    write();
  } catch (error) {
    if (error.code !== "EPIPE") leaveWithReader(error);
  }
}

function load(args) {
  process.stdout.on("error", leaveWithReader);
  process.stderr.on("error", leaveWithReader);
  const dist = require("path").join(__dirname, "..", "dist");
  if (require("fs").existsSync(`${dist}/cli/main.cjs`)) {
    return require("./load.cjs")(`${dist}/cli`, `${dist}/.cache`, commandOf(args, `${dist}/cli`));
  }
  process.stderr.write("Cannot start holdall: it has not been built (npm run build)\n");
  process.exitCode = COULD_NOT;
}

// The words under which a start is remembered: the command, and within a group its first two, because
// commands of one group need little of each other. Help looks at every command, and is none itself.
function commandOf(args, cli) {
  const isHelp = args.indexOf("--help") !== -1 || args.indexOf("-h") !== -1;
  if (isHelp || !/^(?:__)?[a-z]{1,20}$/.test(args[0])) return "help";
  const isPlain = args.length > 1 && /^[a-z-]{1,20}$/.test(args[1]);
  return isPlain && isCommandOfGroup(`${args[0]} ${args[1]}`, cli)
    ? `${args[0]}-${args[1]}`
    : args[0];
}

function isCommandOfGroup(words, cli) {
  try {
    return require("fs").readFileSync(`${cli}/commands.txt`, "utf8").indexOf(`\n${words}\n`) !== -1;
  } catch (_) {
    return false; // The list comes with the build; without it a group has one memory.
  }
}

// The reader has left (`holdall … | head`): nobody is there to be told, so no stack either. Output that
// cannot be kept (a full disk behind `> file`) is told to whoever reads the errors.
function leaveWithReader(error) {
  if (error.code === "EPIPE") process.exit(process.exitCode || COULD_NOT);
  const state = error.code === "ENOSPC" ? "no space is left (ENOSPC)" : error.code;
  try {
    require("fs").writeSync(2, `E_IO  Cannot write the result: ${state}\n`);
  } catch (_) {
    // The errors go to the same place.
  }
  process.exit(COULD_NOT);
}

function isNewEnough(version) {
  const parts = version.split(".").map(Number);
  return parts[0] > OLDEST_NODE[0] || (parts[0] === OLDEST_NODE[0] && parts[1] >= OLDEST_NODE[1]);
}

// The npm package `node` carries a Node of its own version.
function findPackagedNode() {
  try {
    const manifest = require.resolve("node/package.json");
    const file = process.platform === "win32" ? "node.exe" : "node";
    const node = require("path").join(manifest, "..", "bin", file);
    return isNewEnough(require(manifest).version) && require("fs").existsSync(node) ? node : null;
  } catch (_) {
    return null;
  }
}

function runWith(node, args) {
  const child = require("child_process").spawn(node, [__filename].concat(args), {
    stdio: "inherit",
  });
  FORWARDED_SIGNALS.forEach((signal) => {
    process.on(signal, () => {
      // A terminal sends Ctrl-C to the child as well; a second one would cut its clean-up short.
      if (signal !== "SIGINT" || !process.stdin.isTTY) child.kill(signal);
    });
  });
  child.on("error", (error) => {
    process.stderr.write(`Cannot start holdall: ${node} does not run (${error.message})\n`);
    process.exitCode = COULD_NOT;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) return process.exit(code);
    FORWARDED_SIGNALS.forEach((name) => {
      process.removeAllListeners(name);
    });
    process.kill(process.pid, signal);
  });
}
