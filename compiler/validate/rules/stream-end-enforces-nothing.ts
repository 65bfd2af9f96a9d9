// A guardrail that denies or rewrites does not wait for the end of a stream: by then everything has been sent.

import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import { rewritingOf, streamMode } from '../../lower/stream-mode.ts'
import { denialsOf } from '../nodes/denying-guards.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { replaceWith } from '../reporting/replacement-fix.ts'
import { ownProperty } from '../values/json-values.ts'

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
