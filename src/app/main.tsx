/** Starts the app in a browser. */

import { render } from "preact";
import { takeToken } from "./api.ts";
import { Frame } from "./frame.tsx";
import { startRouter } from "./router.ts";
import { startTheme } from "./theme.ts";

// Without a token the screens say why they stay empty.
await takeToken().catch(() => undefined);
startTheme();
startRouter();
const root = document.getElementById("app");
if (root !== null) render(<Frame />, root);
