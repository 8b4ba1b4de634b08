import { gzipSync } from "node:zlib";
import type { Code } from "../../base/codes.ts";
import { type RawMember, rawTar } from "./raw-tar.ts";

/** An archive that a careless reader would obey. */
export interface HostileArchive {
  readonly name: string;
  /** What a correct reader does. */
  readonly expect: string;
  /** `refused`: nothing is written. `masked`: it is unpacked, without its dangerous mode bits. */
  readonly verdict: "refused" | "masked";
  /** The refusal has one of these codes. */
  readonly codes: readonly Code[];
  /** Builds the bytes, on demand because one archive inflates to 50 MB. */
  bytes(): Uint8Array;
}

const BOMB_BYTES = 50_000_000;
const text = (content: string) => new TextEncoder().encode(content);

/**
 * Every hostile archive: escapes, links, devices, a set-uid file, a bomb, files that other programs act
 * upon, names that cannot be seen as they are, and something that is not an archive.
 */
export const hostileArchives: readonly HostileArchive[] = [
  refused("dotdot.tar.gz", "reject the whole archive, write nothing", "E_ARCHIVE_PATH", () => [
    { name: "../escaped.txt", content: text("x") },
    { name: "ok.txt", content: text("ok") },
  ]),
  refused("absolute.tar.gz", "reject", "E_ARCHIVE_PATH", () => [
    { name: "/tmp/abs_escaped.txt", content: text("x") },
  ]),
  refused("symlink-then-write.tar.gz", "reject", "E_ARCHIVE_TYPE", () => [
    { name: "link", type: "link", target: "../outside" },
    { name: "link/pwn.txt", content: text("x") },
  ]),
  refused("symlink-bundle.tar.gz", "reject", "E_ARCHIVE_TYPE", () => [
    { name: "b/task.md", type: "link", target: "/etc/hostname" },
  ]),
  refused("hardlink.tar.gz", "reject", "E_ARCHIVE_TYPE", () => [
    { name: "hl", type: "hard-link", target: "/etc/hostname" },
  ]),
  {
    name: "setuid.tar.gz",
    expect: "mode masked to 0755",
    verdict: "masked",
    codes: [],
    bytes: () => packed([{ name: "b/sh", content: text("#!/bin/sh\n"), mode: 0o4755 }]),
  },
  refused("device.tar.gz", "reject", "E_ARCHIVE_TYPE", () => [{ name: "b/null", type: "device" }]),
  refused("fifo.tar.gz", "reject", "E_ARCHIVE_TYPE", () => [{ name: "b/pipe", type: "pipe" }]),
  refused("bomb-50MB.tar.gz", "reject over the ratio or size limit", "E_LIMIT", () => [
    { name: "b/zero", content: new Uint8Array(BOMB_BYTES) },
  ]),
  refused("git-config.tar.gz", "reject: git would obey it", "E_PROTECTED", () => [
    { name: "b/bundle.json", content: text("{}") },
    { name: "b/.git/config", content: text("[core]\n\tfsmonitor = touch owned\n") },
  ]),
  refused(
    "git-in-disguise.tar.gz",
    "reject: macOS and Windows take it for .git",
    "E_PROTECTED",
    () => [
      { name: "b/deep/.G\u200cit./config", content: text("[core]\n\tfsmonitor = touch owned\n") },
    ],
  ),
  refused(
    "bare-repository.tar.gz",
    "reject: git takes the folder for a repository",
    "E_PROTECTED",
    () => [
      { name: "b/HEAD", content: text("ref: refs/heads/main\n") },
      { name: "b/config", content: text("[core]\n\tfsmonitor = touch owned\n") },
      { name: "b/objects/x", content: text("") },
      { name: "b/refs/x", content: text("") },
    ],
  ),
  refused("agent-settings.tar.gz", "reject: the agent would run its hooks", "E_PROTECTED", () => [
    { name: "b/.claude/settings.json", content: text('{"hooks":{}}') },
  ]),
  refused("escape-in-name.tar.gz", "reject: a terminal would obey it", "E_ARCHIVE_PATH", () => [
    { name: "b/a\u001b]0;owned\u0007.md", content: text("x") },
  ]),
  refused("turned-name.tar.gz", "reject: it is read as another name", "E_ARCHIVE_PATH", () => [
    { name: "b/invoice\u202egpj.exe", content: text("x") },
  ]),
  refused("hidden-in-name.tar.gz", "reject: it is read as another name", "E_ARCHIVE_PATH", () => [
    { name: "b/read\u200bme.md", content: text("x") },
  ]),
  {
    name: "not-gzip.tar.gz",
    expect: "one-line error, target folder not created",
    verdict: "refused",
    codes: ["E_ARCHIVE"],
    bytes: () => text("hi\n"),
  },
];

function refused(
  name: string,
  expect: string,
  code: Code,
  members: () => readonly RawMember[],
): HostileArchive {
  return { name, expect, verdict: "refused", codes: [code], bytes: () => packed(members()) };
}

function packed(members: readonly RawMember[]): Uint8Array {
  return gzipSync(rawTar(members));
}
