const SHORTEST = 20;
/** Longer runs are files in base64, not something one types into a program. */
const LONGEST = 512;

const HEX = /^(?:0x)?[0-9a-f]+$/i;
const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/i;

/** Ids that agents and model services give to their own records; a session breaks without them. */
const OWN_ID =
  /^(?:toolu|srvtoolu|call|msg|req|ses|prt|fc|fco|rs|resp|ctc|ws|chatcmpl|tool|run|thread|item|evt|file|batch)[_-]/;

/** Digests are written behind the name of their function. */
const DIGEST_BEFORE = /(?:sha(?:1|256|384|512)|md5|blake[23]\w?)[-:=]$/i;

/** Characters that a random token is written in. */
const TOKEN = new Uint8Array(128);
for (const character of "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/_=-") {
  TOKEN[character.charCodeAt(0)] = 1;
}

/** Random values in a text that are no id, no hash, no path and no word; each with its place. */
export function* highEntropyRuns(text: string): Generator<{ value: string; at: number }> {
  for (const start of runsOf(text)) {
    const run = text.slice(start.at, start.end);
    if (DIGEST_BEFORE.test(text.slice(Math.max(0, start.at - 8), start.at))) continue;
    if (isDigest(run)) continue;
    // A path or a compound name is judged piece by piece.
    let { at } = start;
    for (const piece of run.split(/(?<=[/=])/)) {
      const value = piece.replace(/[/=]+$/, "");
      if (isRandom(value)) yield { value, at };
      at += piece.length;
    }
  }
}

/** Runs of such characters that are neither too short nor too long; by hand, for a text may be one run. */
function* runsOf(text: string): Generator<{ readonly at: number; readonly end: number }> {
  let at = 0;
  for (let end = 0; end <= text.length; end++) {
    const code = end < text.length ? text.charCodeAt(end) : 0;
    if (code < 128 && TOKEN[code] === 1) continue;
    const length = end - at;
    if (length >= SHORTEST && length <= LONGEST) yield { at, end };
    at = end + 1;
  }
}

function isDigest(run: string): boolean {
  return /^sha(?:1|256|384|512)-/.test(run);
}

/** Whether a value is an id that somebody gave to a record, and no secret. */
export function isOwnId(value: string): boolean {
  return OWN_ID.test(value) || UUID.test(value);
}

function isRandom(value: string): boolean {
  if (value.length < SHORTEST || isOwnId(value) || HEX.test(value)) return false;
  const digits = value.match(/\d/g)?.length ?? 0;
  if (digits < 3 || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false;
  return shareOfWords(value) <= 0.4 && bitsPerCharacter(value) >= 3.5;
}

/** How much of a value is words: in names most of it, in random text a fifth. */
function shareOfWords(value: string): number {
  const words = value.match(/[a-z]{3,}/g) ?? [];
  return words.join("").length / value.length;
}

function bitsPerCharacter(value: string): number {
  const counts = new Map<string, number>();
  for (const character of value) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}
