/**
 * A part of a JSON text that is known only once the rest was written. Until then a mark takes its place inside
 * a string; nobody can guess the mark, so that it occurs nowhere else.
 */
export interface LatePart {
  readonly mark: string;
  text(): Promise<string>;
}

/** A piece of a JSON text with the part in the place of its mark. */
export function fillIn(piece: string, mark: string, text: string): string {
  return piece.replace(mark, () => JSON.stringify(text).slice(1, -1));
}
