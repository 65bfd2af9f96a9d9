// Guardrails that may deny replies delay streams, which is reported as a note.

import { quoted } from '../../diagnostics/words.ts'
import { holdsStreams } from '../denial.ts'
import type { Rule } from '../rule.ts'

const COST =
  'a streamed reply is buffered until it is complete and checked, so the client receives nothing before its end'

export const denialHoldsStreams: Rule = ({ guards, knownGuards }, tell) => {
  for (const guard of guards.written)
    if (guard.side === 'reply' && holdsStreams(guard))
      tell('denial-holds-streams', guard.pointer, `This guardrail may deny a reply: ${COST}.`)
  for (const { name, side, pointer } of guards.named)
    if (side === 'reply' && knownGuards.get(name)?.holds === true)
      tell('denial-holds-streams', pointer, `The guardrail ${quoted(name)} may deny a reply: ${COST}.`)
}
