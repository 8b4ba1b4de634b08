import { append, type Fault, remove } from "./conformance-case.ts";

/** Where these formats say what they are. */
export const MANIFEST = "manifest.json";
/** Where they keep their entries. */
export const SNAPSHOT = "snapshot.json";

/** Faults that every format with a manifest and a snapshot must find. */
export const stateFaults: readonly Fault[] = [
  { name: "no snapshot", codes: ["E_MISSING_FILE"], change: remove(SNAPSHOT) },
  {
    name: "snapshot cut off",
    codes: ["E_JSON"],
    change: (files) => {
      files[SNAPSHOT] = String(files[SNAPSHOT]).slice(0, 60);
    },
  },
  {
    name: "bytes that are not UTF-8",
    codes: ["E_UTF8"],
    change: (files) => {
      files[SNAPSHOT] = Buffer.concat([Buffer.from(String(files[SNAPSHOT])), Uint8Array.of(0xff)]);
    },
  },
  {
    name: "byte-order mark",
    codes: ["E_UTF8"],
    change: (files) => {
      files[SNAPSHOT] = `\ufeff${files[SNAPSHOT]}`;
    },
  },
  {
    name: "a file of nobody",
    codes: [],
    verdict: "valid",
    change: append("extra.txt", "carried along"),
  },
];
