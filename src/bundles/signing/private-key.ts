import { createPrivateKey, createPublicKey, type KeyObject } from "node:crypto";
import { decodeArmor } from "./armor.ts";
import { readWire, WireFault, type WireReader } from "./wire.ts";

const MAGIC = Buffer.from("openssh-key-v1\0");
const ED25519 = "ssh-ed25519";
/** What stands before the 32 bytes of an Ed25519 seed in PKCS #8 (RFC 8410). */
const PKCS8_PREFIX = Buffer.from("302e020100300506032b657004220420", "hex");

/** A key file, as far as this process can use it. */
export type PrivateKey =
  | { readonly kind: "ed25519"; readonly key: KeyObject; readonly publicKey: Uint8Array }
  /** A key that only OpenSSH's own programs can use, and why. */
  | { readonly kind: "elsewhere"; readonly why: string }
  /** No key to sign with, and what to do instead. */
  | { readonly kind: "none"; readonly state: string; readonly cure: string };

/** Reads a key file without ever quoting it; a damaged one is a `WireFault`. */
export function readPrivateKey(text: string): PrivateKey {
  const start = text.trimStart().slice(0, 200);
  if (start.startsWith("-----BEGIN OPENSSH PRIVATE KEY-----")) return readOpenssh(text);
  if (/^-----BEGIN ([A-Z]{2,9} )?PRIVATE KEY-----/.test(start)) {
    return { kind: "elsewhere", why: "it is in PEM form" };
  }
  if (/^(ssh|ecdsa|sk)-[a-z0-9@.-]+ AAAA/.test(start)) {
    return { kind: "elsewhere", why: "it is the public half, the private one being in an agent" };
  }
  if (start.startsWith("PuTTY-User-Key-File-")) {
    const cure = "export it in OpenSSH form with puttygen";
    return { kind: "none", state: "it is a PuTTY key", cure };
  }
  if (/AGE-SECRET-KEY-|^# created: /.test(start)) {
    const cure = "sign with an SSH key, such as ssh-keygen -t ed25519 makes";
    return { kind: "none", state: "it is an age identity, which opens and does not sign", cure };
  }
  const cure = "name a private key in OpenSSH form, such as ssh-keygen -t ed25519 makes";
  return { kind: "none", state: "it is not a private key", cure };
}

function readOpenssh(text: string): PrivateKey {
  const reader = readWire(decodeArmor(text, "OPENSSH PRIVATE KEY"));
  if (!MAGIC.equals(reader.bytes(MAGIC.length))) throw new WireFault("it is not an OpenSSH key");
  const cipher = reader.name();
  reader.name(); // The derivation's name and options matter only to who unlocks the key.
  reader.string();
  if (reader.uint32() !== 1) throw new WireFault("it does not hold exactly one key");
  const publicKey = reader.string();
  const type = readWire(publicKey).name();
  if (cipher !== "none") return { kind: "elsewhere", why: "it is locked by a passphrase" };
  if (type !== ED25519) return { kind: "elsewhere", why: `it is of type "${type}"` };
  const secret = readWire(reader.string());
  reader.end();
  const key = readEd25519(secret);
  if (!rawPublic(key).equals(readEd25519Public(publicKey))) {
    throw new WireFault("its public and private halves do not belong together");
  }
  return { kind: "ed25519", key, publicKey };
}

function readEd25519(secret: WireReader): KeyObject {
  const check = secret.uint32();
  if (secret.uint32() !== check) throw new WireFault("its check numbers differ");
  if (secret.name() !== ED25519) throw new WireFault("its two halves are of different types");
  secret.string();
  const pair = secret.string();
  if (pair.length !== 64) throw new WireFault("its private half has a wrong length");
  return createPrivateKey({
    key: Buffer.concat([PKCS8_PREFIX, pair.subarray(0, 32)]),
    format: "der",
    type: "pkcs8",
  });
}

function readEd25519Public(blob: Uint8Array): Uint8Array {
  const reader = readWire(blob);
  reader.name();
  const point = reader.string();
  reader.end();
  return point;
}

function rawPublic(key: KeyObject): Buffer {
  return Buffer.from(createPublicKey(key).export({ format: "jwk" }).x ?? "", "base64url");
}
