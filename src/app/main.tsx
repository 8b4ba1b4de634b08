/** Starts the app in a browser. */

import { render } from "preact";
import { takeToken } from "./api.ts";
import { Frame } from "./frame.tsx";
import { showAgain } from "./generation.ts";
import { startRouter } from "./router.ts";
import { startTheme } from "./theme.ts";

const TOKEN_FRAGMENT = /^#(?:token|code)=/;

// Without a token the screens say why they stay empty.
await takeToken().catch(() => undefined);
// An address with a token that is pasted into an open tab changes nothing but the fragment.
window.addEventListener("hashchange", async () => {
  if (!TOKEN_FRAGMENT.test(location.hash)) return;
  await takeToken().catch(() => undefined);
  showAgain();
});
startTheme();
startRouter();
const root = document.getElementById("app");
if (root !== null) render(<Frame />, root);
