/** A name in which `*` is any number of characters, and `?` is one. */
export interface NamePattern {
  readonly text: string;
  test(name: string): boolean;
}

/** Reads a pattern for names. Matching is by hand and takes time proportional to pattern and name. */
export function parseWildcards(text: string): NamePattern {
  if (!/[*?]/.test(text)) return { text, test: (name) => name === text };
  const signs = [...text];
  const isSame = (sign: string, letter: string) => sign === "?" || sign === letter;
  return { text, test: (name) => matchSequence(signs, [...name], isAnyLetter, isSame) };
}

function isAnyLetter(sign: string): boolean {
  return sign === "*";
}

/** Matches a sequence in which some signs match any number of members. */
export function matchSequence<Sign>(
  pattern: readonly Sign[],
  members: readonly string[],
  isAny: (sign: Sign) => boolean,
  isSame: (sign: Sign, member: string) => boolean,
): boolean {
  let at = 0;
  let from = 0;
  let star = -1;
  let mark = 0;
  const isAnyAt = (place: number) => {
    const sign = pattern[place];
    return sign !== undefined && isAny(sign);
  };
  while (from < members.length) {
    const sign = pattern[at];
    if (isAnyAt(at)) {
      [star, mark] = [at++, from];
    } else if (sign !== undefined && isSame(sign, members[from] ?? "")) {
      at++;
      from++;
    } else if (star !== -1) {
      at = star + 1;
      from = ++mark;
    } else return false;
  }
  while (isAnyAt(at)) at++;
  return at === pattern.length;
}
