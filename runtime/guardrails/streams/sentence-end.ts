// Where a growing text may be split into windows: after a sentence, or when it gets long.

/** Maximum window length in characters. */
const LONGEST_WINDOW = 1000
/** An end mark counts once whitespace follows, since "3." may become "3.5"; marks of scripts without spaces count at once. */
const END = /[.!?…]["'»”’)\]]*\s|[。！？]|\n/

/** `from` is the length of the text that was already examined. */
export const endsWindow = (text: string, from: number): boolean =>
  text.length >= LONGEST_WINDOW || END.test(text.slice(Math.max(0, from - 8)))
