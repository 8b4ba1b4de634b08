/** What vendors append to the name of a model: a date, or a word for the newest one. */
const SUFFIX = /^-(?:\d{8}|\d{4}-\d\d-\d\d|latest|\d{3})$/;

/** Whether a name is another one with a date after it. */
export function isDated(name: string, plain: string): boolean {
  return name.startsWith(plain) && SUFFIX.test(name.slice(plain.length));
}

/** Whether two names mean one model: a date after one of them makes no difference, two dates do. */
export function isSameModel(one: string, other: string): boolean {
  return one === other || isDated(one, other) || isDated(other, one);
}
