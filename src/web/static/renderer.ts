/**
 * The types of `#pages`, which `scripts/build.ts` builds from `render-page.tsx` into `dist/web`: the
 * libraries of the pages are inside it, so that the package needs none of them when it is installed.
 */

import type { Page } from "../page.ts";

/** The complete HTML document of a page. */
export declare function renderPage(page: Page): string;
