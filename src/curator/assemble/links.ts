/** Targets of Markdown links and of `link:` pointers in order of appearance; addresses are no files. */
export function linksOf(text: string): readonly string[] {
  const found = [...text.matchAll(/\]\(([^()\s]{1,1024})\)|\blink: ([^\s;)]{1,1024})/g)];
  return found
    .map(([, target = "", pointer = ""]) => withoutFragment(target || pointer))
    .filter((link) => link !== "" && !/^[a-z][a-z0-9+.-]*:/i.test(link));
}

function withoutFragment(link: string): string {
  const at = link.indexOf("#");
  return at === -1 ? link : link.slice(0, at);
}
