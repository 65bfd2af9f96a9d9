// A guardrail that checks a stream in windows has only checks that support windows.
import { quoteName } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { Rule } from '../nodes/rule-context.ts'
import { ownProperty } from '../values/json-values.ts'

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
