import { damagedArchive } from "./header.ts";

const encoder = new TextEncoder();
/**
 * Keys are ASCII; Latin-1 never fails, so a malformed record is reported as such and not as bad
 * UTF-8.
 */
const latin1 = new TextDecoder("latin1");

/** The longest block of pax records, or GNU long name, that is read. */
export const MAX_EXTENDED_BYTES = 64 * 1024;

/** One pax record. Its length includes the digits of the length itself, hence the loop. */
export function paxRecord(key: string, value: string): Uint8Array {
  const rest = encoder.encode(` ${key}=${value}\n`).length;
  let length = rest + 1;
  while (String(length).length + rest !== length) length = String(length).length + rest;
  return encoder.encode(`${length} ${key}=${value}\n`);
}

/** Parses pax records; a later one replaces an earlier one, and values stay bytes. */
export function parsePax(bytes: Uint8Array): ReadonlyMap<string, Uint8Array> {
  const records = new Map<string, Uint8Array>();
  let at = 0;
  while (at < bytes.length) {
    const length = recordLength(bytes, at);
    const end = at + length;
    const equals = bytes.indexOf(0x3d, at);
    if (end > bytes.length || bytes[end - 1] !== 0x0a || equals === -1 || equals >= end) {
      throw damagedArchive("a pax record is malformed");
    }
    const key = latin1.decode(bytes.subarray(bytes.indexOf(0x20, at) + 1, equals));
    records.set(key, bytes.subarray(equals + 1, end - 1));
    at = end;
  }
  return records;
}

function recordLength(bytes: Uint8Array, at: number): number {
  const digits = /^([1-9]\d{0,5}) /.exec(latin1.decode(bytes.subarray(at, at + 7)))?.[1];
  if (digits === undefined) throw damagedArchive("a pax record has no length");
  return Number(digits);
}
