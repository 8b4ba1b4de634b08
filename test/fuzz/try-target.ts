/** Tries inputs of one kind in a process of its own, and reports to its parent which one it is at. */
import fs from "node:fs";
import path from "node:path";
import { randomFrom } from "../support/damage.ts";
import type { FuzzTarget } from "./target.ts";

const [name = "", seedText = "", amountText = ""] = process.argv.slice(2);
const module: { readonly default: FuzzTarget } = await import(`./targets/${name}.ts`);
const folder = path.join(process.cwd(), "work");
fs.mkdirSync(path.join(folder, "home"), { recursive: true });
const tryOne = await module.default.prepare(folder);
const amount: { readonly inputs?: number; readonly seconds?: number } = JSON.parse(amountText);
const until = Date.now() + (amount.seconds ?? 0) * 1000;
const first = Number(seedText);
let seed = first;
do {
  process.send?.(seed);
  await tryOne(randomFrom(seed));
  seed++;
} while (amount.inputs === undefined ? Date.now() < until : seed < first + amount.inputs);
process.disconnect();
