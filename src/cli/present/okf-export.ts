export { default } from "./kit-export.ts";
