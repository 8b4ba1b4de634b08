import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../run.ts";

/** What each room of `src/` is for, from the ground up. A new room is a line here. */
const rooms: Readonly<Record<string, string>> = {
  base: "no domain words: findings and codes, JSON kept verbatim, JSONL, YAML, hashes, safe paths, file sets, token counters",
  model: "the nouns: state, entry, trail, context item, conversation, loss",
  formats:
    "one folder per bundle format, each with detect, read, check, write, summarise, render; strangers to each other",
  bundles:
    "the rules for any bundle: detect, read, sums, signature, archive, seal, convert, diff; never touches the disk",
  disk: "folders as file sets, packing, unpacking, and placing a result by rename",
  testing: "the conformance suite and the hostile archives as data, for other programs too",
  operations: "one definition per command: input, output, effect, where it is offered",
  cli: "words in, text out; decides nothing",
};

/** The map of `src/` for the README. */
export function mapOfRooms(): string {
  const folders = readdirSync(join(root, "src"), { withFileTypes: true });
  const names = folders.filter((each) => each.isDirectory()).map(({ name }) => name);
  const unsaid = names.filter((name) => rooms[name] === undefined);
  const gone = Object.keys(rooms).filter((name) => !names.includes(name));
  if (unsaid.length + gone.length > 0) {
    const which = [...unsaid, ...gone].join(", ");
    throw new Error(
      `Cannot draw the map of src/: scripts/docs/rooms.ts and src/ differ in ${which}`,
    );
  }
  const width = Math.max(...names.map((name) => name.length)) + 1;
  const lines = Object.entries(rooms)
    .reverse()
    .map(([name, text]) => `${`${name}/`.padEnd(width)}  ${text}`);
  return ["```text", ...lines, "```"].join("\n");
}
