/**
 * One page as one HTML document that needs nothing else: its style, its script and its data are inside.
 * The document is readable without the script; the script adds folding, search and long lists.
 */

import { createHash } from "node:crypto";
import { renderToString } from "preact-render-to-string";
import type { Page } from "../page.ts";
import { PageView } from "../pages/page-view.tsx";

/** Filled in by `scripts/build.ts`. */
declare const PAGE_SCRIPT: string;
declare const PAGE_STYLE: string;

/** The complete HTML document of a page. */
export function renderPage(page: Page): string {
  const body = renderToString(<PageView page={page} isStatic />);
  // A report is read, printed and kept in archives: it has no script at all.
  const isScripted = page.page !== "report";
  const scripts = isScripted
    ? `<script type="application/json" id="page-data">${inlineJson(page)}</script>
<script>${PAGE_SCRIPT}</script>
`
    : "";
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy(isScripted)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="holdall">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(page.title)} – holdall</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div id="page">${body}</div>
${scripts}</body>
</html>
`;
}

/** Nothing may be loaded or sent; only this style and this script apply. */
function policy(isScripted: boolean): string {
  return [
    "default-src 'none'",
    `script-src ${isScripted ? `'${hashOf(PAGE_SCRIPT)}'` : "'none'"}`,
    `style-src '${hashOf(PAGE_STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    "trusted-types 'none'",
  ].join("; ");
}

function hashOf(text: string): string {
  return `sha256-${createHash("sha256").update(text).digest("base64")}`;
}

/** JSON that cannot end the element it is in, and has no line separators of its own. */
function inlineJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}
