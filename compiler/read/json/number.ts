// Numbers. JSON's form is narrow, so each of the forms that other languages allow has its own sentence.
import { mistake, placeIn } from '../mistake.ts'
import { readNumber } from '../numbers.ts'
import { blame, type Cursor } from './cursor.ts'

const RUN = /[-+.\w]+/y
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** Reads a number at the cursor, which stands at a digit, a sign or a point. */
export function readJsonNumber(cursor: Cursor): number {
  const start = cursor.at
  RUN.lastIndex = start
  const numeral = RUN.exec(cursor.text)?.[0] ?? ''
  const end = start + numeral.length
  cursor.at = end
  if (!NUMBER.test(numeral)) {
    const mended = mend(numeral)
    blame(cursor, start, end, sentence(numeral), mended === undefined ? {} : { fix: mended })
    return 0
  }
  const { value, fault } = readNumber(numeral)
  if (fault === 'infinite') {
    blame(cursor, start, end, `The number "${short(numeral)}" is too large: numbers end near 1.8e308.`, {
      code: 'unrepresentable-number',
    })
  }
  if (fault === 'imprecise') {
    const message = `The number "${short(numeral)}" cannot be kept exactly: it becomes ${value}.`
    cursor.report(mistake('imprecise-number', placeIn(cursor.source, start, end), message))
  }
  return value
}

const short = (numeral: string): string => (numeral.length > 40 ? `${numeral.slice(0, 40)}...` : numeral)

function sentence(numeral: string): string {
  const said = `"${short(numeral)}" is not a number of JSON`
  if (/^[-+]?\.?(?:Infinity|NaN|inf|nan)$/i.test(numeral)) return `${said}: it has no infinity and no NaN.`
  if (/^[-+]?0[xob]/i.test(numeral)) return `${said}: numbers are written in decimal.`
  if (numeral.startsWith('+')) return `${said}: a plus sign may not stand in front.`
  if (/^-?0\d/.test(numeral)) return `${said}: it may not begin with a zero.`
  if (numeral.includes('_')) return `${said}: digits may not be grouped by "_".`
  if (/^-?\./.test(numeral)) return `${said}: a digit must stand before the point.`
  if (/\.(?!\d)/.test(numeral)) return `${said}: a digit must stand after the point.`
  return `${said}. Was it meant as a text? Texts stand in double quotes.`
}

/** The number that was probably meant; undefined where nobody can tell. */
function mend(numeral: string): string | undefined {
  if (/^[-+]?0[xob]\w+$/i.test(numeral)) {
    const value = Number(numeral.replace(/^[-+]/, ''))
    return Number.isFinite(value) ? `${numeral.startsWith('-') ? '-' : ''}${value}` : undefined
  }
  const mended = numeral
    .replace(/^\+/, '')
    .replaceAll('_', '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '')
    // A leading zero may have meant octal, so only fractions are mended.
    .replace(/^(-?)0+(?=\d+\.)/, '$1')
  return NUMBER.test(mended) ? mended : undefined
}
