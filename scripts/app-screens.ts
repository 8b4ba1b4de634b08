/** The screens of the app as its table declares them, for tests, pages and pictures. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { root } from "./run.ts";

/** What a line of `src/app/screens.ts` says, without its component, which is not for Node. */
export interface DeclaredScreen {
  readonly path: string;
  readonly title: string;
  readonly question: string;
  readonly command: string;
}

/** Every screen, in the order of the table. */
export async function readScreens(): Promise<readonly DeclaredScreen[]> {
  // Not by name: the compiler would check the components as well, with the types of Node.
  const table: { readonly screens: readonly DeclaredScreen[] } = await import(
    pathToFileURL(join(root, "src/app/screens.ts")).href
  );
  return table.screens;
}

/** Whether an address fits the path of a screen, such as `/sessions/:agent/:id`. */
export function leadsTo(address: string, { path }: DeclaredScreen): boolean {
  const parts = address.split("?")[0]?.split("/") ?? [];
  const wanted = path.split("/");
  return (
    parts.length === wanted.length &&
    wanted.every((part, at) => part.startsWith(":") || part === parts[at])
  );
}

/** The screens without parameters to which none of these addresses leads: each is its own address. */
export async function furtherScreens(
  addresses: readonly string[],
): Promise<readonly DeclaredScreen[]> {
  return (await readScreens()).filter(
    (screen) =>
      !screen.path.includes(":") && !addresses.some((address) => leadsTo(address, screen)),
  );
}
