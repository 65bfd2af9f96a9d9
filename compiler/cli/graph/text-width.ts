// The width of a string in the widest of the fonts that pictures name: they are drawn without font metrics, and no string may leave its box.

export type Weight = 'regular' | 'bold'

/** Widths of the characters of ASCII from the space on in thousandths of the font size, read from DejaVu Sans 2.37. */
const ASCII: { readonly [weight in Weight]: readonly number[] } = {
  regular: widthsIn(
    '318 401 460 838 637 951 780 275 391 391 500 838 318 361 318 337 637 637 637 637 637 637 637 637 637 637 337 337 838 838 838 531 1000 685 687 699 771 632 576 775 752 295 295 656 558 863 749 788 604 788 695 635 611 732 685 989 686 611 686 391 337 391 838 500 500 613 635 550 635 616 353 635 634 278 278 580 278 975 634 612 635 635 412 521 393 634 592 818 592 592 525 637 337 637 838',
  ),
  bold: widthsIn(
    '349 457 521 838 696 1002 873 307 458 458 523 838 380 416 380 366 696 696 696 696 696 696 696 696 696 696 400 400 838 838 838 581 1000 774 763 734 831 684 684 821 837 373 373 775 638 996 837 851 733 851 771 721 683 813 774 1104 771 725 726 458 366 458 838 500 500 675 716 593 716 679 436 716 712 343 343 666 343 1042 712 688 716 716 494 596 479 712 652 924 646 652 583 712 366 712 838',
  ),
}

function widthsIn(text: string): readonly number[] {
  return text.split(' ').map(Number)
}

const SPACE = 0x20
/** Ideographs and other characters of East Asia, which are as wide as they are high. */
const FIRST_SQUARE = 0x2e80
const FIRST_ASTRAL = 0x10000
const SQUARE = 1_050
/** Of any other character: Cyrillic and Arabic letters, symbols, emoji. */
const OTHER: { readonly [weight in Weight]: number } = { regular: 1_300, bold: 1_450 }

/** In the unit of the font size. */
export function textWidth(text: string, size: number, weight: Weight = 'regular'): number {
  let sum = 0
  for (const character of text) {
    const code = character.codePointAt(0) ?? 0
    const isSquare = code >= FIRST_SQUARE && code < FIRST_ASTRAL
    sum += ASCII[weight][code - SPACE] ?? (isSquare ? SQUARE : OTHER[weight])
  }
  return (sum * size) / 1000
}

/** The text, or its beginning with an ellipsis where it is wider. */
export function clip(text: string, size: number, width: number, weight: Weight = 'regular'): string {
  if (textWidth(text, size, weight) <= width) return text
  const characters = Array.from(text)
  let sum = textWidth('…', size, weight)
  let end = 0
  for (const character of characters) {
    sum += textWidth(character, size, weight)
    if (sum > width) break
    end += 1
  }
  return `${characters.slice(0, end).join('').trimEnd()}…`
}

/** Lines of at most this width; what does not fit into the last is clipped. Nothing for an empty text. */
export function wrap(text: string, size: number, width: number, most: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ').filter(each => each !== '')) {
    const last = lines.at(-1)
    const joined = last === undefined ? word : `${last} ${word}`
    if (last === undefined) lines.push(word)
    else if (textWidth(joined, size) <= width || lines.length === most) lines[lines.length - 1] = joined
    else lines.push(word)
  }
  return lines.map(line => clip(line, size, width))
}
