/** Starts the app in a browser. */

import { render } from "preact";
import { takeToken } from "./api.ts";
import { Frame } from "./frame.tsx";
import { startRouter } from "./router.ts";
import { startTheme } from "./theme.ts";

takeToken();
startTheme();
startRouter();
const root = document.getElementById("app");
if (root !== null) render(<Frame />, root);
