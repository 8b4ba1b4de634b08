import { formatCount } from "../../base/text/format-count.ts";

/** Bytes or text that violate an SSH format; the message is the end of a sentence. */
export class WireError extends Error {}

/** Reads the data types of RFC 4251 section 5 in order; every fault is a `WireError`. */
export interface WireReader {
  byte(): number;
  uint32(): number;
  bytes(length: number): Uint8Array;
  string(): Uint8Array;
  /** A string of printable ASCII, as all names in these formats are. */
  name(): string;
  /** A non-negative integer, big-endian, without leading zeros. */
  integer(): Uint8Array;
  /** Refuses bytes that were not read. */
  end(): void;
}

/** Creates a reader at the first byte. */
export function readWire(source: Uint8Array): WireReader {
  const view = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let at = 0;

  function bytes(length: number): Uint8Array {
    if (length > view.length - at) throw new WireError("it is truncated");
    at += length;
    return view.subarray(at - length, at);
  }

  const uint32 = (): number => Buffer.from(bytes(4)).readUInt32BE(0);
  const string = (): Uint8Array => bytes(uint32());
  return {
    byte: () => bytes(1)[0] ?? 0,
    uint32,
    bytes,
    string,
    name: () => nameOf(string()),
    integer: () => integerOf(string()),
    end: () => {
      if (at < view.length)
        throw new WireError(`it has ${formatCount(view.length - at, "extra byte")} at its end`);
    },
  };
}

function nameOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  if (!/^[\x20-\x7e]{0,200}$/.test(text))
    throw new WireError("a name in it is not printable ASCII");
  return text;
}

function integerOf(bytes: Uint8Array): Uint8Array {
  if ((bytes[0] ?? 0) >= 0x80) throw new WireError("a number in it is negative");
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return bytes.subarray(zeros);
}

/** Encodes a 32-bit number. */
export function wireUint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** Encodes a string: its length, then its bytes. */
export function wireString(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  return Buffer.concat([wireUint32(bytes.length), bytes]);
}
