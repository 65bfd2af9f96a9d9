// The stream of windows alone: who waits for whom, and what is cancelled.
import { describe, expect, it } from 'vitest'
import { createWindowSplitter } from '../../../../../runtime/guardrails/engine/streams/split-windows.ts'
import { windowStream } from '../../../../../runtime/guardrails/engine/streams/window-stream.ts'
import { streamEndings } from '../../../../../runtime/streams/stream-ending.ts'
import type { ByteSink, ByteStream } from '../../../../../runtime/values/byte-stream.ts'
import { type Failure, failure } from '../../../../../runtime/values/failures.ts'
import { chunk, DONE } from '../../../../support/sample-bodies.ts'
import { settle } from '../../../../support/virtual-clock.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (pieces: readonly Uint8Array[]) => new TextDecoder().decode(Buffer.concat(pieces))

function opened(most = 10_000) {
  const emitted: string[] = []
  const verdicts: ((reason: Failure | undefined) => void)[] = []
  const given: Uint8Array[] = []
  let source: ByteSink | undefined
  let committed: ByteStream | undefined
  const body: ByteStream = {
    start: sink => {
      source = sink
    },
    pause: () => emitted.push('pause'),
    resume: () => emitted.push('resume'),
    cancel: () => emitted.push('cancel'),
  }
  const cancel = windowStream(body, most, streamEndings.chunks, createWindowSplitter(), {
    evaluate: () => new Promise(resolve => verdicts.push(resolve)),
    onCommit: stream => {
      emitted.push('commit')
      committed = stream
      stream.start({
        chunk: piece => void given.push(piece),
        end: () => emitted.push('end'),
        fail: () => emitted.push('fail'),
      })
    },
    onFailedBeforeCommit: reason =>
      emitted.push('event' in reason ? `dead ${reason.event.data}` : `dead ${reason.code}`),
    onBroken: reason => emitted.push(`broken ${reason.message}`),
  })
  const verdict = async (reason?: Failure): Promise<void> => {
    verdicts.shift()?.(reason)
    await settle()
  }
  return {
    emitted,
    given,
    verdict,
    cancel,
    feed: (piece: string) => source?.chunk(bytes(piece)),
    end: () => source?.end(),
    client: () => committed,
  }
}
const DENIED = failure('guardrail_denied', 'No.')

describe('A stream of windows', () => {
  it('pauses its source during an evaluation, and while the client reads slowly', async () => {
    const { emitted, verdict, feed, client, given } = opened()
    feed(chunk({ content: 'One. ' }))
    expect(emitted).toEqual(['pause'])
    await verdict()
    expect(emitted).toEqual(['pause', 'commit', 'resume'])
    expect(text(given)).toBe(chunk({ content: 'One. ' }))
    client()?.pause()
    feed(chunk({ content: 'Two. ' }))
    await verdict()
    expect(emitted.slice(3)).toEqual(['pause'])
    client()?.resume()
    expect(emitted.slice(3)).toEqual(['pause', 'resume'])
  })

  it('goes on reading to the end of its source, which is never left paused', async () => {
    const { emitted, verdict, feed, end } = opened()
    feed(chunk({ content: 'One' }) + DONE)
    await verdict()
    expect(emitted).toEqual(['pause', 'commit', 'end', 'resume'])
    end()
    expect(emitted).toHaveLength(4)
  })

  it('cancels its source when a window is denied, and emits nothing more', async () => {
    const { emitted, verdict, feed, given } = opened()
    feed(chunk({ content: 'One. ' }) + chunk({ content: 'Two. ' }) + chunk({ content: 'Three. ' }))
    await verdict()
    await verdict(DENIED)
    expect(emitted).toEqual(['pause', 'commit', 'cancel', 'broken No.', 'end', 'resume'])
    expect(text(given)).toMatch(/One.*guardrail_denied/s)
    expect(text(given)).not.toContain('Two')
  })

  it('an error of the provider waits for the windows before it', async () => {
    const { emitted, verdict, feed, given } = opened()
    feed(`${chunk({ content: 'One. ' })}${chunk({ content: 'Tw' })}data: {"error":{"message":"gone"}}\n\n`)
    await verdict()
    expect(text(given)).toMatch(/One.*gone/s)
    expect(text(given)).not.toContain('Tw"')
    expect(emitted).toContain('cancel')
  })

  it('an error before anything was released is a normal reply', () => {
    const { emitted, feed } = opened()
    feed('data: {"error":{"message":"gone"}}\n\n')
    expect(emitted).toEqual(['cancel', 'dead {"error":{"message":"gone"}}'])
  })

  it('the buffer of unevaluated bytes is limited', () => {
    const { emitted, feed } = opened(2000)
    for (let turn = 0; turn < 20; turn += 1)
      feed(chunk({ tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(200) } }] }))
    expect(emitted).toEqual(['cancel', 'dead invalid_upstream_reply'])
  })

  it('a client that disconnects cancels the source, and no verdict changes that', async () => {
    const { emitted, verdict, feed, given, client } = opened()
    feed(chunk({ content: 'One. ' }) + chunk({ content: 'Two. ' }))
    await verdict()
    client()?.cancel()
    await verdict()
    expect([emitted.includes('cancel'), emitted.includes('end'), text(given).includes('Two')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
