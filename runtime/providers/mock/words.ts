// Text of the mock. A token of the mock is a word delimited by white space, so a test can count usage by looking at
// the text.

/** The words of a string, each with the white space after it; joined they are the string again. */
export const splitWords = (text: string): readonly string[] => text.match(/^\s+|\S+\s*/g) ?? []

export const countWords = (text: string): number => text.match(/\S+/g)?.length ?? 0

const latin =
  'lorem ipsum dolor sit amet consectetur adipiscing elit sed do eiusmod tempor incididunt ut labore et dolore magna aliqua'.split(
    ' ',
  )

/** `count` words of filler text. */
export const lorem = (count: number): string =>
  Array.from({ length: count }, (_, index) => latin[index % latin.length]).join(' ')
