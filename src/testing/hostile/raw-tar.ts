/** One member of a tar archive, written without asking whether it is safe. */
export interface RawMember {
  readonly name: string;
  readonly type?: "file" | "hard-link" | "link" | "device" | "pipe";
  readonly content?: Uint8Array;
  readonly mode?: number;
  readonly target?: string;
}

const BLOCK = 512;
const TYPE_FLAGS = { file: "0", "hard-link": "1", link: "2", device: "3", pipe: "6" } as const;

/** A ustar archive of the members, exactly as named: the safe writer of the package refuses such names. */
export function rawTar(members: readonly RawMember[]): Uint8Array {
  const size = members.reduce((sum, member) => sum + BLOCK + padded(contentOf(member)), 0);
  // Two empty blocks end an archive.
  const archive = Buffer.alloc(size + 2 * BLOCK);
  let at = 0;
  for (const member of members) {
    writeHeader(archive.subarray(at, at + BLOCK), member);
    archive.set(contentOf(member), at + BLOCK);
    at += BLOCK + padded(contentOf(member));
  }
  return archive;
}

function contentOf(member: RawMember): Uint8Array {
  return member.content ?? new Uint8Array(0);
}

function padded(content: Uint8Array): number {
  return Math.ceil(content.length / BLOCK) * BLOCK;
}

function writeHeader(header: Buffer, member: RawMember): void {
  const field = (offset: number, text: string) => header.write(text, offset, "utf8");
  const octal = (offset: number, width: number, value: number) =>
    field(offset, value.toString(8).padStart(width - 1, "0"));
  field(0, member.name);
  octal(100, 8, member.mode ?? 0o644);
  octal(108, 8, 0);
  octal(116, 8, 0);
  octal(124, 12, contentOf(member).length);
  octal(136, 12, 0);
  field(156, TYPE_FLAGS[member.type ?? "file"]);
  field(157, member.target ?? "");
  field(257, "ustar\u000000");
  octal(329, 8, 0);
  octal(337, 8, 0);
  // The checksum is taken with its own field full of spaces.
  header.fill(" ", 148, 156);
  const sum = header.reduce((total, byte) => total + byte, 0);
  field(148, `${sum.toString(8).padStart(6, "0")}\u0000 `);
}
