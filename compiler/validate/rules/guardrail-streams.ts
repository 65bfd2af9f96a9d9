// Rules about guardrails on streamed replies.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { rewritingOf, streamMode } from '../../lower/stream-mode.ts'
import { buffersStream, denialsOf, streamUseOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

/** A guardrail that denies or rewrites does not wait for the end of a stream: by then everything has been sent. */
export const streamEndEnforcesNothing: Rule = ({ guards, parsed }, report) => {
  for (const { value, pointer, checks } of guards.definitions) {
    if (ownProperty(value, 'stream') !== 'end' || ownProperty(value, 'async') === true) continue
    const { failed, passed } = denialsOf({ pointer, value })
    const setting = childPointer(pointer, 'stream')
    const rewriting = checks.filter(check => rewritingOf(check) === 'always')
    const [denial] = [...failed, ...passed]
    if (denial === undefined && rewriting.length === 0) continue
    const mode = streamMode('window', failed.length === 0 && passed.length > 0 ? 'passed' : 'failed', checks)
    const notes = [
      ...(denial === undefined ? [] : [{ at: denial, message: 'it denies here' }]),
      ...rewriting.map(({ name, pointer: at }) => ({ at, message: `${quoteName(name)} rewrites here` })),
    ]
    report(
      'stream-end-enforces-nothing',
      setting,
      `With "stream: end" a streamed reply has been sent before the guardrail runs: it cannot ${denial === undefined ? 'rewrite' : 'deny'} anything. Use "stream: ${mode}".`,
      { notes, fix: replaceWith(parsed, setting, 'end', mode) },
    )
  }
}

/** A guardrail that checks a stream in windows has only checks that support windows. */
export const streamWindowsAreSupported: Rule = ({ guards }, report) => {
  for (const { pointer, value, checks } of guards.definitions) {
    if (ownProperty(value, 'stream') !== 'window') continue
    for (const { name, location, facts } of checks)
      if (facts?.streaming === false)
        report(
          'check-needs-the-whole',
          location,
          `${quoteName(name)} needs the whole reply and cannot check a stream in windows.`,
          {
            notes: [
              { at: childPointer(pointer, 'stream'), message: 'the guardrail checks the stream in windows' },
            ],
          },
        )
  }
}

const BUFFERING_COST =
  'a streamed reply is buffered until it is complete and checked, so the client receives nothing before its end'

/** Guardrails that need a whole reply before they deny or rewrite it delay streams, which is reported as a note. */
export const denialBuffersStreams: Rule = ({ guards, knownGuards }, report) => {
  for (const guard of guards.definitions) {
    // What an unknown check or one with wrong parameters needs is not known.
    if (guard.checks.some(({ facts, parameters }) => facts?.validate(parameters) !== true)) continue
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
