/**
 * Whether a text matches a comma-separated list of OpenSSH patterns: `*` and `?` are wildcards, and
 * a matching pattern that begins with `!` excludes the text whatever else matches.
 */
export function matchesPatternList(text: string, list: string): boolean {
  let fits = false;
  for (const pattern of list.split(",")) {
    const negated = pattern.startsWith("!");
    if (!matchesPattern(text, negated ? pattern.slice(1) : pattern)) continue;
    if (negated) return false;
    fits = true;
  }
  return fits;
}

/** Backtracks only to the last star, so that no pattern costs more than the product of the lengths. */
function matchesPattern(text: string, pattern: string): boolean {
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
