import assert from "node:assert/strict";
import { test } from "node:test";
import { createKey, type Spoiled } from "../../../test/support/ssh-keys.ts";
import { type ExternalSigner, signMessage } from "./sign.ts";
import { verifySignature } from "./verify.ts";

const message = new TextEncoder().encode("sums of some files\n");
const now = new Date("2025-06-01T00:00:00Z");

function sign(text: string, run?: ExternalSigner): Promise<string> {
  const key = { text, path: "key" };
  return signMessage(run ? { message, key, run } : { message, key });
}

test("signMessage() makes a signature that verifySignature() accepts, the same one each time", async () => {
  const key = createKey();
  const armored = await sign(key.text);
  assert.equal(await sign(key.text), armored);
  const check = verifySignature({ message, armored, now });
  assert.equal(check.ok, true);
  assert.equal(check.keyType, "ssh-ed25519");
  assert.match(check.fingerprint ?? "", /^SHA256:[A-Za-z0-9+/]{43}$/);
});

test("signMessage() reads a key file with CRLF line ends", async () => {
  const armored = await sign(createKey().text.replaceAll("\n", "\r\n"));
  assert.equal(verifySignature({ message, armored, now }).ok, true);
});

const damaged: Readonly<Record<string, Spoiled>> = {
  "whose check numbers differ": { secondCheck: 8 },
  "whose halves do not belong together": { publicHalf: new Uint8Array(32) },
  "that holds two keys": { keys: 2 },
};
for (const [name, spoiled] of Object.entries(damaged)) {
  test(`signMessage() refuses a key ${name}`, async () => {
    await assert.rejects(sign(createKey(spoiled).text), { code: "E_KEY" });
  });
}

test("signMessage() refuses every cut of a key file with E_KEY", async () => {
  const { text } = createKey();
  for (let length = 0; length < text.trimEnd().length; length += 5) {
    await assert.rejects(sign(text.slice(0, length)), { code: "E_KEY" });
  }
});

test("signMessage() refuses files that are no signing keys, and never quotes them", async () => {
  for (const text of [
    "",
    "hello",
    "AGE-SECRET-KEY-1SECRET",
    "PuTTY-User-Key-File-3: ssh-ed25519\nSECRET",
    "\0\0SECRET",
  ]) {
    await assert.rejects(sign(text), (error: Error & { code?: string; cure?: string }) => {
      assert.equal(error.code, "E_KEY");
      assert.ok(error.cure);
      assert.ok(!`${error.message} ${error.cure}`.includes("SECRET\n"));
      assert.ok(!error.message.includes("1SECRET"));
      return true;
    });
  }
});

test("signMessage() hands a locked key, a PEM key and a public key to the other program", async () => {
  const good = await sign(createKey().text);
  const others = [
    createKey({ cipher: "aes256-ctr" }).text,
    "-----BEGIN RSA PRIVATE KEY-----\n",
    "-----BEGIN ENCRYPTED PRIVATE KEY-----\n",
    createKey().publicText,
  ];
  for (const text of others) {
    await assert.rejects(sign(text), { code: "E_KEY" });
    const asked: string[] = [];
    const run: ExternalSigner = async ({ keyPath, namespace }) => {
      asked.push(keyPath, namespace);
      return good;
    };
    assert.equal(await sign(text, run), good);
    assert.deepEqual(asked, ["key", "holdall"]);
  }
});

test("signMessage() does not pass on what the other program made when it does not hold", async () => {
  const locked = createKey({ cipher: "aes256-ctr" }).text;
  await assert.rejects(
    sign(locked, async () => "nonsense"),
    { code: "E_KEY" },
  );
});
