// A check runs on requests, on replies, or on both, and is used only where it is supported.
import { listed, quoted } from '../../diagnostics/words.ts'
import type { Side } from '../guards.ts'
import type { Rule } from '../rule.ts'

const WORDS: Readonly<Record<Side, string>> = { request: 'requests', reply: 'replies' }

export const checkMayStandThere: Rule = ({ catalog, guards, knownGuards }, tell) => {
  const fits = (id: string, side: Side): boolean => catalog.check(id)?.sides.includes(side) ?? true
  for (const { side, checks } of guards.written)
    for (const { name, id, spot, facts } of checks)
      if (side !== undefined && !fits(id, side)) {
        const looks = listed(
          (facts?.sides ?? []).map(each => WORDS[each]),
          'and',
        )
        tell('misplaced-check', spot, `${quoted(name)} checks ${looks} and cannot run on ${WORDS[side]}.`)
      }
  for (const { name, side, pointer } of guards.named) {
    const misplaced = (knownGuards.get(name)?.checks ?? []).filter(id => !fits(id, side))
    if (misplaced.length > 0)
      tell(
        'misplaced-check',
        pointer,
        `The guardrail ${quoted(name)} cannot run on ${WORDS[side]}: it contains ${listed(misplaced.map(quoted), 'and')}.`,
      )
  }
}
