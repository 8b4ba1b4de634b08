import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createRedactor } from "../../src/redact/redactor.ts";
import { randomFrom } from "./planted-session.ts";
import { readCases } from "./redact/cases.ts";
import { plantSecrets } from "./redact/planted.ts";
import { scoreRedactions } from "./redact/score.ts";
import type { Report } from "./report.ts";

const SEED = 20_260_131;

/** How many planted secrets leave, and how much else is replaced. */
export const redactReport: Report = {
  name: "redact: planted secrets that leave, innocents that are replaced",
  async run() {
    const planted = plantSecrets(randomFrom(SEED));
    const leaks = planted.filter(({ secret, text }) => redact(text).includes(secret));
    const cases = readCases();
    const score = scoreRedactions(
      cases,
      cases.map(({ text }) => redact(text)),
    );
    const logs = sampleRedactions();
    const kinds = new Set(planted.map(({ kind }) => kind));
    return {
      lines: [
        `${planted.length} planted secrets of ${kinds.size} kinds; ${score.secrets} in the published cases, with ${score.innocents} innocents`,
        ...leaks.map(
          ({ kind, context, text }) => `leak: ${kind} in ${context}: ${text.slice(0, 90)}`,
        ),
        ...score.leaks.map(({ carrier, id }) => `leak in a published case: ${carrier}, ${id}`),
        ...score.wrong.map(({ text }) => `wrong: ${text.slice(0, 90)}`),
        ...(logs === null
          ? ["sample logs: not run, HOLDALL_SAMPLES names no folder"]
          : logs.map((line) => `in a sample log: ${line}`)),
      ],
      checks: [
        { name: "planted secrets", value: planted.length, least: 150 },
        {
          name: "leaks of published forms",
          value: leaks.filter((leak) => leak.published).length,
          most: 0,
        },
        { name: "share of all that leaks", value: leaks.length / planted.length, most: 0.03 },
        { name: "secrets of the published cases", value: score.secrets, least: 250 },
        { name: "leaks of published forms in the cases", value: score.publishedLeaks, most: 0 },
        {
          name: "share of the cases' secrets that leaks",
          value: score.leaks.length / score.secrets,
          most: 0.03,
        },
        { name: "innocents replaced", value: score.wrong.length, most: 0 },
        // No secret is known to be in the samples, so each of these is wrong until a person says otherwise.
        ...(logs === null
          ? []
          : [{ name: "replaced in sample logs", value: logs.length, most: 1 }]),
      ],
    };
  },
};

function redact(text: string): string {
  return createRedactor().text(text, "planted");
}

/** What is replaced in the sample logs; null where there are none. */
function sampleRedactions(): readonly string[] | null {
  const folder = join(process.env.HOLDALL_SAMPLES ?? "", "agent-logs");
  if (process.env.HOLDALL_SAMPLES === undefined || !existsSync(folder)) return null;
  return globSync("**/*.{jsonl,json}", { cwd: folder }).flatMap((file) => {
    const redactor = createRedactor();
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      redactor.value(parsed(line), file);
    }
    return redactor.report().map(({ kind, count, where }) => `${kind} ×${count} in ${where}`);
  });
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}
