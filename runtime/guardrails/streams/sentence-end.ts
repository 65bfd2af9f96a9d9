// Where a text that still grows may be cut for a judgement: behind a sentence, or where it has become long.

/** A window is judged at this length at the latest, in characters. */
const LONGEST_WINDOW = 1000
/** An end mark counts when something follows it, since "3." may become "3.5"; marks of scripts without spaces do at once. */
const END = /[.!?…]["'»”’)\]]*\s|[。！？]|\n/

/** `from` is how much of the text has been looked at before. */
export const endsWindow = (text: string, from: number): boolean =>
  text.length >= LONGEST_WINDOW || END.test(text.slice(Math.max(0, from - 8)))
