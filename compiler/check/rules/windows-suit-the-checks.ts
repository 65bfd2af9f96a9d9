// A guardrail that checks a stream in windows has only checks that support windows.
import { quoted } from '../../diagnostics/words.ts'
import { child } from '../../pointer.ts'
import { own } from '../kind.ts'
import type { Rule } from '../rule.ts'

export const windowsSuitTheChecks: Rule = ({ guards }, tell) => {
  for (const { pointer, value, checks } of guards.written) {
    if (own(value, 'stream') !== 'window') continue
    for (const { name, spot, facts } of checks)
      if (facts?.windows === false)
        tell(
          'check-needs-the-whole',
          spot,
          `${quoted(name)} needs the whole reply and cannot check a stream in windows.`,
          {
            notes: [{ at: child(pointer, 'stream'), message: 'the guardrail checks the stream in windows' }],
          },
        )
  }
}
