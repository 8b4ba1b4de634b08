import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Format } from "../../src/formats/format.ts";
import { root } from "../run.ts";
import { code, page, table } from "./markdown.ts";

/** The first page of `docs/formats/`. */
export function formatsIndex(formats: readonly Format[]): string {
  const rows = formats.map(({ name, description, versions, files }) => {
    const hasPage = existsSync(join(root, `docs/formats/${name}.md`));
    return [
      hasPage ? `[${name}](${name}.md)` : name,
      versions.join(", "),
      description,
      files.map(code).join(", "),
    ];
  });
  return page(
    "src/formats/registry.ts",
    "# Formats",
    table(["format", "versions", "what a bundle is", "files"], rows),
    `For all of them:

- [What converts to what](conversions.md), and [\`history/carried.json\`](carried.md)
- [The events behind a bundle, \`history/\`](history.md)
- [An agent's session in a bundle, \`transcript/\`](transcript.md)
- [\`SHA256SUMS\` and its signature](sums.md)
- [Archives and sealed files](archives.md)
- What coding agents write themselves is described at the top of [\`src/agents/<agent>/<agent>.ts\`](../../src/agents/)
- [Limits](limits.md)
- [Published schemas](schemas.md)`,
  );
}

/** The first page of `docs/decisions/`. */
export function decisionsIndex(): string {
  const folder = join(root, "docs/decisions");
  const notes = readdirSync(folder).filter((file) => /^\d{4}-.*\.md$/.test(file));
  const rows = notes.sort().map((file) => {
    const [heading = "", , date = ""] = readFileSync(join(folder, file), "utf8").split("\n");
    return [`[${heading.replace(/^# /, "")}](${file})`, date];
  });
  return page(
    "the notes beside it",
    "# Decisions",
    `Why something is as it is, when the code cannot say it: context, decision, consequence, in one page. A note is never
rewritten: what changed later is added at its end, and a note that was replaced names its successor. The next number is ${String(notes.length + 1).padStart(4, "0")}.`,
    table(["decision", "date"], rows),
  );
}
