/**
 * An agent that needs no account: it knows the answers to the three tasks beside it. It reads the task on standard
 * input and writes the files of its answer. With `--careless` it forgets the last file of each answer and leaves a
 * note, so that two agents differ.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

const answers = new Map([
  ["# Fix the median of an even number of values", "fix-median"],
  ["# Give the formatting of money one place", "money-format"],
  ["# Sum up rainfall by month", "rainfall-totals"],
]);

const [heading = ""] = readFileSync(0, "utf8").split("\n");
const name = answers.get(heading.trim());
if (name === undefined) {
  console.error("I do not know this task");
  process.exit(2);
}
const folder = join(import.meta.dirname, "solutions", name);
const isCareless = process.argv.includes("--careless");
const files = readdirSync(folder).sort();
for (const file of isCareless ? files.slice(0, -1) : files) {
  const target = file.startsWith("src.") ? join("src", file.slice("src.".length)) : file;
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, readFileSync(join(folder, file)));
}
if (isCareless) writeFileSync("NOTES.txt", "Done, I think.\n");
console.log(`done: ${name}`);
