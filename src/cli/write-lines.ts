/** Prints lines; those that do not fit on the terminal with the program that the user named in PAGER. */
export async function writeLines(lines: readonly string[]): Promise<void> {
  if (lines.length === 0) return;
  const text = `${lines.join("\n")}\n`;
  const pager = pagerFor(text);
  if (pager !== null) {
    const { pageForPerson } = await import("../programs/for-person.ts");
    // Ctrl-C is for the program that shows the text; this one ends when that does.
    process.removeAllListeners("SIGINT").on("SIGINT", () => undefined);
    if (await pageForPerson(pager, text)) return;
  }
  process.stdout.write(text);
}

/** The user's program for long texts; null where the text fits, or nobody looks at a terminal. */
function pagerFor(text: string): string | null {
  const { PAGER = "", TERM } = process.env;
  if (process.stdout.isTTY !== true || TERM === "dumb" || PAGER.trim() === "") return null;
  return text.split("\n").length > process.stdout.rows ? PAGER : null;
}
