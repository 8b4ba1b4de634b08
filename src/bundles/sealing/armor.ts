/**
 * The text form ("armor") of age files. Strict on purpose: every byte sequence has exactly one
 * armored form, so that two different texts never decode to the same file.
 */

import { HoldallError } from "../../base/errors.ts";

/** The first line of a sealed file in text form. */
export const ARMOR_BEGIN = "-----BEGIN AGE ENCRYPTED FILE-----";
const ARMOR_END = "-----END AGE ENCRYPTED FILE-----";
const WIDTH = 64;
/** White space that may precede and follow the armor, as age itself allows. */
const MAX_TRAILING = 1024;

/** Decodes a sealed file in armored form line by line; anything irregular is `E_ARCHIVE`. */
export async function* decodeArmor(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const state: ArmorState = { stage: "before", short: false, trailing: 0 };
  let rest = "";
  for await (const chunk of input) {
    // Latin-1 maps every byte to one character, whatever the bytes are.
    const lines = (rest + Buffer.from(chunk).toString("latin1")).split("\n");
    rest = lines.pop() ?? "";
    if (rest.length > MAX_TRAILING) throw damaged("a line is too long");
    const bytes = Buffer.concat(lines.map((line) => decodeLine(state, line)));
    if (bytes.length > 0) yield bytes;
  }
  if (rest !== "") {
    const bytes = decodeLine(state, rest);
    if (bytes.length > 0) yield bytes;
  }
  if (state.stage !== "after") throw damaged(`"${ARMOR_END}" is missing`);
}

interface ArmorState {
  stage: "before" | "inside" | "after";
  /** A line shorter than the full width was seen, so only the end may follow. */
  short: boolean;
  trailing: number;
}

const nothing = Buffer.alloc(0);

function decodeLine(state: ArmorState, raw: string): Buffer {
  const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
  if (state.stage !== "inside") return outside(state, line);
  if (line === ARMOR_END) {
    state.stage = "after";
    return nothing;
  }
  const bytes = Buffer.from(line, "base64");
  if (line === "" || line.length > WIDTH || bytes.toString("base64") !== line) {
    throw damaged("a line is not well-formed base64");
  }
  if (state.short) throw damaged("a line in the middle is too short");
  state.short = line.length < WIDTH || line.endsWith("=");
  return bytes;
}

function outside(state: ArmorState, line: string): Buffer {
  if (state.stage === "before" && line === ARMOR_BEGIN) {
    state.stage = "inside";
    return nothing;
  }
  state.trailing += line.length + 1;
  if (line.trim() !== "" || state.trailing > MAX_TRAILING)
    throw damaged("it is surrounded by other text");
  return nothing;
}

function damaged(state: string): HoldallError {
  return new HoldallError(
    "E_ARCHIVE",
    `Cannot open the sealed file: its armor is damaged: ${state}`,
  );
}
