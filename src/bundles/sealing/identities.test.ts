import assert from "node:assert/strict";
import { test } from "node:test";
import { generateHybridIdentity, generateX25519Identity } from "age-encryption";
import { parseIdentities } from "./identities.ts";

test("parseIdentities() reads several identities between comments and blank lines", async () => {
  const first = await generateX25519Identity();
  const second = await generateHybridIdentity();
  const text = `\ufeff# created: 2025-01-01T00:00:00Z\r\n# public key: age1xyz\r\n${first}\r\n\r\n  ${second}\n`;
  assert.deepEqual(parseIdentities(text, "key.txt"), [first, second]);
});

test("parseIdentities() refuses other files with E_KEY and never quotes them", () => {
  for (const text of [
    "",
    "# only a comment\n",
    "hello SECRET",
    "-----BEGIN AGE ENCRYPTED FILE-----\nSECRET\n",
    "age-encryption.org/v1\n-> scrypt SECRET",
    "-----BEGIN OPENSSH PRIVATE KEY-----\nSECRET\n",
    "AGE-PLUGIN-YUBIKEY-1SECRET",
    "age1SECRET",
    "AGE-SECRET-KEY-1lowerSECRET",
  ]) {
    assert.throws(
      () => parseIdentities(text, "key.txt"),
      (error: Error & { code?: string; cure?: string }) => {
        assert.equal(error.code, "E_KEY");
        assert.ok(error.cure);
        assert.ok(!error.message.includes("SECRET"));
        return true;
      },
    );
  }
});

test("parseIdentities() gives up on more identities than anyone has", () => {
  assert.throws(() => parseIdentities("AGE-SECRET-KEY-1A\n".repeat(101), "key.txt"), {
    code: "E_LIMIT",
  });
});
