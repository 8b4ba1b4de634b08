const QUOTE = 34;
const COMMA = 44;
const COLON = 58;
const OPEN_BRACKET = 91;
const BACKSLASH = 92;
const CLOSE_BRACKET = 93;
const OPEN_BRACE = 123;
const CLOSE_BRACE = 125;

// These functions only find boundaries; a parser decides whether the text between them is JSON.

/** The offset after the opening bracket of a top-level key's array, or -1 when the text does not reach it. */
export function findArray(text: string, key: string): number {
  let depth = 0;
  let lastString = "";
  let member = "";
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const close = closingQuote(text, at);
        if (close === -1) return -1;
        if (depth === 1) lastString = text.slice(at, close + 1);
        at = close;
        break;
      }
      case COLON:
        if (depth === 1) member = lastString;
        break;
      case COMMA:
        if (depth === 1) member = "";
        break;
      case OPEN_BRACKET:
        if (depth === 1 && isKey(member, key)) return at + 1;
        depth++;
        break;
      case OPEN_BRACE:
        depth++;
        break;
      case CLOSE_BRACKET:
      case CLOSE_BRACE:
        depth--;
        break;
    }
  }
  return -1;
}

function isKey(literal: string, key: string): boolean {
  if (!literal.includes("\\")) return literal === `"${key}"`;
  try {
    return JSON.parse(literal) === key;
  } catch {
    return false;
  }
}

/** For a text that begins inside an array: the commas between its elements, and its closing bracket or -1. */
export function splitElements(text: string): { commas: readonly number[]; close: number } {
  const commas: number[] = [];
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    switch (text.charCodeAt(at)) {
      case QUOTE: {
        const close = closingQuote(text, at);
        if (close === -1) return { commas, close: -1 };
        at = close;
        break;
      }
      case COMMA:
        if (depth === 0) commas.push(at);
        break;
      case OPEN_BRACKET:
      case OPEN_BRACE:
        depth++;
        break;
      case CLOSE_BRACKET:
        if (depth === 0) return { commas, close: at };
        depth--;
        break;
      case CLOSE_BRACE:
        depth--;
        break;
    }
  }
  return { commas, close: -1 };
}

function closingQuote(text: string, open: number): number {
  let close = text.indexOf('"', open + 1);
  while (close !== -1 && isEscaped(text, close)) close = text.indexOf('"', close + 1);
  return close;
}

function isEscaped(text: string, quote: number): boolean {
  let slashes = 0;
  while (text.charCodeAt(quote - 1 - slashes) === BACKSLASH) slashes++;
  return slashes % 2 === 1;
}
