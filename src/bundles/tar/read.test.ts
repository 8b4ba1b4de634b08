import assert from "node:assert/strict";
import { test } from "node:test";
import { paxRecord } from "./pax.ts";
import { createQuota } from "./quota.ts";
import { readTar, type TarMember } from "./read.ts";

const limits = { members: 100, unpackedBytes: 10_000_000, ratio: 100 };
const END = Buffer.alloc(1024);

interface RawHeader {
  readonly name: string | Uint8Array;
  readonly type?: string;
  readonly content?: string | Uint8Array;
  readonly mode?: number;
  readonly magic?: string;
  readonly prefix?: string;
  readonly size?: number;
}

/** A member exactly as asked for, however wrong. */
function raw({ name, type = "0", content = "", ...rest }: RawHeader): Buffer {
  const body = Buffer.from(content as Uint8Array);
  const block = Buffer.alloc(512);
  const octal = (value: number, digits: number) => value.toString(8).padStart(digits, "0");
  block.set(Buffer.from(name as Uint8Array), 0);
  block.write(octal(rest.mode ?? 0o644, 7), 100);
  block.write(octal(rest.size ?? body.length, 11), 124);
  block.write(`        ${type}`, 148);
  block.write(rest.magic ?? "ustar\u000000", 257);
  block.write(rest.prefix ?? "", 345);
  const sum = block.reduce((total, byte) => total + byte, 0);
  block.write(`${octal(sum, 6)}\0 `, 148);
  return Buffer.concat([block, body, Buffer.alloc((512 - (body.length % 512)) % 512)]);
}

const pax = (records: Readonly<Record<string, string>>, type = "x") =>
  raw({
    name: "pax",
    type,
    content: Buffer.concat(Object.entries(records).map(([key, value]) => paxRecord(key, value))),
  });

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

type Seen = Pick<TarMember, "path" | "kind" | "mode"> & { content: string };

async function read(parts: readonly Buffer[], piece = 700): Promise<Seen[]> {
  const seen: Seen[] = [];
  const packed = () => Number.POSITIVE_INFINITY;
  const chunks = inPieces(Buffer.concat(parts), piece);
  for await (const member of readTar(chunks, createQuota(limits, packed))) {
    const content = Buffer.concat(await Array.fromAsync(member.read())).toString();
    seen.push({ path: member.path, kind: member.kind, mode: member.mode, content });
  }
  return seen;
}

const refuses = async (code: string, ...parts: readonly Buffer[]) =>
  assert.rejects(read([...parts, END]), { name: "HoldallError", code });

test("readTar() gives files and folders whatever the pieces are", async () => {
  const parts = [
    raw({ name: "a/", type: "5" }),
    raw({ name: "a/x", content: "one".repeat(500), mode: 0o755 }),
    raw({ name: "y", type: "\0", content: "two" }),
    END,
  ];
  const expected = [
    { path: "a", kind: "folder", mode: 0o755, content: "" },
    { path: "a/x", kind: "file", mode: 0o755, content: "one".repeat(500) },
    { path: "y", kind: "file", mode: 0o644, content: "two" },
  ];
  for (const piece of [1, 511, 512, 513, 100_000]) {
    assert.deepEqual(await read(parts, piece), expected);
  }
});

test("readTar() goes on when a member's bytes were not asked for", async () => {
  const tar = Buffer.concat([
    raw({ name: "a", content: "x".repeat(2000) }),
    raw({ name: "b" }),
    END,
  ]);
  const paths: string[] = [];
  for await (const { path } of readTar(
    inPieces(tar, 600),
    createQuota(limits, () => 1e9),
  )) {
    paths.push(path);
  }
  assert.deepEqual(paths, ["a", "b"]);
});

test("readTar() takes names from prefix, pax and GNU headers", async () => {
  const long = `${"d".repeat(120)}/${"n".repeat(200)}`;
  const gnu = "ustar  \0";
  const names = await read([
    raw({ name: "name", prefix: "some/prefix" }),
    pax({ path: "über/größe", mtime: "1.5", comment: "kept out" }),
    raw({ name: "ber", content: "x" }),
    raw({ name: "././@LongLink", type: "L", content: `${long}\0`, magic: gnu }),
    raw({ name: long.slice(0, 100), magic: gnu, prefix: "not a prefix" }),
    END,
  ]);
  assert.deepEqual(
    names.map(({ path }) => path),
    ["some/prefix/name", "über/größe", long],
  );
});

test("readTar() takes the size from a pax record", async () => {
  const content = Buffer.concat([Buffer.from("hello"), Buffer.alloc(507)]);
  const [member] = await read([
    pax({ size: "5" }),
    raw({ name: "a", size: 0 }).subarray(0, 512),
    content,
    END,
  ]);
  assert.equal(member?.content, "hello");
  await refuses("E_ARCHIVE", pax({ size: "-5" }), raw({ name: "a" }));
  await refuses("E_LIMIT", pax({ size: "999999999999999" }), raw({ name: "a" }));
});

test("readTar() takes what other programs put at the front: a comment of git, a dot folder", async () => {
  const members = await read([
    pax({ comment: "0123" }, "g"),
    raw({ name: "./", type: "5" }),
    raw({ name: "./a", content: "x" }),
    END,
  ]);
  assert.deepEqual(
    members.map(({ path }) => path),
    ["a"],
  );
});

test("readTar() refuses names that leave the folder or cannot be carried everywhere", async () => {
  const names = [
    "",
    "../x",
    "a/../../x",
    "/abs",
    "C:/x",
    "c:x",
    "a\\b",
    "..\\x",
    "a//b",
    ".",
    "./../x",
    "./",
    "a/",
    "./.",
    ".//a",
  ];
  for (const name of names) await refuses("E_ARCHIVE_PATH", raw({ name }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "../", type: "5" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "/", type: "5" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: Buffer.from([0x61, 0xff]) }));
  await refuses("E_ARCHIVE_PATH", pax({ path: "../x" }), raw({ name: "a" }));
  await refuses("E_ARCHIVE_PATH", pax({ path: "" }), raw({ name: "a" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "x", prefix: ".." }));
});

test("readTar() refuses a name with something behind a NUL", async () => {
  await refuses("E_ARCHIVE_PATH", raw({ name: "a\0b" }));
  await refuses("E_ARCHIVE_PATH", pax({ path: "a\0b" }), raw({ name: "a" }));
  await refuses(
    "E_ARCHIVE_PATH",
    raw({ name: "l", type: "L", content: "a\0b\0" }),
    raw({ name: "a" }),
  );
});

test("readTar() refuses names that collide", async () => {
  await refuses("E_ARCHIVE_PATH", raw({ name: "a" }), raw({ name: "a" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "a" }), raw({ name: "./a" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "d/a" }), raw({ name: "D/b" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "é" }), raw({ name: "e\u0301" }));
  await refuses("E_ARCHIVE_PATH", raw({ name: "a" }), raw({ name: "a/b" }));
});

test("readTar() refuses every type that a bundle never holds", async () => {
  for (const type of ["1", "2", "3", "4", "6", "7", "S", "D", "M", "V", "A", "\u00e9"]) {
    await refuses("E_ARCHIVE_TYPE", raw({ name: "x", type }));
  }
  await refuses("E_ARCHIVE_TYPE", pax({ "GNU.sparse.major": "1" }), raw({ name: "x" }));
  await refuses(
    "E_ARCHIVE_TYPE",
    raw({ name: "k", type: "K", content: "t\0" }),
    raw({ name: "x", type: "2" }),
  );
});

test("readTar() refuses headers that contradict themselves or belong to nothing", async () => {
  await refuses("E_ARCHIVE", pax({ path: "a" }));
  await refuses("E_ARCHIVE", pax({ path: "a" }), pax({ path: "b" }), raw({ name: "x" }));
  const long = raw({ name: "l", type: "L", content: "a\0" });
  await refuses("E_ARCHIVE", long, long, raw({ name: "x" }));
  await refuses("E_ARCHIVE", pax({ path: "everyone" }, "g"), raw({ name: "x" }));
  await refuses("E_ARCHIVE", raw({ name: "d/", type: "5", content: "x" }));
  await refuses("E_ARCHIVE", raw({ name: "x", magic: "" }));
});

test("readTar() refuses too many members, folders, bytes and too large headers", async () => {
  const many = (count: number) =>
    Array.from({ length: count }, (_, index) => raw({ name: `f${index}` }));
  assert.equal((await read([...many(100), END])).length, 100);
  await refuses("E_LIMIT", ...many(101));
  const deep = ["a", "b", "c"].map((top) => raw({ name: `${`${top}/`.repeat(40)}x` }));
  await refuses("E_LIMIT", ...deep);
  await refuses("E_LIMIT", raw({ name: "a", size: 10_000_001 }));
  await refuses("E_LIMIT", raw({ name: "p", type: "x", size: 64 * 1024 + 1 }));
  await refuses("E_LIMIT", raw({ name: "l", type: "L", size: 64 * 1024 + 1 }));
  await refuses("E_LIMIT", ...Array.from({ length: 101 }, () => pax({ comment: "x" }, "g")));
});

test("readTar() refuses an archive that ends early or goes on after its end", async () => {
  const member = raw({ name: "a", content: "x".repeat(600) });
  const fails = (...parts: readonly Buffer[]) => assert.rejects(read(parts), { code: "E_ARCHIVE" });
  await fails();
  await fails(member);
  await fails(member, END.subarray(512));
  await fails(member, END.subarray(1));
  await fails(member, END.subarray(512), member, END);
  await fails(member, END, member, END);
  await fails(member, END, Buffer.alloc(2 * 1024 * 1024));
  for (const length of [0, 1, 511, 512, 513, 1024, 1100]) await fails(member.subarray(0, length));
  assert.equal((await read([member, END, Buffer.alloc(8192)])).length, 1);
});

test("readTar() refuses a workspace, wherever it lies", async () => {
  for (const name of [".holdall/ledger.db", "top/.holdall/x", "top/.HOLDALL/x"]) {
    await refuses("E_PROTECTED", raw({ name, content: "x" }));
  }
  await refuses("E_PROTECTED", raw({ name: "top/.holdall/", type: "5" }));
  assert.equal((await read([raw({ name: "top/holdall.md" }), END])).length, 1);
});
