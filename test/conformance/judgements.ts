// All conformance cases: each with its provider, its column in the table, and a title.

import { expectSignature, signatureVectors } from '../runtime/providers/bedrock/signature-vectors.ts'
import { expectToken, tokenVectors } from '../runtime/providers/google/token-vectors.ts'
import { expectFrames, frameVectors } from '../runtime/streams/frame-vectors.ts'
import { checks } from './checks/checks.ts'
import { crossings, titleOf } from './cross.ts'
import { expectCrossing } from './crossing-check.ts'
import { playsOf } from './plays.ts'
import type { Recording } from './recording.ts'
import { stageFor } from './stage.ts'
import { expectExchange } from './token.ts'

export interface Judgement {
  readonly provider: string
  readonly check: string
  readonly title: string
  readonly run: () => Promise<void> | void
}

/** The columns of the table. */
export const columns: readonly string[] = [...checks.map(({ name }) => name), 'cross', 'vectors']

/** All cases of a recording: each of its replays under each applicable check. */
export function judgementsOf(recording: Recording): readonly Judgement[] {
  const { id, provider } = recording
  if (recording.route === 'token')
    return [{ provider, check: 'request', title: id, run: () => expectExchange(recording) }]
  return playsOf(recording).flatMap(play => {
    const stage = stageFor(play)
    return checks
      .filter(check => check.fits(play))
      .map(check => ({
        provider,
        check: check.name,
        title: `${id} (${play.way} ${play.path})`,
        run: () => check.judge(stage),
      }))
  })
}

export const crossJudgements = (): readonly Judgement[] =>
  crossings().map(crossing => ({
    provider: crossing.provider,
    check: 'cross',
    title: titleOf(crossing),
    run: () => expectCrossing(crossing),
  }))

export const vectorJudgements = (): readonly Judgement[] => [
  ...signatureVectors.map(name => vector('aws-bedrock', `signature ${name}`, () => expectSignature(name))),
  ...frameVectors.map(name => vector('aws-bedrock', `frames ${name}`, () => expectFrames(name))),
  ...tokenVectors.map(each => vector('google-vertex', `token ${each.title}`, () => expectToken(each))),
]

const vector = (provider: string, title: string, run: () => void): Judgement => ({
  provider,
  check: 'vectors',
  title,
  run,
})
