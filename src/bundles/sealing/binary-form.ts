import { HoldallError } from "../../base/errors.ts";
import { ARMOR_BEGIN, decodeArmor } from "./armor.ts";

const VERSION_LINE = "age-encryption.org/v1\n";
/** Bytes to read before the form must be known; age allows this much leading white space. */
const MAX_START = 1024 + ARMOR_BEGIN.length;

/** Converts a sealed file to its binary form; anything that is not a sealed file is refused at once. */
export async function* toBinaryForm(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = input[Symbol.asyncIterator]();
  try {
    let start: Uint8Array = new Uint8Array(0);
    let ended = false;
    while (!ended && kindOf(start) === null) {
      const next = await source.next();
      ended = next.done === true;
      if (!next.done) start = Buffer.concat([start, next.value]);
    }
    const all = chain(start, ended ? null : source);
    const kind = kindOf(start);
    if (kind === "text") yield* decodeArmor(all);
    else if (kind === "binary") yield* all;
    else throw notSealed(start);
  } finally {
    await source.return?.();
  }
}

/** The form of a file by its first bytes; null when more bytes are needed. */
function kindOf(start: Uint8Array): "binary" | "text" | "other" | null {
  const text = Buffer.from(start.subarray(0, MAX_START)).toString("latin1");
  const trimmed = text.trimStart();
  if (text.startsWith(VERSION_LINE)) return "binary";
  if (trimmed.startsWith(ARMOR_BEGIN)) return "text";
  const maybe = VERSION_LINE.startsWith(text) || ARMOR_BEGIN.startsWith(trimmed);
  return maybe && text.length < MAX_START ? null : "other";
}

/** The bytes that were read to recognise the form, then the rest of the source. */
async function* chain(
  start: Uint8Array,
  rest: AsyncIterator<Uint8Array> | null,
): AsyncGenerator<Uint8Array> {
  yield start;
  for (let next = await rest?.next(); next && !next.done; next = await rest?.next()) {
    yield next.value;
  }
}

function notSealed(start: Uint8Array): HoldallError {
  const text = Buffer.from(start.subarray(0, MAX_START)).toString("latin1");
  const version = /^age-encryption\.org\/(v[0-9]{1,9})\b/.exec(text)?.[1];
  if (version && version !== "v1") {
    const message = `Cannot open the sealed file: version "${version}" is not supported, only "v1" is`;
    return new HoldallError("E_VERSION", message);
  }
  const cut = version || VERSION_LINE.startsWith(text) || ARMOR_BEGIN.startsWith(text.trimStart());
  const state = cut ? "it is empty or truncated" : "it was not sealed with age";
  return new HoldallError("E_ARCHIVE", `Cannot open the sealed file: ${state}`);
}
