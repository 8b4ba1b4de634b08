/** Bytes or text that are not what the SSH formats allow; its message is the state, for a sentence. */
export class WireFault extends Error {}

/** Reads the values of RFC 4251 section 5 from bytes, in order; every fault is a `WireFault`. */
export interface WireReader {
  byte(): number;
  uint32(): number;
  bytes(length: number): Uint8Array;
  string(): Uint8Array;
  /** A string that has to be printable ASCII, as all names in these formats are. */
  name(): string;
  /** A non-negative integer, big-endian, without leading zeros. */
  integer(): Uint8Array;
  /** Refuses anything that was not read. */
  end(): void;
}

/** Starts reading at the first byte. */
export function readWire(source: Uint8Array): WireReader {
  const view = Buffer.from(source.buffer, source.byteOffset, source.byteLength);
  let at = 0;

  function bytes(length: number): Uint8Array {
    if (length > view.length - at) throw new WireFault("it ends too early");
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
      if (at < view.length) throw new WireFault(`it has ${view.length - at} bytes too many`);
    },
  };
}

function nameOf(bytes: Uint8Array): string {
  const text = Buffer.from(bytes).toString("latin1");
  if (!/^[\x20-\x7e]{0,200}$/.test(text)) throw new WireFault("a name in it is not plain ASCII");
  return text;
}

function integerOf(bytes: Uint8Array): Uint8Array {
  if ((bytes[0] ?? 0) >= 0x80) throw new WireFault("a number in it is negative");
  let zeros = 0;
  while (zeros < bytes.length && bytes[zeros] === 0) zeros++;
  return bytes.subarray(zeros);
}

/** A 32-bit number on the wire. */
export function wireUint32(value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/** A string on the wire: its length, then its bytes. */
export function wireString(value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === "string" ? Buffer.from(value, "utf8") : value;
  return Buffer.concat([wireUint32(bytes.length), bytes]);
}
