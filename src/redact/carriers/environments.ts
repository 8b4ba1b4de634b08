import { type Anchors, anchorGroup } from "../anchors.ts";
import { isOrdinary } from "../ordinary.ts";
import { lookOf } from "../password-look.ts";
import type { Sighting } from "../sighting.ts";
import { countKinds, isRandom } from "../value-kinds.ts";

const group = anchorGroup(['"env":', '"env" :', '"environment":']);
const ENVIRONMENT = /"env(?:ironment)?"\s{0,3}:\s{0,3}\{(?<pairs>[^{}]{1,4000})\}/g;
const PAIR = /"(?<name>[A-Z][A-Z0-9_]{1,80})"\s{0,3}:\s{0,3}"(?<secret>[^"\s]{20,512})"/g;
/** Names of random values that everyone may see. */
const PUBLIC_NAME =
  /(?:^|_)(?:SHA|COMMIT|HASH|ID|DIGEST|REF|VERSION|PATH|URL|URI|HOST|PUBLIC_KEY)$|(?:^|_)(?:PUBLIC|PUBLISHABLE|VITE)_/;

const JSON_KEY = /"[Kk]ey"\s{0,3}:\s{0,3}"(?<secret>[^"\s]{16,512})"/g;
const jsonKeyGroup = anchorGroup(['"Key":', '"key":', '"Key" :']);

/** What a configuration calls nothing but its key, if hardly anything else looks so: `"Jwt": { "Key": "…" }`. */
export function* findConfiguredKeys(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling || !anchors.contains(jsonKeyGroup)) return;
  for (const match of text.matchAll(JSON_KEY)) {
    const secret = match.groups?.secret ?? "";
    if (lookOf(secret) !== "strong" || !/[!@#$%^&*~]/.test(secret)) continue;
    const at = match.index + match[0].length - 1 - secret.length;
    yield { kind: "assigned_secret", secret, at, name: "key" };
  }
}

/** Keys in the environment that a configuration gives a program, such as an MCP server, under the name of their service. */
export function* findEnvironmentValues(text: string, anchors: Anchors): Generator<Sighting> {
  if (!anchors.isTelling || !anchors.contains(group)) return;
  for (const { index, 0: block, groups } of text.matchAll(ENVIRONMENT)) {
    const pairs = groups?.pairs ?? "";
    const from = index + block.length - 1 - pairs.length;
    for (const match of pairs.matchAll(PAIR)) {
      const { name = "", secret = "" } = match.groups ?? {};
      if (PUBLIC_NAME.test(name) || !isKey(secret)) continue;
      const at = from + match.index + match[0].length - 1 - secret.length;
      yield { kind: "assigned_secret", secret, at, name };
    }
  }
}

function isKey(value: string): boolean {
  return countKinds(value, /[^\w.:/-]/) >= 3 && isRandom(value) && !isOrdinary(value);
}
