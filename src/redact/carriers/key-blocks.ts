import { type Anchors, anchorGroup } from "../anchors.ts";
import type { Sighting } from "../sighting.ts";
import { hasRandomLetters } from "../value-kinds.ts";
import { type BlockForm, findBlocks } from "./blocks.ts";
import { createPlaceFinder } from "./places.ts";

const pem: BlockForm = {
  begin: /-----BEGIN [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----(?:\\r|\\n|\s)/g,
  end: /-----END [A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?-----/g,
};
const pemGroup = anchorGroup(["PRIVATE KEY"]);

const findOtherBlocks = createPlaceFinder([
  {
    kind: "private_key",
    hints: ["PuTTY-User-Key-File"],
    pattern: /Private-Lines: \d{1,4}\s(?<secret>[A-Za-z0-9+/=\s]{40,16384}?)Private-MAC/g,
  },
  {
    // The private numbers of a key in JSON.
    kind: "private_key",
    hints: ['"kty"'],
    pattern: /"(?:d|p|q|dp|dq|qi|k)"\s{0,4}:\s{0,4}"(?<secret>[\w-]{20,2000})"/g,
  },
  {
    // A PEM block in base64, as Kubernetes and CI variables contain it.
    kind: "private_key",
    hints: ["LS0tLS1CRUdJTi"],
    pattern: /\b(?<secret>LS0tLS1CRUdJTi[A-Za-z0-9+/]{40,16384}={0,2})/g,
    accepts: (value) => Buffer.from(value.slice(0, 80), "base64").includes("PRIVATE KEY"),
  },
]);

/** Private keys between their two lines, also where every line has a prefix. */
export function* findKeyBlocks(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling) return;
  if (anchors.contains(pemGroup)) {
    for (const { at, end } of findBlocks(text, pem)) {
      const secret = text.slice(at, end);
      if (hasKeyMaterial(secret)) yield { kind: "private_key", secret, at };
    }
  }
  yield* findOtherBlocks(text, anchors);
}

/** Whether a block has a line of encoded data: a search for its two lines shows them without the key. */
function hasKeyMaterial(block: string): boolean {
  for (const [line] of block.matchAll(/[A-Za-z0-9+/]{12,}/g)) {
    if (hasRandomLetters(line)) return true;
  }
  return false;
}
