interface Compared {
  readonly differences: readonly string[];
  readonly left: { readonly kind: "bundle" | "session" };
  readonly right: { readonly kind: "bundle" | "session" };
}

/** What differs between two runs, in one line. Of a session only the steps are compared. */
export function differenceText({ differences, left, right }: Compared): string {
  if (differences.length > 0) return `Different: ${differences.join(", ")}`;
  return left.kind === "session" || right.kind === "session" ? "Same steps" : "Same content";
}
