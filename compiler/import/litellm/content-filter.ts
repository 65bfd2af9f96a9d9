// LiteLLM's own content filter: words, patterns and categories, as checks by words and regular expressions.

import { asList, asObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { byForeignName } from '../foreign-names.ts'
import type { DraftCheck } from '../guardrail-draft.ts'
import type { Placed } from './sections.ts'

/** Patterns that it knows by name, as categories of personal data. */
const CATEGORIES: Readonly<Record<string, string>> = byForeignName({
  email: 'EMAIL_ADDRESS',
  us_ssn: 'SSN',
  us_phone: 'PHONE_NUMBER',
  phone: 'PHONE_NUMBER',
  credit_card: 'CREDIT_CARD',
  visa: 'CREDIT_CARD',
  mastercard: 'CREDIT_CARD',
  amex: 'CREDIT_CARD',
  discover: 'CREDIT_CARD',
  ipv4: 'IP_ADDRESS',
  ipv6: 'IP_ADDRESS',
  iban: 'IBAN',
  passport_us: 'PASSPORT',
  br_cpf: 'BR_CPF',
})

const escapePattern = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
const isMask = (value: Json | undefined): boolean => String(value).toUpperCase() === 'MASK'

/** Undefined where nothing of the filter has a check. */
export function contentChecks(params: Placed<JsonObject>): readonly DraftCheck[] | undefined {
  const checks = [...wordChecks(params), ...patternChecks(params), ...categoryChecks(params)]
  return checks.length === 0 ? undefined : checks
}

function wordChecks({ value }: Placed<JsonObject>): readonly DraftCheck[] {
  const words = asList(value['blocked_words']).flatMap(word => {
    const { keyword, action } = asObject(word)
    return typeof keyword === 'string' && keyword !== '' ? [{ keyword, action }] : []
  })
  const denied = words.filter(({ action }) => !isMask(action)).map(({ keyword }) => keyword)
  return [
    ...(denied.length > 0
      ? [{ id: 'default.contains', parameters: { words: denied, operator: 'none', caseSensitive: false } }]
      : []),
    ...words
      .filter(({ action }) => isMask(action))
      .map(({ keyword }) => ({
        id: 'default.regexReplace',
        parameters: { rule: `(?i)${escapePattern(keyword)}`, redactText: '[KEYWORD_REDACTED]' },
      })),
  ]
}

function patternChecks({ context, at, value }: Placed<JsonObject>): readonly DraftCheck[] {
  return asList(value['patterns']).flatMap((written, index): readonly DraftCheck[] => {
    const {
      pattern_type: type,
      pattern_name: name,
      pattern,
      pattern_regex: regex,
      action,
    } = asObject(written)
    const rule = pattern ?? regex
    if (type === 'prebuilt' && typeof name === 'string') {
      const category = CATEGORIES[name]
      if (category !== undefined)
        return [
          {
            id: 'default.pii',
            parameters: { categories: [category], ...(isMask(action) && { redact: true }) },
          },
        ]
      if (/key|token|secret/.test(name))
        return [{ id: 'default.secrets', parameters: isMask(action) ? { redact: true } : {} }]
    } else if (typeof rule === 'string')
      return [
        isMask(action)
          ? {
              id: 'default.regexReplace',
              parameters: { rule, redactText: `[${String(name ?? 'PATTERN').toUpperCase()}_REDACTED]` },
            }
          : { id: 'default.regexMatch', parameters: { rule, not: true } },
      ]
    context.report(
      'import-not-expressible',
      childPointer(childPointer(at, 'patterns'), index),
      `The pattern "${String(name)}" is not known here, and was left out. The check default.regexMatch takes a regular expression.`,
    )
    return []
  })
}

function categoryChecks({ context, at, value }: Placed<JsonObject>): readonly DraftCheck[] {
  let injection = false
  return asList(value['categories']).flatMap((written, index): readonly DraftCheck[] => {
    const { category, enabled } = asObject(written)
    if (enabled === false) return []
    const place = childPointer(childPointer(at, 'categories'), index)
    if (!/^prompt_injection/.test(String(category))) {
      context.report(
        'import-not-expressible',
        place,
        `The words of the category "${String(category)}" are part of the source, and were left out. The check default.llmJudge scores messages by a rubric.`,
      )
      return []
    }
    context.report(
      'import-approximated',
      place,
      `The words of "${String(category)}" are part of the source. The check default.promptInjection scores messages by heuristics of the gateway.`,
    )
    if (injection) return []
    injection = true
    return [{ id: 'default.promptInjection', parameters: {} }]
  })
}
