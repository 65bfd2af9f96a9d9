// A body in lines, fed to the mapper in chunks.

import { mapStream } from '../../../../runtime/providers/ollama/map-stream.ts'
import { parseLines } from '../../../../runtime/streams/lines.ts'
import type { AdapterContext, StreamStep } from '../../../../runtime/values/adapter.ts'

export function stepsOfLines(context: AdapterContext, pieces: readonly Uint8Array[]): readonly StreamStep[] {
  const mapper = mapStream(context)
  const steps: StreamStep[] = []
  const parser = parseLines(event => void steps.push(...mapper.event(event)), { onTooLong: () => {} })
  for (const piece of pieces) parser.feed(piece)
  parser.end()
  return [...steps, ...mapper.end()]
}
