// Guardrails that need a whole reply before they deny or rewrite it delay streams, which is reported as a note.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { buffersStream, streamUseOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'

const BUFFERING_COST =
  'a streamed reply is buffered until it is complete and checked, so the client receives nothing before its end'

export const denialBuffersStreams: Rule = ({ guards, knownGuards }, report) => {
  for (const guard of guards.definitions) {
    const use = streamUseOf(guard)
    if (guard.hook === 'reply' && buffersStream(use))
      report(
        'denial-holds-streams',
        guard.pointer,
        `This guardrail may ${use.denies ? 'deny' : 'rewrite'} a reply: ${BUFFERING_COST}.`,
      )
  }
  for (const { name, hook, pointer } of guards.references)
    if (hook === 'reply' && knownGuards.get(name)?.buffersStreams === true)
      report(
        'denial-holds-streams',
        pointer,
        `The guardrail ${quoteName(name)} may deny or rewrite a reply: ${BUFFERING_COST}.`,
      )
}
