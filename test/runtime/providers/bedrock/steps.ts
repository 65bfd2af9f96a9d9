// A body in binary frames, fed to the mapper in chunks.
import { expect } from 'vitest'
import { mapStream } from '../../../../runtime/providers/bedrock/map-stream.ts'
import { parseAwsEvents } from '../../../../runtime/streams/aws-event-stream.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'

/** All steps; bytes that are not frames fail the test. */
export function stepsOfFrames(context: AdapterContext, pieces: readonly Uint8Array[]): readonly StreamStep[] {
  const mapper = mapStream(context)
  const steps: StreamStep[] = []
  const parser = parseAwsEvents(
    event => void steps.push(...mapper.event(event)),
    fault => expect.fail(fault),
  )
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return [...steps, ...mapper.end()]
}
