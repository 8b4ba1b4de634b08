import type { ItemBody } from "./build-items.ts";

/**
 * What records of a kind are to a conversation: a part of it, context that the agent adds to its requests
 * and a receiver builds again, or records that no model ever sees.
 */
export type KindRole = "conversation" | "context" | "internal";

/** Kinds of records by what they are to the conversation, each with what it contains. */
export type KindDeclaration = Readonly<Record<KindRole, Readonly<Record<string, string>>>>;

/** One kind that is known. */
export interface RecordKind {
  readonly kind: string;
  readonly role: KindRole;
  /** What its records contain. */
  readonly why: string;
}

/**
 * The kinds of records that an agent writes. A kind that is not here may be part of the conversation, and
 * counts as missing from it.
 */
export interface RecordKinds {
  has(kind: string): boolean;
  /** What records of a kind are; null for a kind that is not known. */
  roleOf(kind: string): KindRole | null;
  list(): readonly RecordKind[];
}

/** Declares the kinds of an agent: one table, which the reader, the report and the documentation use. */
export function declareKinds(declaration: KindDeclaration): RecordKinds {
  const kinds = new Map<string, RecordKind>();
  for (const role of ["conversation", "context", "internal"] as const) {
    for (const [kind, why] of Object.entries(declaration[role])) {
      if (kinds.has(kind)) throw new Error(`The kind "${kind}" is declared twice`);
      kinds.set(kind, { kind, role, why });
    }
  }
  return {
    has: (kind) => kinds.has(kind),
    roleOf: (kind) => kinds.get(kind)?.role ?? null,
    list: () => [...kinds.values()],
  };
}

/** What several kinds have in common, for a declaration. */
export function kindsOf(why: string, kinds: readonly string[]): Readonly<Record<string, string>> {
  return Object.fromEntries(kinds.map((kind) => [kind, why]));
}

/** Kinds that have the same coarse part: `under("system", ["error"])` is `system/error`. */
export function under(type: string, names: readonly string[]): readonly string[] {
  return names.map((name) => `${type}/${name}`);
}

/** The body of a record that is kept in raw form alone. */
export function rawBody(kinds: RecordKinds, kind: string): ItemBody {
  return kinds.has(kind) ? { kind: "opaque" } : { kind: "opaque", is_unknown: true };
}

/** The body of a record of a known kind that should say something and cannot be read. */
export function unreadableBody(): ItemBody {
  return { kind: "opaque", is_unknown: true };
}

/** What a record says: one of an unknown kind is unknown, whatever a reader can make of it. */
export function bodiesByKind(
  kinds: RecordKinds,
  kind: string,
  bodies: readonly ItemBody[],
): readonly ItemBody[] {
  return bodies.length === 0 || !kinds.has(kind) ? [rawBody(kinds, kind)] : bodies;
}

/** Whether bodies are those of a record that is kept in raw form alone. */
export function isOpaque(bodies: readonly ItemBody[]): boolean {
  return bodies.every(({ kind }) => kind === "opaque");
}

/** A part of a record, such as a block of an answer, that is of an unknown kind. */
export function unknownPart(type: unknown): ItemBody {
  const unknown_part = typeof type === "string" ? type : "(none)";
  return { kind: "opaque", is_unknown: true, unknown_part };
}
