import { createReading, type Reading } from "./reading.ts";

/** What a listing puts before each line of a file: `     12→`, `12\t`, `12: `, `12| `. */
const NUMBER = /^[ \t]{0,8}(?<number>\d{1,6})(?:→|\t|: |\| ?)/gm;

/** The listings of a text without the numbers of their lines; null when it has none. */
export function removeLineNumbers(text: string): Reading | null {
  if (!/^[ \t]{0,8}\d{1,6}(?:→|\t|: |\|)/m.test(text)) return null;
  const lines = [...text.matchAll(NUMBER)].map(({ index, 0: { length }, groups }) => ({
    at: index + length,
    number: Number(groups?.number),
  }));
  const reading = createReading(text);
  let count = 0;
  for (const [place, { at, number }] of lines.entries()) {
    const isNumbered =
      text.charAt(at - 1) === "→" ||
      lines[place - 1]?.number === number - 1 ||
      lines[place + 1]?.number === number + 1;
    if (!isNumbered) continue;
    const end = text.indexOf("\n", at);
    reading.add(at, end === -1 ? text.length : end);
    count++;
  }
  return count === 0 ? null : reading.end();
}
