/** Tries inputs of one kind in a process of its own, and tells its parent which one it is at. */
import fs from "node:fs";
import path from "node:path";
import { randomFrom } from "../support/damage.ts";
import type { FuzzTarget } from "./target.ts";

const [name = "", seedText = "", seconds = ""] = process.argv.slice(2);
const module: { readonly default: FuzzTarget } = await import(`./targets/${name}.ts`);
const folder = path.join(process.cwd(), "work");
fs.mkdirSync(path.join(folder, "home"), { recursive: true });
const tryOne = await module.default.prepare(folder);
const until = Date.now() + Number(seconds) * 1000;
let seed = Number(seedText);
do {
  process.send?.(seed);
  await tryOne(randomFrom(seed));
  seed++;
} while (Date.now() < until);
process.disconnect();
