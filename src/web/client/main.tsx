/** Starts a page in a browser: reads the data inside the document and takes over what is shown. */

import { render } from "preact";
import type { Page } from "../page.ts";
import { PageView } from "../pages/page-view.tsx";

const data = document.getElementById("page-data");
const root = document.getElementById("page");
if (data !== null && root !== null) {
  // Written by `renderPage()` of the same build.
  const page = JSON.parse(data.textContent ?? "null") as Page;
  root.replaceChildren();
  render(<PageView page={page} isStatic={false} />, root);
  document.documentElement.dataset.ready = "true";
}
