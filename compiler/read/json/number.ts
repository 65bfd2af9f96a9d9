// Numbers. The JSON syntax is strict, so each syntax that other languages allow has its own message.
import { createDiagnostic, locationAt } from '../create-diagnostic.ts'
import { readNumber } from '../numbers.ts'
import { type Cursor, reportAt } from './cursor.ts'

const RUN = /[-+.\w]+/y
const NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?$/

/** Reads a number; the cursor is at a digit, a sign or a decimal point. */
export function readJsonNumber(cursor: Cursor): number {
  const start = cursor.at
  RUN.lastIndex = start
  const numeral = RUN.exec(cursor.text)?.[0] ?? ''
  const end = start + numeral.length
  cursor.at = end
  if (!NUMBER.test(numeral)) {
    const corrected = correctNumber(numeral)
    reportAt(
      cursor,
      start,
      end,
      describeNumberError(numeral),
      corrected === undefined ? {} : { fix: corrected },
    )
    return 0
  }
  const { value, fault } = readNumber(numeral)
  if (fault === 'infinite') {
    reportAt(
      cursor,
      start,
      end,
      `The number "${abbreviate(numeral)}" is too large: the maximum is near 1.8e308.`,
      {
        code: 'unrepresentable-number',
      },
    )
  }
  if (fault === 'imprecise') {
    const message = `The number "${abbreviate(numeral)}" cannot be represented exactly: it becomes ${value}.`
    cursor.report(createDiagnostic('imprecise-number', locationAt(cursor.source, start, end), message))
  }
  return value
}

const abbreviate = (numeral: string): string => (numeral.length > 40 ? `${numeral.slice(0, 40)}...` : numeral)

function describeNumberError(numeral: string): string {
  const prefix = `"${abbreviate(numeral)}" is not a valid JSON number`
  if (/^[-+]?\.?(?:Infinity|NaN|inf|nan)$/i.test(numeral)) return `${prefix}: JSON has no infinity or NaN.`
  if (/^[-+]?0[xob]/i.test(numeral)) return `${prefix}: numbers must be decimal.`
  if (numeral.startsWith('+')) return `${prefix}: a leading plus sign is not allowed.`
  if (/^-?0\d/.test(numeral)) return `${prefix}: leading zeros are not allowed.`
  if (numeral.includes('_')) return `${prefix}: digit separators ("_") are not allowed.`
  if (/^-?\./.test(numeral)) return `${prefix}: a digit is required before the decimal point.`
  if (/\.(?!\d)/.test(numeral)) return `${prefix}: a digit is required after the decimal point.`
  return `${prefix}. If it is a string, put it in double quotes.`
}

/** The number that was probably intended; undefined if ambiguous. */
function correctNumber(numeral: string): string | undefined {
  if (/^[-+]?0[xob]\w+$/i.test(numeral)) {
    const value = Number(numeral.replace(/^[-+]/, ''))
    return Number.isFinite(value) ? `${numeral.startsWith('-') ? '-' : ''}${value}` : undefined
  }
  const candidate = numeral
    .replace(/^\+/, '')
    .replaceAll('_', '')
    .replace(/^(-?)\./, '$10.')
    .replace(/\.(?!\d)/, '')
    // A leading zero may mean octal, so only fractions are corrected.
    .replace(/^(-?)0+(?=\d+\.)/, '$1')
  return NUMBER.test(candidate) ? candidate : undefined
}
