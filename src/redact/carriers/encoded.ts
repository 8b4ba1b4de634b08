import { type Anchors, anchorGroup } from "../anchors.ts";
import type { Sighting } from "../sighting.ts";
import { isEncodedAccount } from "../value-kinds.ts";
import { createPlaceFinder } from "./places.ts";

/** Settings that were encoded to be copied, such as a `.env` file in base64. */
const RUN = /(?<![\w+/-])[A-Za-z0-9+/]{32,16384}={0,2}(?![\w+/=-])/g;
/** A setting whose name indicates a secret; what was encoded has no other reason to contain one. */
const SETTING =
  /(?:^|[\s"'{,])[\w.-]{0,40}(?:password|passwd|secret|token|api_?key|private_?key|access_?key)[\w.-]{0,20}["']?\s{0,3}[:=]\s{0,3}["']?[^\s"'$<{]{6}/i;
const PRINTABLE = /^[\t\n\r\x20-\x7e]+$/;
const SAMPLE = 48;

/** A word as base64 shows it, for each of the three places in a group of bytes at which it may begin. */
function encodings(word: string): readonly string[] {
  return [0, 1, 2].map((before) => {
    const encoded = Buffer.from(" ".repeat(before) + word).toString("base64");
    const first = Math.ceil((before * 8) / 6); // Characters before it depend on what is before the word.
    return encoded.slice(first, Math.floor(((before + word.length) * 8) / 6));
  });
}

const literalsGroup = anchorGroup(
  [
    "PASSW",
    "passw",
    "Passw",
    "SECRET",
    "secret",
    "Secret",
    "TOKEN",
    "token",
    "Token",
    "_KEY",
    "_key",
    "ApiKey",
    "apiKey",
  ].flatMap(encodings),
);

const findAccounts = createPlaceFinder([
  {
    kind: "docker_auth",
    hints: ['"auth"', "_auth="],
    pattern:
      /(?:"auth"\s{0,3}:\s{0,3}"|_auth\s{0,3}=\s{0,3}"?)(?<secret>[A-Za-z0-9+/]{12,1024}={0,2})/g,
    accepts: isEncodedAccount,
  },
]);

/** Secrets inside base64: accounts of a registry, and encoded files of settings. */
export function* findEncodedValues(text: string, anchors: Anchors): Generator<Sighting> {
  yield* findAccounts(text, anchors);
  if (!anchors.contains(literalsGroup)) return;
  for (const { 0: run, index } of text.matchAll(RUN)) {
    if (!PRINTABLE.test(decoded(run.slice(0, SAMPLE)))) continue;
    const inside = decoded(run);
    if (PRINTABLE.test(inside) && SETTING.test(inside)) {
      yield { kind: "encoded_settings", secret: run, at: index };
    }
  }
}

function decoded(value: string): string {
  return Buffer.from(value, "base64").toString("latin1");
}
