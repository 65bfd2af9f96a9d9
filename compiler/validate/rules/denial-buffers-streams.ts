// Guardrails that may deny replies delay streams, which is reported as a note.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { buffersStream } from '../denying-guards.ts'
import type { Rule } from '../rule.ts'

const BUFFERING_COST =
  'a streamed reply is buffered until it is complete and checked, so the client receives nothing before its end'

export const denialBuffersStreams: Rule = ({ guards, knownGuards }, report) => {
  for (const guard of guards.definitions)
    if (guard.hook === 'reply' && buffersStream(guard))
      report('denial-holds-streams', guard.pointer, `This guardrail may deny a reply: ${BUFFERING_COST}.`)
  for (const { name, hook, pointer } of guards.references)
    if (hook === 'reply' && knownGuards.get(name)?.buffersStreams === true)
      report(
        'denial-holds-streams',
        pointer,
        `The guardrail ${quoteName(name)} may deny a reply: ${BUFFERING_COST}.`,
      )
}
