// Evaluates a check that requires the absence of something: it fails on matches, or with `redact` replaces them and
// passes. The result counts matches by kind and quotes nothing.
import { pluralize } from '../../../../schemas/values/format-names.ts'
import type { Evaluate } from '../../check.ts'
import { findFolded } from '../../detect/text/fold-text.ts'
import type { FindMatches } from '../../detect/text/text-match.ts'
import { NO_TEXT_RESULT } from '../../on-text.ts'
import { conditionResult, limitExceeded } from '../../result.ts'
import { redact as redacted } from '../rewrite/redact.ts'
import { MAX_TEXT_LENGTH, withMaxLength } from './max-length.ts'

interface RedactOptions {
  readonly redact: boolean
  readonly not: boolean
  /** From how many matches on they count; fewer are as none. One by default. */
  readonly threshold?: number
  /** Of all texts, in UTF-16 code units. */
  readonly maxLength?: number
}

/** `noun` is the singular name of one match. */
export function rejectOrRedact(
  findPlain: FindMatches,
  noun: string,
  { redact, not, threshold = 1, maxLength = MAX_TEXT_LENGTH }: RedactOptions,
): Evaluate {
  const find = findFolded(findPlain)
  return withMaxLength(maxLength, ({ texts }) => {
    if (texts.length === 0) return NO_TEXT_RESULT
    if (redact && threshold === 1) return redactTexts(texts)
    const counts = new Map<string, number>()
    for (const text of texts) for (const { kind } of find(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const total = totalCount(counts)
    if (total > 0 && total < threshold)
      return conditionResult(true, not, `The text has fewer than ${pluralize(threshold, noun)}`)
    if (redact) return redactTexts(texts)
    if (total === 0) return conditionResult(true, not, `The text has no ${noun}`)
    return conditionResult(
      false,
      not,
      `The text has ${pluralize(total, noun)}: ${kindNames(counts)}`,
      countFacts(counts),
    )
  })

  function redactTexts(texts: readonly string[]) {
    const { texts: remaining, counts, complete } = redacted(texts, find)
    const total = totalCount(counts)
    const facts = countFacts(counts)
    if (total === 0) return conditionResult(true, not, `The text has no ${noun}`)
    if (!complete)
      return limitExceeded(`A ${noun} cannot be redacted without corrupting the surrounding text.`, facts)
    const reason = `${pluralize(total, noun)} ${total === 1 ? 'was' : 'were'} replaced: ${kindNames(counts)}.`
    return { passed: true, reason, facts, texts: remaining }
  }
}

const totalCount = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const countFacts = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort())

const kindNames = (counts: ReadonlyMap<string, number>): string => [...counts.keys()].sort().join(', ')
