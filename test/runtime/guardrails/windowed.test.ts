// The stream of windows alone: who waits for whom, and what is cancelled.
import { describe, expect, it } from 'vitest'
import { type Failure, failure } from '../../../runtime/failures.ts'
import { windowed } from '../../../runtime/guardrails/streams/windowed.ts'
import type { ByteSink, ByteStream } from '../../../runtime/streams/byte-stream.ts'
import { chunk, DONE } from '../../support/scene.ts'
import { settle } from '../../support/virtual-clock.ts'

const bytes = (text: string) => new TextEncoder().encode(text)
const text = (pieces: readonly Uint8Array[]) => new TextDecoder().decode(Buffer.concat(pieces))

function opened(most = 10_000) {
  const said: string[] = []
  const verdicts: ((reason: Failure | undefined) => void)[] = []
  const given: Uint8Array[] = []
  let source: ByteSink | undefined
  let committed: ByteStream | undefined
  const body: ByteStream = {
    start: sink => {
      source = sink
    },
    pause: () => said.push('pause'),
    resume: () => said.push('resume'),
    cancel: () => said.push('cancel'),
  }
  const cancel = windowed(body, most, {
    judge: () => new Promise(resolve => verdicts.push(resolve)),
    commit: stream => {
      said.push('commit')
      committed = stream
      stream.start({
        chunk: piece => void given.push(piece),
        end: () => said.push('end'),
        fail: () => said.push('fail'),
      })
    },
    dead: reason => said.push('event' in reason ? `dead ${reason.event}` : `dead ${reason.code}`),
    broken: reason => said.push(`broken ${reason}`),
  })
  const verdict = async (reason?: Failure): Promise<void> => {
    verdicts.shift()?.(reason)
    await settle()
  }
  return {
    said,
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
    const { said, verdict, feed, client, given } = opened()
    feed(chunk({ content: 'One. ' }))
    expect(said).toEqual(['pause'])
    await verdict()
    expect(said).toEqual(['pause', 'commit', 'resume'])
    expect(text(given)).toBe(chunk({ content: 'One. ' }))
    client()?.pause()
    feed(chunk({ content: 'Two. ' }))
    await verdict()
    expect(said.slice(3)).toEqual(['pause'])
    client()?.resume()
    expect(said.slice(3)).toEqual(['pause', 'resume'])
  })

  it('goes on reading to the end of its source, which is never left paused', async () => {
    const { said, verdict, feed, end } = opened()
    feed(chunk({ content: 'One' }) + DONE)
    await verdict()
    expect(said).toEqual(['pause', 'commit', 'end', 'resume'])
    end()
    expect(said).toHaveLength(4)
  })

  it('cancels its source when a window is denied, and emits nothing more', async () => {
    const { said, verdict, feed, given } = opened()
    feed(chunk({ content: 'One. ' }) + chunk({ content: 'Two. ' }) + chunk({ content: 'Three. ' }))
    await verdict()
    await verdict(DENIED)
    expect(said).toEqual(['pause', 'commit', 'cancel', 'broken No.', 'end', 'resume'])
    expect(text(given)).toMatch(/One.*guardrail_denied/s)
    expect(text(given)).not.toContain('Two')
  })

  it('an error of the provider waits for the windows before it', async () => {
    const { said, verdict, feed, given } = opened()
    feed(`${chunk({ content: 'One. ' })}${chunk({ content: 'Tw' })}data: {"error":{"message":"gone"}}\n\n`)
    await verdict()
    expect(text(given)).toMatch(/One.*gone/s)
    expect(text(given)).not.toContain('Tw"')
    expect(said).toContain('cancel')
  })

  it('an error before anything was released is a normal reply', () => {
    const { said, feed } = opened()
    feed('data: {"error":{"message":"gone"}}\n\n')
    expect(said).toEqual(['cancel', 'dead {"error":{"message":"gone"}}'])
  })

  it('the buffer of unevaluated bytes is limited', () => {
    const { said, feed } = opened(2000)
    for (let turn = 0; turn < 20; turn += 1)
      feed(chunk({ tool_calls: [{ index: 0, function: { arguments: 'x'.repeat(200) } }] }))
    expect(said).toEqual(['cancel', 'dead invalid_upstream_reply'])
  })

  it('a client that disconnects cancels the source, and no verdict changes that', async () => {
    const { said, verdict, feed, given, client } = opened()
    feed(chunk({ content: 'One. ' }) + chunk({ content: 'Two. ' }))
    await verdict()
    client()?.cancel()
    await verdict()
    expect([said.includes('cancel'), said.includes('end'), text(given).includes('Two')]).toEqual([
      true,
      false,
      false,
    ])
  })
})
