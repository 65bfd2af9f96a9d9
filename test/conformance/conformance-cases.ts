// All conformance cases: each with its provider, its column in the table, and a title.

import { expectSignature, signatureVectors } from '../runtime/providers/bedrock/signature-vectors.ts'
import { expectToken, tokenVectors } from '../runtime/providers/google/jwt-vectors.ts'
import { expectFrames, frameVectors } from '../runtime/streams/aws-event-vectors.ts'
import { expectCrossing } from './check-crossing.ts'
import { checks } from './checks/checks.ts'
import { crossings, titleOf } from './cross-dialect.ts'
import { harnessFor } from './harness.ts'
import type { Recording } from './recording.ts'
import { replaysOf } from './replays.ts'
import { expectExchange } from './token.ts'

export interface ConformanceCase {
  readonly provider: string
  readonly check: string
  readonly title: string
  readonly run: () => Promise<void> | void
}

/** The columns of the table. */
export const columns: readonly string[] = [...checks.map(({ name }) => name), 'cross', 'vectors']

/** All cases of a recording: each of its replays under each applicable check. */
export function casesOf(recording: Recording): readonly ConformanceCase[] {
  const { id, provider } = recording
  if (recording.route === 'token')
    return [{ provider, check: 'request', title: id, run: () => expectExchange(recording) }]
  return replaysOf(recording).flatMap(replay => {
    const harness = harnessFor(replay)
    return checks
      .filter(check => check.applies(replay))
      .map(check => ({
        provider,
        check: check.name,
        title: `${id} (${replay.mode} ${replay.path})`,
        run: () => check.run(harness),
      }))
  })
}

export const crossCases = (): readonly ConformanceCase[] =>
  crossings().map(crossing => ({
    provider: crossing.provider,
    check: 'cross',
    title: titleOf(crossing),
    run: () => expectCrossing(crossing),
  }))

export const vectorCases = (): readonly ConformanceCase[] => [
  ...signatureVectors.map(name => vector('aws-bedrock', `signature ${name}`, () => expectSignature(name))),
  ...frameVectors.map(name => vector('aws-bedrock', `frames ${name}`, () => expectFrames(name))),
  ...tokenVectors.map(each => vector('google-vertex', `token ${each.title}`, () => expectToken(each))),
]

const vector = (provider: string, title: string, run: () => void): ConformanceCase => ({
  provider,
  check: 'vectors',
  title,
  run,
})
