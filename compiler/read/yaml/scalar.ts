// Scalars of the YAML 1.2 core schema: `yes` and dates are strings. Numbers that JSON lacks are errors; numbers with another
// meaning in YAML 1.1 cause warnings.
import type { Scalar } from 'yaml'
import type { Json } from '../../../schemas/values/json.ts'
import type { SourceSpan } from '../../source.ts'
import { readNumber } from '../numbers.ts'
import { reportSpan, type YamlWalk } from './walk.ts'

export function readYamlScalar(walk: YamlWalk, node: Scalar.Parsed, span: SourceSpan): Json {
  const value: unknown = node.value
  const plain = node.type === 'PLAIN' ? (node.source ?? '') : undefined
  if (typeof value === 'number') return readYamlNumber(walk, value, node.source ?? String(value), span)
  if (typeof value === 'string') {
    if (plain !== undefined && /^[-+]?\d{1,3}(?:_\d{3})+$/.test(plain)) {
      const number = plain.replaceAll('_', '')
      reportSpan(
        walk,
        'ambiguous-number',
        span,
        `"${plain}" is a string in YAML 1.2. Write ${number} for the number, or put the string in quotes.`,
      )
    }
    if (!value.isWellFormed()) {
      reportSpan(
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

function readYamlNumber(walk: YamlWalk, value: number, numeral: string, span: SourceSpan): number {
  if (!Number.isFinite(value)) {
    const reason = /\d/.test(numeral) ? 'is too large: the maximum is near 1.8e308' : 'is not a JSON number'
    reportSpan(walk, 'unrepresentable-number', span, `"${numeral}" ${reason}.`)
    return 0
  }
  if (/^[-+]?0\d/.test(numeral)) {
    const message = `"${numeral}" means ${value}, but YAML 1.1 parsers read it as octal. Write ${value}, or put it in quotes if it is a string.`
    reportSpan(walk, 'ambiguous-number', span, message)
  } else if (numeral.startsWith('0o')) {
    const message = `"${numeral}" means ${value}, but YAML 1.1 parsers read it as a string. Write ${value}, or put it in quotes if it is a string.`
    reportSpan(walk, 'ambiguous-number', span, message)
  } else if (readNumber(numeral).fault === 'imprecise') {
    reportSpan(
      walk,
      'imprecise-number',
      span,
      `The number "${numeral}" cannot be represented exactly: it becomes ${value}.`,
    )
  }
  return value
}
