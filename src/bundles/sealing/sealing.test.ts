import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import * as age from "age-encryption";
import fc from "../../../test/support/property.ts";
import { createKey } from "../../../test/support/ssh-keys.ts";
import { parseIdentities } from "./identities.ts";
import { openStream } from "./open.ts";
import { sealStream } from "./seal.ts";

const CHUNK = 64 * 1024;
const identity = await age.generateX25519Identity();
const recipient = await age.identityToRecipient(identity);
const stranger = await age.generateX25519Identity();

async function* once(...chunks: Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* chunks;
}

async function collect(from: AsyncIterable<Uint8Array>): Promise<Buffer> {
  return Buffer.concat(await Array.fromAsync(from));
}

function seal(bytes: Uint8Array, to: readonly string[] = [recipient]): Promise<Buffer> {
  return collect(sealStream(once(bytes), to));
}

function open(bytes: Uint8Array, with_: readonly string[] = [identity]): Promise<Buffer> {
  return collect(openStream(once(bytes), with_));
}

test("openStream() gives back what sealStream() was given, around the borders of chunks", async () => {
  for (const base of [0, CHUNK, 2 * CHUNK]) {
    for (const size of [base - 1, base, base + 1].filter((each) => each >= 0)) {
      const bytes = randomBytes(size);
      assert.ok(bytes.equals(await open(await seal(bytes))), `${size} bytes`);
    }
  }
});

test("openStream() gives back what sealStream() was given, however both are cut into pieces", async () => {
  const pieces = fc.array(fc.uint8Array({ maxLength: 3000 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(pieces, fc.integer({ min: 1, max: 5000 }), async (chunks, step) => {
      const sealed = await collect(sealStream(once(...chunks), [recipient]));
      const cut: Uint8Array[] = [];
      for (let at = 0; at < sealed.length; at += step) cut.push(sealed.subarray(at, at + step));
      const opened = await collect(openStream(once(...cut), [identity]));
      assert.ok(Buffer.concat(chunks).equals(opened));
    }),
    { numRuns: 60 },
  );
});

test("sealed for an SSH key, only that key opens it", async () => {
  const bytes = randomBytes(1000);
  const mine = createKey();
  const sealed = await seal(bytes, [`${mine.publicText} mira@orchard.example`]);
  const open = (text: string) =>
    collect(openStream(once(sealed), parseIdentities(text, "id_ed25519")));
  assert.ok(bytes.equals(await open(mine.text)));
  await assert.rejects(open(createKey().text), { code: "E_KEY" });
  await assert.rejects(seal(bytes, ["ssh-rsa AAAAB3NzaC1yc2EAAAADAQABAAAAgQ== mira"]), {
    code: "E_KEY",
    message: /only those of type ssh-ed25519/,
  });
  await assert.rejects(async () => open(createKey({ cipher: "aes256-ctr" }).text), {
    code: "E_KEY",
    message: /protected by a passphrase/,
  });
});

test("sealStream() seals to several recipients, each of whom can open", async () => {
  const bytes = randomBytes(1000);
  const sealed = await seal(bytes, [recipient, await age.identityToRecipient(stranger), recipient]);
  assert.ok(bytes.equals(await open(sealed, [identity])));
  assert.ok(bytes.equals(await open(sealed, [stranger])));
  assert.equal(sealed.toString("latin1").split("-> X25519").length - 1, 2);
});

test("sealStream() and openStream() know post-quantum keys, a hundred of them too", async () => {
  const bytes = randomBytes(300_000);
  const secrets = await Promise.all(
    Array.from({ length: 100 }, () => age.generateHybridIdentity()),
  );
  const recipients = await Promise.all(secrets.map(age.identityToRecipient));
  const sealed = await seal(bytes, recipients);
  assert.ok(bytes.equals(await open(sealed, secrets.slice(-1))));
});

test("sealStream() refuses what it cannot seal to, and never quotes a secret", async () => {
  const hybrid = await age.identityToRecipient(await age.generateHybridIdentity());
  const lists = [
    [],
    [""],
    ["nobody"],
    ["ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIA== ann"],
    ["age1yubikey1qwerty"],
    [identity],
    [recipient.slice(0, -1)],
    [`${recipient.slice(0, -1)}${recipient.endsWith("q") ? "p" : "q"}`],
    [recipient, hybrid],
    [recipient, "nobody"],
  ];
  for (const to of lists) {
    await assert.rejects(seal(Buffer.from("x"), to), (error: Error & { code?: string }) => {
      assert.equal(error.code, "E_KEY", to.join());
      assert.ok(!JSON.stringify([error.message, String(error.cause)]).includes(identity));
      return true;
    });
  }
  const many = Array.from({ length: 101 }, (_, at) => `age1${at}`);
  await assert.rejects(seal(Buffer.from("x"), many), { code: "E_LIMIT" });
});

test("openStream() refuses a wrong identity, none at all, and a misspelled one", async () => {
  const sealed = await seal(Buffer.from("x"));
  const wrong = `${identity.slice(0, -1)}${identity.endsWith("Q") ? "P" : "Q"}`;
  for (const identities of [[stranger], [], [wrong], ["hello"], [recipient]]) {
    await assert.rejects(open(sealed, identities), (error: Error & { code?: string }) => {
      assert.equal(error.code, "E_KEY");
      assert.ok(!`${error.message} ${error.cause}`.includes(wrong));
      return true;
    });
  }
  assert.equal((await open(sealed, [stranger, identity])).toString(), "x");
});

test("openStream() says that a passphrase is needed", async () => {
  const encrypter = new age.Encrypter();
  encrypter.setPassphrase("invented");
  encrypter.setScryptWorkFactor(2);
  const sealed = await encrypter.encrypt("x");
  await assert.rejects(open(sealed), { code: "E_KEY" });
});

test("openStream() notices a cut anywhere, at the borders of chunks above all", async () => {
  const sealed = await seal(randomBytes(2 * CHUNK + 100));
  const header = sealed.indexOf("\n--- ") + 1;
  const payload = sealed.indexOf("\n", header) + 1 + 16;
  const sealedChunk = CHUNK + 16;
  const cuts = [payload - 16, payload, payload + sealedChunk, payload + 2 * sealedChunk].flatMap(
    (at) => [at - 1, at, at + 1, at + 16],
  );
  for (const cut of [
    ...cuts,
    ...Array.from({ length: 30 }, (_, at) => at * 7),
    sealed.length - 1,
  ]) {
    await assert.rejects(open(sealed.subarray(0, cut)), { code: "E_ARCHIVE" }, `cut at ${cut}`);
  }
  await assert.rejects(open(Buffer.concat([sealed, Buffer.of(0)])), { code: "E_ARCHIVE" });
});

test("openStream() answers every flipped byte with a code", async () => {
  const sealed = await seal(Buffer.from("some content"));
  for (let at = 0; at < sealed.length; at++) {
    const copy = Buffer.from(sealed);
    copy[at] = (copy[at] ?? 0) ^ 0x01;
    await assert.rejects(open(copy), (error: Error & { code?: string }) => {
      assert.match(error.code ?? error.stack ?? "", /^E_(ARCHIVE|KEY|VERSION)$/);
      return true;
    });
  }
});

test("openStream() refuses other files and other versions", async () => {
  await assert.rejects(open(Buffer.of(0x1f, 0x8b, 8, 0)), { code: "E_ARCHIVE" });
  await assert.rejects(open(Buffer.alloc(0)), { code: "E_ARCHIVE" });
  await assert.rejects(open(Buffer.alloc(5000, " ")), { code: "E_ARCHIVE" });
  await assert.rejects(open(Buffer.from("age-encryption.org/v1\r\n")), { code: "E_ARCHIVE" });
  await assert.rejects(open(Buffer.from("age-encryption.org/v2\n-> x\n")), { code: "E_VERSION" });
});

test("openStream() gives up on a header without end", async () => {
  async function* endless(first: string, more: string): AsyncGenerator<Uint8Array> {
    yield Buffer.from(`age-encryption.org/v1\n${first}`);
    for (;;) yield Buffer.from(more.repeat(1000));
  }
  const line = `${"A".repeat(64)}\n`;
  for (const more of ["A", line, "-> x\n\n"]) {
    const input = endless(more === line ? "-> x y\n" : "", more);
    await assert.rejects(collect(openStream(input, [identity])), { code: "E_LIMIT" });
  }
});

test("openStream() and sealStream() pass on faults of the input as they are, and let go of it", async () => {
  const fault = new Error("disk on fire");
  const sealed = await seal(randomBytes(3 * CHUNK));
  let closed = 0;
  async function* burning(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
    try {
      yield bytes;
      throw fault;
    } finally {
      closed++;
    }
  }
  await assert.rejects(collect(sealStream(burning(sealed), [recipient])), fault);
  await assert.rejects(collect(openStream(burning(sealed.subarray(0, 10)), [identity])), fault);
  await assert.rejects(collect(openStream(burning(sealed.subarray(0, 90_000)), [identity])), fault);
  await assert.rejects(collect(openStream(burning(sealed), [stranger])), { code: "E_KEY" });
  assert.equal(closed, 4);
  for await (const _ of openStream(burning(sealed), [identity])) break;
  for await (const _ of sealStream(burning(sealed), [recipient])) break;
  assert.equal(closed, 6);
});

test("sealStream() and openStream() hold only a part of a large input", async () => {
  const size = 32 * 1024 * 1024;
  const block = randomBytes(1024 * 1024);
  let ahead = 0;
  let most = 0;
  async function* large(): AsyncGenerator<Uint8Array> {
    for (let sent = 0; sent < size; sent += block.length) {
      ahead += block.length;
      most = Math.max(most, ahead);
      yield block;
    }
  }
  let total = 0;
  for await (const chunk of openStream(sealStream(large(), [recipient]), [identity])) {
    total += chunk.length;
    ahead -= chunk.length;
  }
  assert.equal(total, size);
  assert.ok(most < 4 * 1024 * 1024, `${most} bytes were on their way`);
});
