/**
 * Public keys in the SSH wire format, converted to Node's key objects by way of JWK. Each type
 * accepts exactly its own signature algorithm: otherwise an attacker could choose a weaker one.
 */

import { createHash, createPublicKey, type JsonWebKey, type KeyObject, verify } from "node:crypto";
import { formatNumber } from "../../base/text/format-count.ts";
import { readWire, WireError, type WireReader, wireString } from "./wire.ts";

/** A public key that can verify signatures. */
export interface PublicKey {
  readonly type: string;
  /** Whether an SSH signature over these bytes was made with this key; a malformed one is a `WireError`. */
  verify(signature: Uint8Array, signed: Uint8Array): boolean;
}

/** Verifies one signature; the reader is positioned after the name of the algorithm. */
type Check = (algorithm: string, signature: WireReader, signed: Uint8Array) => boolean;

/** How the rest of a public key is parsed, by type. */
const kinds: ReadonlyMap<string, (key: WireReader) => Check> = new Map([
  ["ssh-ed25519", readEd25519],
  ["ssh-rsa", readRsa],
  ["ecdsa-sha2-nistp256", (key) => readEcdsa(key, "nistp256")],
  ["ecdsa-sha2-nistp384", (key) => readEcdsa(key, "nistp384")],
  ["ecdsa-sha2-nistp521", (key) => readEcdsa(key, "nistp521")],
  ["sk-ssh-ed25519@openssh.com", (key) => withDevice(key, readEd25519)],
  ["sk-ecdsa-sha2-nistp256@openssh.com", (key) => withDevice(key, readDeviceEcdsa)],
]);

const curves = {
  nistp256: { name: "P-256", size: 32, hash: "sha256" },
  nistp384: { name: "P-384", size: 48, hash: "sha384" },
  nistp521: { name: "P-521", size: 66, hash: "sha512" },
} as const;

const RSA_BITS = { min: 1024, max: 16_384 };
const rsaHashes: ReadonlyMap<string, string> = new Map([
  ["rsa-sha2-256", "sha256"],
  ["rsa-sha2-512", "sha512"],
]);

/** The type of a key, which is the first field of its bytes. */
export function keyTypeOf(blob: Uint8Array): string {
  return readWire(blob).name();
}

/** The fingerprint of a key as OpenSSH prints it. */
export function fingerprintOf(blob: Uint8Array): string {
  return `SHA256:${createHash("sha256").update(blob).digest("base64").replaceAll("=", "")}`;
}

/** Parses a public key in SSH format; an unsupported type is a `WireError` as well. */
export function readPublicKey(blob: Uint8Array): PublicKey {
  const reader = readWire(blob);
  const type = reader.name();
  const read = kinds.get(type);
  if (!read) throw new WireError(`keys of type "${type}" are not supported`);
  const check = read(reader);
  reader.end();
  return {
    type,
    verify: (bytes, signed) => {
      const signature = readWire(bytes);
      const algorithm = signature.name();
      // RSA names its hash in the algorithm; "ssh-rsa" itself would mean SHA-1, which is refused.
      const isAllowed = type === "ssh-rsa" ? rsaHashes.has(algorithm) : algorithm === type;
      if (!isAllowed)
        throw new WireError(`a key of type "${type}" must not sign with "${algorithm}"`);
      const good = check(algorithm, signature, signed);
      signature.end();
      return good;
    },
  };
}

function readEd25519(key: WireReader): Check {
  const point = key.string();
  if (point.length !== 32) throw new WireError("its Ed25519 key has the wrong length");
  const publicKey = keyFrom({ kty: "OKP", crv: "Ed25519", x: base64url(point) });
  return (_algorithm, signature, signed) => verify(null, signed, publicKey, signature.string());
}

/** Some signers omit leading zeros of a signature; Node expects the full length of the modulus. */
function readRsa(key: WireReader): Check {
  const exponent = key.integer();
  const modulus = key.integer();
  const bits = modulus.length * 8 - Math.clz32(modulus[0] ?? 0) + 24;
  if (bits < RSA_BITS.min || bits > RSA_BITS.max) {
    throw new WireError(`its RSA key has ${formatNumber(bits)} bits, which is not supported`);
  }
  const publicKey = keyFrom({ kty: "RSA", n: base64url(modulus), e: base64url(exponent) });
  return (algorithm, signature, signed) => {
    const padded = padLeft(signature.string(), modulus.length);
    return verify(rsaHashes.get(algorithm), signed, publicKey, padded);
  };
}

function readEcdsa(key: WireReader, curve: keyof typeof curves): Check {
  const { name, size, hash } = curves[curve];
  if (key.name() !== curve) throw new WireError("the curve of its key does not match the key type");
  const point = key.string();
  if (point.length !== 1 + 2 * size || point[0] !== 4) {
    throw new WireError("the point of its key is not in uncompressed form");
  }
  const x = point.subarray(1, 1 + size);
  const y = point.subarray(1 + size);
  const publicKey = keyFrom({ kty: "EC", crv: name, x: base64url(x), y: base64url(y) });
  return (_algorithm, signature, signed) => {
    const pair = readWire(signature.string());
    const both = [padLeft(pair.integer(), size), padLeft(pair.integer(), size)];
    pair.end();
    const encoded = Buffer.concat(both);
    return verify(hash, signed, { key: publicKey, dsaEncoding: "ieee-p1363" }, encoded);
  };
}

function readDeviceEcdsa(key: WireReader): Check {
  return readEcdsa(key, "nistp256");
}

/** A key on a security device (FIDO) signs the hash together with its application, flags and counter. */
function withDevice(key: WireReader, read: (key: WireReader) => Check): Check {
  const inner = read(key);
  const application = createHash("sha256").update(key.string()).digest();
  return (algorithm, signature, signed) => {
    const innerBytes = signature.string();
    const state = signature.bytes(5);
    const message = createHash("sha256").update(signed).digest();
    const innerSignature = readWire(wireString(innerBytes));
    return inner(algorithm, innerSignature, Buffer.concat([application, state, message]));
  };
}

function keyFrom(key: JsonWebKey): KeyObject {
  try {
    return createPublicKey({ format: "jwk", key });
  } catch {
    throw new WireError("its key is not valid");
  }
}

function padLeft(bytes: Uint8Array, size: number): Uint8Array {
  if (bytes.length > size) throw new WireError("a number in it is too large");
  return Buffer.concat([Buffer.alloc(size - bytes.length), bytes]);
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString("base64url");
}
