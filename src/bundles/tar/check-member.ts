/**
 * What a member of an archive may be: a regular file or a folder with a harmless name. Links,
 * devices and sparse files are refused, since unpacking them could write outside the target or
 * create content from nothing. Mode bits are reduced to executable or not.
 */

import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text/text.ts";
import { damagedArchive, type TarHeader } from "./header.ts";
import type { NameFault, NameGuard } from "./name-guard.ts";

/** The only kinds of members that a bundle may have. */
export type MemberKind = "file" | "folder";

/** What pax and GNU headers before a member declare about it. */
export interface ExtendedHeader {
  readonly pax?: ReadonlyMap<string, Uint8Array>;
  readonly longName?: Uint8Array;
  readonly longLink?: Uint8Array;
}

/** The size of a member; a pax record overrides the header. */
export function memberSize(header: TarHeader, extended: ExtendedHeader): number {
  const record = extended.pax?.get("size");
  if (record === undefined) return header.size;
  const text = decodeUtf8(record) ?? "";
  if (!/^\d{1,15}$/.test(text)) throw damagedArchive("the size of a member is not a number");
  return Number(text);
}

/** The name of a member; a pax record or a GNU long name overrides the header. */
export function memberName(member: {
  readonly header: TarHeader;
  readonly extended: ExtendedHeader;
}): Uint8Array {
  const { header, extended } = member;
  return extended.pax?.get("path") ?? extended.longName ?? header.name;
}

/** Checks a member's name and type; null for `./`, which every archive implies. */
export function checkMember(
  header: TarHeader,
  extended: ExtendedHeader,
  guard: NameGuard,
): { path: string; kind: MemberKind; mode: number } | null {
  const name = memberName({ header, extended });
  const text = decodeUtf8(name);
  if (text === null) throw badNameError(Buffer.from(name).toString("latin1"), NOT_UTF8);
  const kind = kindOf(header.type, extended, text);
  if (kind === "folder" && memberSize(header, extended) > 0)
    throw damagedArchive("a folder has content");
  const path = kind === "folder" ? text.replace(/\/$/, "") : text;
  if (kind === "folder" && path === ".") return null;
  const inside = path.startsWith("./") ? path.slice(2) : path;
  const fault = guard.claim(inside, kind);
  if (fault) throw badNameError(text, fault);
  return { path: inside, kind, mode: kind === "folder" || header.mode & 0o111 ? 0o755 : 0o644 };
}

function kindOf(type: string, extended: ExtendedHeader, name: string): MemberKind {
  const keys = [...(extended.pax?.keys() ?? [])];
  const isSparse = keys.some((key) => key.startsWith("GNU.sparse"));
  if ((type === "0" || type === "\0") && !isSparse) return "file";
  if (type === "5") return "folder";
  throw new HoldallError(
    "E_ARCHIVE_TYPE",
    `Cannot unpack "${excerpt(name)}": it is ${isSparse ? "a sparse file" : typeName(type)}`,
    { cure: "create the archive again without it" },
  );
}

const typeNames: ReadonlyMap<string, string> = new Map([
  ["1", "a hard link"],
  ["2", "a symbolic link"],
  ["3", "a device"],
  ["4", "a device"],
  ["6", "a pipe"],
  ["S", "a sparse file"],
]);

function typeName(type: string): string {
  return typeNames.get(type) ?? `a member of the unknown type "${excerpt(type)}"`;
}

const NOT_UTF8: NameFault = { kind: "name", state: "is not UTF-8" };
const codes = { name: "E_ARCHIVE_PATH", limit: "E_LIMIT", protected: "E_PROTECTED" } as const;

function badNameError(name: string, { kind, state, cure }: NameFault): HoldallError {
  const subject = kind === "protected" ? "it" : "the name";
  return new HoldallError(
    codes[kind],
    `Cannot unpack "${excerpt(name)}": ${subject} ${state}`,
    cure === undefined ? {} : { cure },
  );
}
