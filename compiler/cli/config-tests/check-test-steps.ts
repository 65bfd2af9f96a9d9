// A step of a script has one outcome: a failure, or a reply with one body.
import type { ConfigTests, UpstreamStep } from '../../../schemas/generated/types.ts'
import { joinNames } from '../../../schemas/values/format-names.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { ReportAt } from '../../validate/reporting/report.ts'
import { stepsOf, testParts } from './test-parts.ts'

const REPLY = ['status', 'headers', 'error', 'content', 'body', 'stream', 'interval', 'cut'] as const
const BODIES = ['content', 'body', 'stream'] as const

export function checkTestSteps(tests: ConfigTests, report: ReportAt): void {
  for (const { at, upstreams } of testParts(tests))
    for (const [name, script] of Object.entries(upstreams ?? {}))
      for (const [step, pointer] of stepsOf(script, childPointer(childPointer(at, 'upstreams'), name)))
        checkStep(step, pointer, report)
}

function checkStep(step: UpstreamStep, at: string, report: ReportAt): void {
  const written = (names: readonly (keyof UpstreamStep)[]) => names.filter(name => step[name] !== undefined)
  const reply = written(REPLY)
  // An error may have a message of its own: its "content".
  const bodies = written(step.error === undefined ? BODIES : ['error', 'body', 'stream'])
  const [first = ''] = reply
  if (step.fail !== undefined && reply.length > 0)
    report(
      'contradictory-test-step',
      { key: childPointer(at, first) },
      `A call that fails ("${step.fail}") has no reply: remove ${quoted(reply)}, or "fail".`,
    )
  const [, second] = bodies
  if (second !== undefined)
    report(
      'contradictory-test-step',
      { key: childPointer(at, second) },
      `A reply has one body: write one of ${quoted(bodies)}.`,
    )
  const [unsent] = step.error === 'connection' ? reply.filter(name => name !== 'error') : []
  if (unsent !== undefined)
    report(
      'contradictory-test-step',
      { key: childPointer(at, unsent) },
      `A connection that fails has no reply: remove ${quoted([unsent])}, or write another kind of error.`,
    )
}

const quoted = (names: readonly string[]): string =>
  joinNames(
    names.map(name => `"${name}"`),
    'and',
  )
