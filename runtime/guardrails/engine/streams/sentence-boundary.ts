// Where a growing text may be split into windows: after a sentence, or when it gets long.

/** Maximum window length in characters. */
const MAX_WINDOW_LENGTH = 1000
/** An end mark counts once whitespace follows, since "3." may become "3.5"; marks of scripts without spaces count at once. */
const SENTENCE_END = /[.!?…]["'»”’)\]]*\s|[。！？]|\n/

/** `from` is the length of the text that was already examined. */
export const isWindowEnd = (text: string, from: number): boolean =>
  text.length >= MAX_WINDOW_LENGTH || SENTENCE_END.test(text.slice(Math.max(0, from - 8)))
