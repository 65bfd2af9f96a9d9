// Evaluates a check that requires the absence of something: it fails on matches, or with `redact` replaces them and
// passes. The result counts matches by kind and quotes nothing.
import { counted } from '../../../compiler/diagnostics/words.ts'
import type { Judge } from '../check.ts'
import { NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit, outcome } from '../judging/outcome.ts'
import { LONGEST, upTo } from '../judging/too-long.ts'
import { redact as redacted } from './redact.ts'
import type { Find } from './span.ts'

interface Wish {
  readonly redact: boolean
  readonly not: boolean
}

/** `noun` is the singular name of one match. */
export function judgeFindings(find: Find, noun: string, { redact, not }: Wish): Judge {
  return upTo(LONGEST, ({ texts }) => {
    if (texts.length === 0) return NO_TEXT
    if (redact) return rewrite(texts)
    const counts = new Map<string, number>()
    for (const text of texts) for (const { kind } of find(text)) counts.set(kind, (counts.get(kind) ?? 0) + 1)
    const total = totalOf(counts)
    if (total === 0) return outcome(true, not, `The text has no ${noun}`)
    return outcome(false, not, `The text has ${counted(total, noun)}: ${named(counts)}`, factsOf(counts))
  })

  function rewrite(texts: readonly string[]) {
    const { texts: left, counts, whole } = redacted(texts, find)
    const total = totalOf(counts)
    const facts = factsOf(counts)
    if (total === 0) return outcome(true, not, `The text has no ${noun}`)
    if (!whole)
      return beyondLimit(`A ${noun} cannot be redacted without corrupting the surrounding text.`, facts)
    const reason = `${counted(total, noun)} ${total === 1 ? 'was' : 'were'} replaced: ${named(counts)}.`
    return { passed: true, reason, facts, texts: left }
  }
}

const totalOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0)

const factsOf = (counts: ReadonlyMap<string, number>) => Object.fromEntries([...counts].sort())

const named = (counts: ReadonlyMap<string, number>): string => [...counts.keys()].sort().join(', ')
