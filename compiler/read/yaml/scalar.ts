// Scalars of the YAML 1.2 core schema: `yes` and dates are strings. Numbers that JSON lacks are errors; numbers with another
// meaning in YAML 1.1 cause warnings.
import type { Scalar } from 'yaml'
import type { Json, Span } from '../../source.ts'
import { readNumber } from '../numbers.ts'
import { tell, type Walk } from './walk.ts'

export function growScalar(walk: Walk, node: Scalar.Parsed, span: Span): Json {
  const value: unknown = node.value
  const plain = node.type === 'PLAIN' ? (node.source ?? '') : undefined
  if (typeof value === 'number') return growNumber(walk, value, node.source ?? String(value), span)
  if (typeof value === 'string') {
    if (plain !== undefined && /^[-+]?\d{1,3}(?:_\d{3})+$/.test(plain)) {
      const number = plain.replaceAll('_', '')
      tell(
        walk,
        'ambiguous-number',
        span,
        `"${plain}" is a string in YAML 1.2. Write ${number} for the number, or put the string in quotes.`,
      )
    }
    if (!value.isWellFormed()) {
      tell(
        walk,
        'malformed-yaml',
        span,
        'This string has an unpaired surrogate: the other half of a "\\u" pair is missing.',
      )
    }
    return value
  }
  return typeof value === 'boolean' ? value : null
}

function growNumber(walk: Walk, value: number, written: string, span: Span): number {
  if (!Number.isFinite(value)) {
    const reason = /\d/.test(written) ? 'is too large: the maximum is near 1.8e308' : 'is not a JSON number'
    tell(walk, 'unrepresentable-number', span, `"${written}" ${reason}.`)
    return 0
  }
  if (/^[-+]?0\d/.test(written)) {
    const message = `"${written}" means ${value}, but YAML 1.1 parsers read it as octal. Write ${value}, or put it in quotes if it is a string.`
    tell(walk, 'ambiguous-number', span, message)
  } else if (written.startsWith('0o')) {
    const message = `"${written}" means ${value}, but YAML 1.1 parsers read it as a string. Write ${value}, or put it in quotes if it is a string.`
    tell(walk, 'ambiguous-number', span, message)
  } else if (readNumber(written).fault === 'imprecise') {
    tell(
      walk,
      'imprecise-number',
      span,
      `The number "${written}" cannot be represented exactly: it becomes ${value}.`,
    )
  }
  return value
}
