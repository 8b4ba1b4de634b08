/** What editors put before a request in the name of the person: what is open, then the request under a heading. */
const EDITOR_CONTEXT = "# Context from my IDE setup:";
const EDITOR_REQUEST = /^## My request for [\p{L} ]{1,40}:[ \t]*$/mu;

/** A request without what an editor put before it. */
export function withoutEditorContext(text: string): string {
  if (!text.trimStart().startsWith(EDITOR_CONTEXT)) return text;
  const heading = EDITOR_REQUEST.exec(text);
  return heading === null ? text : text.slice(heading.index + heading[0].length).trimStart();
}

/** Requests that say nothing without the reply before them: consent, a number, a greeting. */
const CONSENT =
  /^(?:y|yes|yep|yeah|ok|okay|sure|go|go ahead|go on|continue|please continue|proceed|do it|do that|let'?s do (?:it|that)|thanks?|thank you|great|nice|perfect|good|cool|done|next|hi|hey|hello|retry|again|sorry|ja|jo|oui|si|sí|sim|tak|да|давай|はい|お願いします|好|好的|可以|继续|계속|네)(?![\p{L}\p{N}])/iu;

/** Whether a request only lets the agent go on. */
export function isConsent(request: string): boolean {
  if (request.length <= 2 || !/\p{L}/u.test(request)) return true;
  return CONSENT.test(request) && request.split(/\s+/).length <= 4;
}

/** Whether a request is only a command to the agent's own program, such as `/model`. */
export function isProgramCommand(request: string): boolean {
  return /^\/[\w:-]{1,40}$/.test(request.trim());
}
