// Evaluates a check that requires the absence of something, in texts that are whole or still growing: it fails on
// matches, or with `redact` replaces them and passes. The result counts matches by kind and quotes nothing.
import { pluralize } from '../../../../schemas/values/format-names.ts'
import type { Turns } from '../../../values/turns.ts'
import type {
  CheckInput,
  CheckResult,
  Evaluate,
  RecallText,
  TextReplacement,
  WindowRewrite,
} from '../../check.ts'
import { headerContext } from '../../detect/structure/header-context.ts'
import { findAcross, replaceAcross } from '../../detect/text/find-across.ts'
import { type FindInTurns, findInWindows, WINDOW } from '../../detect/text/find-in-windows.ts'
import { type OpenFrom, settledTo } from '../../detect/text/settled-to.ts'
import type { FindMatches, TextMatch } from '../../detect/text/text-match.ts'
import { NO_TEXT_RESULT } from '../../on-text.ts'
import { allTexts, createPlaceholders, textsWithPlaceholders } from '../../replacing/placeholders.ts'
import { conditionResult, limitExceeded } from '../../result.ts'
import { findRedactions, redact as redacted } from '../rewrite/redact.ts'
import { evaluateInTurns } from './evaluate-in-turns.ts'

interface RedactOptions {
  readonly redact: boolean
  readonly not: boolean
  /** Whether the reply gets back what was replaced in a request. */
  readonly restore?: boolean
  /** From how many matches on they count; fewer are as none. One by default. */
  readonly threshold?: number
}

/** `noun` is the singular name of one match. */
export function rejectOrRedact(
  findMatches: FindMatches,
  noun: string,
  { redact, not, restore = false, threshold = 1 }: RedactOptions,
  recall: RecallText | undefined,
): Evaluate {
  const findAnew = findInWindows(findMatches)
  const tooLong = limitExceeded(`The text has a ${noun} that is too long, or too many, to be read.`)
  const none = conditionResult(true, not, `The text has no ${noun}`)
  return (input, ports) => {
    const { texts, workspace } = input
    if (texts.length === 0) return NO_TEXT_RESULT
    const find = rememberMatches(findAnew, recall, workspace)
    const isRedactedAtOnce = redact && threshold === 1
    return evaluateInTurns(isRedactedAtOnce ? redactTexts(input, find) : searchTexts(input, find), ports)
  }

  function* searchTexts(input: CheckInput, find: FindInTurns): Turns<CheckResult> {
    const { texts } = input
    const counts = new Map<string, number>()
    let read = 0
    for (const text of texts) {
      read += text.length
      if (read > WINDOW) {
        yield
        read = 0
      }
      const matches = yield* find(text)
      if (matches === undefined) return tooLong
      for (const { kind } of matches) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    }
    const split = yield* findAcross(texts, input.continuesAt, findAnew)
    if (split === undefined) return tooLong
    for (const { kind } of split) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const total = totalCount(counts)
    if (total > 0 && total < threshold)
      return conditionResult(true, not, `The text has fewer than ${pluralize(threshold, noun)}`)
    if (redact) return yield* redactTexts(input, find)
    if (total === 0) return none
    return conditionResult(
      false,
      not,
      `The text has ${pluralize(total, noun)}: ${kindNames(counts)}`,
      countFacts(counts),
    )
  }

  function* redactTexts(input: CheckInput, find: FindInTurns): Turns<CheckResult> {
    const masked = restore && input.side === 'request' ? new Map<string, string>() : undefined
    const placeholderFor = createPlaceholders(
      () => (masked === undefined ? textsWithPlaceholders(input) : allTexts(input)),
      masked,
    )
    const split = yield* findAcross(input.texts, input.continuesAt, findAnew)
    const joined = split && replaceAcross(input.texts, split, placeholderFor)
    const redaction = joined && (yield* redacted(joined, find, placeholderFor))
    if (split === undefined || redaction === undefined) return tooLong
    const { texts: remaining, complete } = redaction
    const counts = new Map(redaction.counts)
    for (const { kind } of split) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    if (counts.size === 0) return none
    if (!complete)
      return limitExceeded(
        `A ${noun} cannot be redacted without corrupting the surrounding text.`,
        countFacts(counts),
      )
    const result = { ...redactionResult(counts, noun), texts: remaining }
    return masked === undefined ? result : { ...result, masked }
  }
}

/**
 * Redacts texts that are still growing, with the result of redacting them whole. `noun` is the singular name
 * of one match.
 */
export function redactWindows(findMatches: FindMatches, noun: string, openFrom: OpenFrom): WindowRewrite {
  const search = findInWindows(findMatches)
  return {
    find: function* (text): Turns<readonly TextReplacement[] | undefined> {
      const found = yield* findRedactions(text, search)
      return found?.complete === true ? found.ranges : undefined
    },
    settled: settledTo(openFrom),
    kept: headerContext,
    open: request => createPlaceholders(() => textsWithPlaceholders({ side: 'reply', texts: [], request })),
    inJson: 'quotes',
    result: counts =>
      counts.size === 0
        ? { passed: true, reason: `The text has no ${noun}.` }
        : redactionResult(counts, noun),
  }
}

/** The result where matches were replaced. */
function redactionResult(counts: ReadonlyMap<string, number>, noun: string): CheckResult {
  const total = totalCount(counts)
  const reason = `${pluralize(total, noun)} ${total === 1 ? 'was' : 'were'} replaced: ${kindNames(counts)}.`
  return { passed: true, reason, facts: countFacts(counts) }
}

const totalCount = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const countFacts = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort())

const kindNames = (counts: ReadonlyMap<string, number>): string => [...counts.keys()].sort().join(', ')

// Matches of texts that were searched before: those of earlier turns of a conversation.

/** A text with more matches is searched again. */
const MAX_REMEMBERED = 16

export const rememberMatches = (
  find: FindInTurns,
  recall: RecallText | undefined,
  workspace: string,
): FindInTurns =>
  recall === undefined
    ? find
    : function* (text) {
        const memory = yield* recall<readonly TextMatch[]>(workspace, text)
        if (memory?.known !== undefined) return memory.known
        const matches = yield* find(text)
        if (matches !== undefined && matches.length <= MAX_REMEMBERED) memory?.remember(matches)
        return matches
      }
