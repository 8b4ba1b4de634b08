import { JSON_LIMITS } from "../../src/base/json/parse.ts";
import { FRONT_MATTER_BYTES } from "../../src/base/yaml/front-matter.ts";
import { conversionFault } from "../../src/bundles/convert/convert.ts";
import type { Format } from "../../src/formats/format.ts";
import type { Limits } from "../../src/formats/limits.ts";
import { limitsOf } from "../../src/formats/limits.ts";
import type { PublishedSchema } from "../../src/formats/published-schemas.ts";
import { code, page, table } from "./markdown.ts";

/** What each limit bounds. A new limit does not compile without a line here. */
const bounds = {
  documentBytes: "bytes of a small JSON or YAML file, such as a manifest",
  documentValues: "values in a small JSON file of a state",
  snapshotBytes: "bytes of the file that holds the entries, the items or the list of files",
  entries: "entries, items or listed files",
  contentBytes: "bytes of one entry's content, of a text or of an artifact",
  lineBytes: "bytes of one line of a JSONL file",
  jsonlBytes: "bytes of a JSONL file",
  members: "files and folders of an archive, or files beside the format's own",
  unpackedBytes: "bytes of everything in an archive",
  ratio: "unpacked bytes per packed byte, once there is more than 1 MiB",
} satisfies Record<keyof Limits, string>;

/** What each limit bounds, by its name. */
export const limitMeanings: Readonly<Record<string, string>> = bounds;

/** The page of limits. */
export function limitsPage(formats: readonly Format[]): string {
  const rows = Object.entries(bounds).map(([name, what]) => [
    code(name),
    what,
    ...formats.map((format) => shown(name, limitsOf(format)[name as keyof Limits])),
  ]);
  return page(
    "src/formats/limits.ts",
    "# Limits",
    `How much of a bundle is read before it is refused with \`E_LIMIT\`. Whoever trusts a larger one says so
by name, as often as needed: \`--limit entries=50000 --limit snapshotBytes=67108864\`; for a whole project
\`limits: { entries: 50000 }\` in your own \`config.yaml\` says the same, up to a bound, and \`--limit\` wins over it. In a
project's \`holdall.yaml\`, which may come with the bundle, the key is reported and has no effect. An archive
is unpacked within the widest limits, and held to those of its format once that is known. A compressed session
of an agent (\`.jsonl.zst\`) is read up to 16 GiB, and to 200 times its compressed size.`,
    table(["limit", "bounds", ...formats.map(({ name }) => name)], rows),
    `Some bounds are not in this table because nobody should need more: ${JSON_LIMITS.maxDepth} levels of nesting in JSON, 64 in YAML,
${FRONT_MATTER_BYTES / 1024} KiB of front matter, 255 bytes per file name, 4,096 bytes per path, 100 recipients.`,
  );
}

function shown(name: string, value: number): string {
  if (!name.endsWith("Bytes")) return value.toLocaleString("en");
  const units = ["bytes", "KiB", "MiB", "GiB"];
  const power = Math.min(3, Math.floor(Math.log2(value) / 10));
  return `${value / 1024 ** power} ${units[power]}`;
}

/** The page that says what converts to what, and why the rest does not. */
export function conversionsPage(formats: readonly Format[]): string {
  const faults = formats.flatMap((from) =>
    formats.flatMap((to) => {
      const fault = conversionFault(from, to);
      return fault === null ? [] : [{ from: from.name, to: to.name, fault }];
    }),
  );
  const mark = (from: Format, to: Format) => {
    if (from === to) return "rewritten";
    if (conversionFault(from, to) !== null) return "–";
    return from.state && to.state ? "there and back" : "one way";
  };
  return page(
    "src/bundles/convert/convert.ts",
    "# What converts to what",
    table(
      ["from \\ to", ...formats.map(({ name }) => name)],
      formats.map((from) => [`**${from.name}**`, ...formats.map((to) => mark(from, to))]),
    ),
    `- **there and back**: what the target has no word for travels in [\`history/carried.json\`](carried.md), so
  that converting back restores entries, their order, the trail and every unknown key.
- **one way**: the result is what a model can be given; the loss report says what was summarised or left out.
- **rewritten**: the same format again; what was read is written from its bytes.

Every conversion reports how many things were kept, changed, summarised and dropped, and where.
\`--max-loss none\` refuses anything but a perfect one, \`--max-loss changed\` refuses summaries and omissions.`,
    "## Why not",
    table(
      ["from", "to", "reason"],
      faults.map(({ from, to, fault }) => [from, to, fault]),
    ),
  );
}

/** The page of published schemas. */
export function schemasPage(
  formats: readonly Format[],
  schemas: readonly PublishedSchema[],
): string {
  const rows = schemas.map(({ format, record, file }) => [
    format,
    `[${record}](../../schemas/${file})`,
    formats.find(({ name }) => name === format)?.records[record]?.description ?? "",
  ]);
  return page(
    "the record types of src/formats",
    "# Published schemas",
    `JSON Schemas (draft 2020-12) of every record type. They are made from the declarations that Holdall itself
checks with, and a test holds both against each other on the samples and on thousands of altered records.
In the package they are \`holdall/schemas/<format>/<record>.schema.json\`; \`holdall schema FORMAT RECORD\`
prints one.`,
    `A schema judges one record. Rules between records and files (sums of tokens, declared slots, hashes,
order) are checked by \`holdall verify\` alone. Two differences remain: a pattern cannot tell that 30 February
does not exist, and our own check passes over a key called \`__proto__\` in a map with free keys.`,
    table(["format", "record", "what it is"], rows),
  );
}
