import assert from "node:assert/strict";
import { generateKeyPairSync, sign as signRaw } from "node:crypto";
import { test } from "node:test";
import fc from "../../../test/support/property.ts";
import { createKey } from "../../../test/support/ssh-keys.ts";
import { encodeArmor } from "./armor.ts";
import { signMessage } from "./sign.ts";
import { decodeSignature, encodeSignature, type SshSignature, signedBytes } from "./sshsig.ts";
import { verifySignature } from "./verify.ts";
import { wireString, wireUint32 } from "./wire.ts";

const message = new TextEncoder().encode("sums of some files\n");
const now = new Date("2025-06-01T00:00:00Z");
const key = createKey();
const armored = await signMessage({ message, key: { text: key.text, path: "key" } });

function check(text: string, allowedSigners?: string) {
  return verifySignature({ message, armored: text, allowedSigners, now });
}

function changed(parts: Partial<SshSignature>): string {
  return encodeSignature({ ...decodeSignature(armored), ...parts });
}

test("verifySignature() refuses a signature of another message", () => {
  const other = verifySignature({ message: Buffer.from("x"), armored, now });
  assert.equal(other.ok, false);
  assert.equal(other.keyType, "ssh-ed25519");
});

test("verifySignature() refuses another namespace, even when it is rightly signed", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const point = Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url");
  const create = (namespace: string) =>
    encodeSignature({
      publicKey: Buffer.concat([wireString("ssh-ed25519"), wireString(point)]),
      namespace,
      hash: "sha256",
      signature: Buffer.concat([
        wireString("ssh-ed25519"),
        wireString(signRaw(null, signedBytes(namespace, "sha256", message), privateKey)),
      ]),
    });
  assert.equal(check(create("git")).ok, false);
  assert.match(check(create("git")).reason ?? "", /"git"/);
  assert.equal(check(create("holdall")).ok, true);
});

test("verifySignature() refuses SHA-1, both as the hash and inside RSA", () => {
  const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
  const { n = "", e = "" } = publicKey.export({ format: "jwk" });
  const modulus = Buffer.concat([Buffer.alloc(1), Buffer.from(n, "base64url")]);
  const blob = Buffer.concat([
    wireString("ssh-rsa"),
    wireString(Buffer.from(e, "base64url")),
    wireString(modulus),
  ]);
  const create = (algorithm: string, digest: string) => {
    const raw = signRaw(digest, signedBytes("holdall", "sha512", message), privateKey);
    const signature = Buffer.concat([wireString(algorithm), wireString(raw)]);
    return encodeSignature({ publicKey: blob, namespace: "holdall", hash: "sha512", signature });
  };
  assert.equal(check(create("rsa-sha2-512", "sha512")).ok, true);
  assert.equal(check(create("rsa-sha2-256", "sha256")).ok, true);
  assert.equal(check(create("ssh-rsa", "sha1")).ok, false);
  assert.equal(check(create("rsa-sha2-512", "sha1")).ok, false);
  assert.equal(check(armored.replace("c2hhNTEy", "c2hhMDAx")).ok, false);
});

test("verifySignature() refuses a certificate and a key type that it does not know, with the reason", () => {
  for (const type of ["ssh-ed25519-cert-v01@openssh.com", "ssh-dss", "__proto__", ""]) {
    const result = check(changed({ publicKey: wireString(type) }));
    assert.equal(result.ok, false);
    assert.equal(result.keyType, type);
    assert.ok(result.reason);
  }
});

test("verifySignature() refuses a wrong magic, version, reserved part and trailing bytes", () => {
  const { publicKey, signature } = decodeSignature(armored);
  const create = (magic: string, version: number, reserved: string, tail: string) =>
    encodeArmor(
      Buffer.concat([
        Buffer.from(magic),
        wireUint32(version),
        wireString(publicKey),
        wireString("holdall"),
        wireString(reserved),
        wireString("sha512"),
        wireString(signature),
        Buffer.from(tail),
      ]),
      "SSH SIGNATURE",
    );
  assert.equal(create("SSHSIG", 1, "", ""), armored);
  assert.equal(check(create("SSHSIH", 1, "", "")).ok, false);
  assert.equal(check(create("SSHSIG", 2, "", "")).ok, false);
  assert.equal(check(create("SSHSIG", 0, "", "")).ok, false);
  assert.equal(check(create("SSHSIG", 1, "x", "")).ok, false);
  assert.equal(check(create("SSHSIG", 1, "", "x")).ok, false);
  assert.equal(check(`${armored}x`).ok, false);
  assert.equal(check(changed({ signature: Buffer.concat([signature, Buffer.of(0)]) })).ok, false);
});

test("verifySignature() says who signed when a list names the key, and refuses a key not listed", () => {
  const listed = `# people\n\nsomeone@example.com ${createKey().publicText}\nann@example.com,ann ${key.publicText} laptop\n`;
  assert.equal(check(armored, listed).principal, "ann@example.com,ann");
  const stranger = check(armored, `bob ${createKey().publicText}\n`);
  assert.equal(stranger.ok, false);
  assert.equal(stranger.principal, null);
  assert.ok(stranger.fingerprint);
  assert.equal(check(armored, "").ok, false);
  assert.equal(check(armored).ok, true);
});

test("verifySignature() gives an answer for every mutation of a signature, and never yes for other content", () => {
  const bytes = Buffer.from(armored);
  const original = JSON.stringify(decodeSignature(armored));
  const mutation = fc.record({
    at: fc.nat(bytes.length - 1),
    byte: fc.integer({ min: 0, max: 255 }),
    cut: fc.option(fc.nat(bytes.length)),
  });
  fc.assert(
    fc.property(mutation, ({ at, byte, cut }) => {
      const copy = Buffer.from(bytes);
      copy[at] = byte;
      const text = copy.subarray(0, cut ?? copy.length).toString("latin1");
      const result = check(text, `ann ${key.publicText}`);
      if (result.ok) assert.equal(JSON.stringify(decodeSignature(text)), original);
      else assert.ok(result.reason);
    }),
    { numRuns: 3000 },
  );
});

test("verifySignature() gives an answer for every mutation of the bytes inside the armor", () => {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  const point = Buffer.concat([
    Buffer.of(4),
    Buffer.from(x, "base64url"),
    Buffer.from(y, "base64url"),
  ]);
  const pair = signRaw("sha256", signedBytes("holdall", "sha512", message), {
    key: privateKey,
    dsaEncoding: "ieee-p1363",
  });
  const integer = (bytes: Uint8Array) => wireString(Buffer.concat([Buffer.alloc(1), bytes]));
  const blob = Buffer.concat([
    Buffer.from("SSHSIG"),
    wireUint32(1),
    wireString(
      Buffer.concat([wireString("ecdsa-sha2-nistp256"), wireString("nistp256"), wireString(point)]),
    ),
    wireString("holdall"),
    wireString(""),
    wireString("sha512"),
    wireString(
      Buffer.concat([
        wireString("ecdsa-sha2-nistp256"),
        wireString(Buffer.concat([integer(pair.subarray(0, 32)), integer(pair.subarray(32))])),
      ]),
    ),
  ]);
  assert.equal(check(encodeArmor(blob, "SSH SIGNATURE")).ok, true);
  for (let at = 0; at < blob.length; at++) {
    for (const flip of [0x01, 0x80, 0xff]) {
      const copy = Buffer.from(blob);
      copy[at] = (copy[at] ?? 0) ^ flip;
      assert.equal(check(encodeArmor(copy, "SSH SIGNATURE")).ok, false, `byte ${at}`);
    }
  }
});

test("verifySignature() gives an answer for any text as a signature or a list", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), (text) => {
      assert.equal(check(text).ok, false);
      assert.equal(check(armored, text).ok, false);
      assert.equal(check(armored, `ann ${text} ${key.publicText}`).reason === "", false);
    }),
  );
});
