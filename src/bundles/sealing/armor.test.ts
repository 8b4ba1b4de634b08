import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import { test } from "node:test";
import { armor } from "age-encryption";
import fc from "../../../test/support/property.ts";
import { decodeArmor } from "./armor.ts";

async function decode(text: string, step = 1 << 20): Promise<Buffer> {
  async function* pieces(): AsyncGenerator<Uint8Array> {
    const bytes = Buffer.from(text, "latin1");
    for (let at = 0; at < bytes.length; at += step) yield bytes.subarray(at, at + step);
  }
  return Buffer.concat(await Array.fromAsync(decodeArmor(pieces())));
}

test("decodeArmor() reads what the library writes, in pieces of any size", async () => {
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 500 });
  await fc.assert(
    fc.asyncProperty(bytes, fc.integer({ min: 1, max: 200 }), async (content, step) => {
      assert.ok((await decode(armor.encode(content), step)).equals(content));
    }),
  );
});

test("decodeArmor() allows CRLF and white space around", async () => {
  const bytes = randomBytes(100);
  const text = armor.encode(bytes);
  assert.ok((await decode(`\n \n${text.replaceAll("\n", "\r\n")}\r\n\t\n`)).equals(bytes));
  assert.ok((await decode(text.trimEnd())).equals(bytes));
});

test("decodeArmor() refuses everything irregular with E_ARCHIVE", async () => {
  const text = armor.encode(randomBytes(100));
  const lines = text.split("\n");
  const bad = [
    text.slice(0, -3),
    lines.slice(0, 3).join("\n"),
    `x${text}`,
    `${text}x`,
    `${text}${text}`,
    `${text}${" ".repeat(2000)}`,
    text.replace(`${lines[1]}\n`, `${lines[1]}\n\n`),
    text.replace(lines[1] ?? "", (lines[1] ?? "").slice(4)),
    text.replace(lines[1] ?? "", `${lines[1]}AAAA`),
    text.replace(lines[1] ?? "", `!${lines[1]?.slice(1)}`),
    text.replace(lines[1] ?? "", ` ${lines[1]}`),
    "A".repeat(5000),
    "",
  ];
  for (const each of bad) await assert.rejects(decode(each), { code: "E_ARCHIVE" }, each);
});
