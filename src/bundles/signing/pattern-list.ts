/**
 * Whether a text fits a comma-separated list of OpenSSH patterns: `*` and `?` are wild,
 * and a fitting pattern that begins with `!` rules the text out whatever else fits.
 */
export function fitsPatternList(text: string, list: string): boolean {
  let fits = false;
  for (const pattern of list.split(",")) {
    const negated = pattern.startsWith("!");
    if (!fitsPattern(text, negated ? pattern.slice(1) : pattern)) continue;
    if (negated) return false;
    fits = true;
  }
  return fits;
}

/** Going back only to the last star keeps the cost at length times length, for any pattern. */
function fitsPattern(text: string, pattern: string): boolean {
  let at = 0;
  let next = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (pattern[next] === "*") {
      star = next++;
      resume = at;
    } else if (pattern[next] === "?" || pattern[next] === text[at]) {
      at++;
      next++;
    } else if (star >= 0) {
      at = ++resume;
      next = star + 1;
    } else {
      return false;
    }
  }
  while (pattern[next] === "*") next++;
  return next === pattern.length;
}
