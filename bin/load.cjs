// Loads the program's parts, each with the compiled form of all the functions that its command used before.
//
// Node's own compile cache is taken when a file has been compiled and so lacks everything that is
// compiled when it is first called, which is most of what a start does. This one is taken when the
// command ends. There is one for each command, made by the first run that ends well; of many commands only
// those that were made last are kept.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const vm = require("node:vm");

/** Bytes that a part begins with: a comment with the hash of its text, which its cache repeats. */
const HEADER = 72;
const USEFUL_HEADER = /^\/\/ [0-9a-f]{64} {4}\n$/;
/** A run that worked for more microseconds has let go of the functions that it began with. */
const LONGEST_RUN = 2e6;
/**
 * How often a function is called before V8 optimises it, ten times what V8 takes: compiling on another processor what
 * is hot takes a fifth of the time of all processors, in a command that ends before it pays.
 */
const LATER = ["maglev=4000", "maglev-osr=1000", "turbofan=20000", "osr=5000"].map(
  (count) => `--invocation-count-for-${count}`,
);
/**
 * What else a short command does without: the compiler that takes longest, and a search for garbage in all of a heap that
 * is small. The space for what is new grows at once, so that little of it is copied again and again.
 */
const SHORT = ["--no-turbofan", "--no-incremental-marking", "--semi-space-growth-factor=16"];
/**
 * And what a command has again that works for longer than so many milliseconds: the compiler that takes longest only for
 * what is hottest, and a search for garbage before the heap is twice what was alive.
 */
const LONG = [
  "--turbofan",
  "--invocation-count-for-turbofan=100000",
  "--incremental-marking",
  "--heap-growing-percent=100",
];
const LONG_WORK = 400;
/**
 * Bytes that the two halves of the space for what is new grow to at once. V8 would double that: a long command then takes
 * 100 MB more and is no quicker.
 */
const NEW_SPACE = 32 * 1024 * 1024;
const NO_GROWTH = ["--semi-space-growth-factor=1"];
const LOOK_EVERY = 100;
/**
 * What a command has that may work for an hour in the background and keeps little of what it reads: V8 would take 134 MB
 * for what is new and let the rest grow to several times what is alive, and be no quicker.
 */
const SMALL = [...NO_GROWTH, "--heap-growing-percent=50"];
const IS_SMALL = /^keep-/;
/** Commands with much to compute in a second or a few, measured to be cheaper so. */
const OPTIMISED_LATER = new Set(["handoff", "__operate"]);
/**
 * Modules of Node that these commands use. Node has them compiled, and V8 takes that only under the flags that it was
 * made with: loaded after those have changed, they would cost a start 25 ms more.
 */
const BUILTINS = ["crypto", "fs/promises", "stream", "timers/promises", "os", "util"];
/** V8 has had these flags since this version; it complains of one that it does not know. */
const OLDEST_V8 = 13;
/** Commands that have a cache, each of one to two megabytes. */
const MOST_COMMANDS = 40;

/** Runs `main.cjs` of a folder; what the cache folder holds makes it quicker, and need not be there. */
module.exports = function load(folder, cacheFolder, command) {
  // First of all, because a cache is taken only under the flags that it was made with.
  const isShort = OPTIMISED_LATER.has(command) && knowsFlags();
  if (isShort) optimiseLater();
  if (IS_SMALL.test(command) && knowsFlags()) setFlagsAfterBuiltins(SMALL);
  const caches = `${cacheFolder}/${process.version}-${process.arch}-${command}`;
  const loaded = new Map();
  const fresh = new Map();
  // The first part begins with what others share; it runs when one of them asks for it.

  function requirePart(name) {
    if (!name.startsWith("./")) return require(name);
    if (name.endsWith(".bin")) return { bytes: fs.readFileSync(`${folder}/${name.slice(2)}`) };
    const part = loaded.get(name);
    if (part !== undefined) return part.exports;
    const module = { exports: {} };
    loaded.set(name, module);
    const run = requirePart.shared?.[name] ?? compile(name.slice(2));
    run(requirePart, module, module.exports);
    return module.exports;
  }

  function compile(name) {
    const source = fs.readFileSync(`${folder}/${name}`, "utf8");
    const header = source.slice(0, HEADER);
    const cachedData = readCache(`${caches}/${name}`, header);
    const script = new vm.Script(`(function (require, module, exports) {${source}\n})`, {
      filename: `${folder}/${name}`,
      cachedData,
      importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    });
    const isCached = cachedData !== undefined && !script.cachedDataRejected;
    if (!isCached && USEFUL_HEADER.test(header)) fresh.set(name, { header, script });
    return script.runInThisContext();
  }

  process.on("exit", (code) => {
    const { user, system } = process.cpuUsage();
    const isUseful = code === 0 && user + system < LONGEST_RUN;
    if (!isUseful || fresh.size === 0) return;
    if (isShort) setFlags(SHORT); // The next start has these.
    writeCaches(caches, fresh);
  });
  requirePart("./main.cjs");
};

function knowsFlags() {
  return Number.parseInt(process.versions.v8, 10) >= OLDEST_V8;
}

function optimiseLater() {
  setFlagsAfterBuiltins([...LATER, ...SHORT]);
  setTimeout(() => setFlags(LONG), LONG_WORK).unref();
  const looking = setInterval(() => {
    const { getHeapSpaceStatistics } = require("node:v8");
    const isNew = ({ space_name }) => space_name === "new_space";
    if (getHeapSpaceStatistics().find(isNew)?.space_size < NEW_SPACE) return;
    setFlags(NO_GROWTH);
    clearInterval(looking);
  }, LOOK_EVERY).unref();
}

function setFlagsAfterBuiltins(flags) {
  for (const name of BUILTINS) require(`node:${name}`);
  setFlags(flags);
}

function setFlags(flags) {
  const { setFlagsFromString } = require("node:v8");
  for (const flag of flags) setFlagsFromString(flag);
}

function readCache(file, header) {
  try {
    const bytes = fs.readFileSync(file);
    // V8 compares no more of a text than its length: a cache of another build would be taken for ours.
    return bytes.latin1Slice(0, HEADER) === header ? bytes.subarray(HEADER) : undefined;
  } catch {
    return undefined;
  }
}

function writeCaches(folder, fresh) {
  try {
    fs.mkdirSync(folder, { recursive: true });
    for (const [name, { header, script }] of fresh) {
      const aside = `${folder}/.${process.pid}-${name}`;
      fs.writeFileSync(aside, Buffer.concat([Buffer.from(header), script.createCachedData()]));
      fs.renameSync(aside, `${folder}/${name}`);
    }
    removeOldest(path.dirname(folder));
  } catch {
    // Where nothing can be written, every start takes a little longer.
  }
}

function removeOldest(cacheFolder) {
  const folders = fs.readdirSync(cacheFolder).map((name) => {
    const folder = path.join(cacheFolder, name);
    return { folder, at: fs.statSync(folder).mtimeMs };
  });
  folders.sort((left, right) => right.at - left.at);
  for (const { folder } of folders.slice(MOST_COMMANDS)) {
    fs.rmSync(folder, { recursive: true, force: true });
  }
}
