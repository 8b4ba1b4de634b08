import { readFileSync } from "node:fs";

const lines = readFileSync("data/rainfall.csv", "utf8").trim().split("\n").slice(1);
const days = new Map(lines.map((line) => line.split(",")));
const totals = new Map();
for (const [day, value] of days) {
  if (value === "-") continue;
  const month = day.slice(0, 7);
  totals.set(month, (totals.get(month) ?? 0) + Number(value));
}
for (const [month, total] of [...totals].sort()) console.log(`${month} ${total.toFixed(1)}`);
