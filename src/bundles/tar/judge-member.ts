import { HoldallError } from "../../base/errors.ts";
import { decodeUtf8, excerpt } from "../../base/text.ts";
import { damaged, type TarHeader } from "./header.ts";
import { isWorkspacePath, type NameGuard } from "./name-guard.ts";

/** All that a bundle may hold. */
export type MemberKind = "file" | "folder";

/** What the headers before a member say about it. */
export interface Extension {
  readonly pax?: ReadonlyMap<string, Uint8Array>;
  readonly longName?: Uint8Array;
  readonly longLink?: Uint8Array;
}

/** The size of a member: a pax record counts before the header. */
export function sizeOf(header: TarHeader, extension: Extension): number {
  const record = extension.pax?.get("size");
  if (record === undefined) return header.size;
  const text = decodeUtf8(record) ?? "";
  if (!/^\d{1,15}$/.test(text)) throw damaged("a member's size is not a number");
  return Number(text);
}

/** The member without its bytes; null for the top folder itself, which every archive implies. */
export function judgeMember(
  header: TarHeader,
  extension: Extension,
  guard: NameGuard,
): { path: string; kind: MemberKind; mode: number } | null {
  const name = extension.pax?.get("path") ?? extension.longName ?? header.name;
  const text = decodeUtf8(name);
  if (text === null) throw badName(Buffer.from(name).toString("latin1"), "is not UTF-8");
  const kind = kindOf(header.type, extension, text);
  if (kind === "folder" && sizeOf(header, extension) > 0) throw damaged("a folder has a size");
  const path = kind === "folder" ? text.replace(/\/$/, "") : text;
  if (kind === "folder" && path === ".") return null;
  const inside = path.startsWith("./") ? path.slice(2) : path;
  if (isWorkspacePath(inside)) {
    throw new HoldallError("E_PROTECTED", `Cannot unpack "${excerpt(text)}": it is a workspace`, {
      cure: "make the archive anew without it; a workspace is not for sharing",
    });
  }
  const fault = guard.take(inside, kind);
  if (fault) throw badName(text, fault.state, fault.limit);
  return { path: inside, kind, mode: kind === "folder" || header.mode & 0o111 ? 0o755 : 0o644 };
}

function kindOf(type: string, extension: Extension, name: string): MemberKind {
  const keys = [...(extension.pax?.keys() ?? [])];
  const isSparse = keys.some((key) => key.startsWith("GNU.sparse"));
  if ((type === "0" || type === "\0") && !isSparse) return "file";
  if (type === "5") return "folder";
  throw new HoldallError(
    "E_ARCHIVE_TYPE",
    `Cannot unpack "${excerpt(name)}": it is ${isSparse ? "a sparse file" : typeName(type)}`,
    { cure: "make the archive anew without it" },
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
  return typeNames.get(type) ?? `of the unknown type "${excerpt(type)}"`;
}

function badName(name: string, state: string, limit = false): HoldallError {
  return new HoldallError(
    limit ? "E_LIMIT" : "E_ARCHIVE_PATH",
    `Cannot unpack "${excerpt(name)}": the name ${state}`,
  );
}
