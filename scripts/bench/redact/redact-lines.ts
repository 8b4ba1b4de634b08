/** Holdall's redactor in the protocol of score.ts: JSON strings on standard input, one a line. */
import { createInterface } from "node:readline";
import { createRedactor } from "../../../src/redact/redactor.ts";

for await (const line of createInterface({ input: process.stdin })) {
  const text = String(JSON.parse(line));
  console.log(JSON.stringify(createRedactor().text(text, "case")));
}
