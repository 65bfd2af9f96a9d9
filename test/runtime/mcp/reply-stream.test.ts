// A bug in the answer to a client of MCP ends its request: nobody waits for an answer that never comes.
import { describe, expect, it } from 'vitest'
import { createReplyStream } from '../../../runtime/mcp/client/reply-stream.ts'
import { isStream } from '../../../runtime/values/call.ts'
import type { Failure } from '../../../runtime/values/failures.ts'
import { virtualClock } from '../../support/virtual-clock.ts'

describe('a bug', () => {
  it('rejects the reply where nothing was sent', async () => {
    const stream = createReplyStream({ clock: virtualClock(), acceptsStream: true })
    const bug = new Error('A bug.')
    stream.fail(bug)
    await expect(stream.reply).rejects.toBe(bug)
  })

  it('breaks the stream where messages were sent, without repeating the bug', async () => {
    const stream = createReplyStream({ clock: virtualClock(), acceptsStream: true })
    stream.write('{"first":1}')
    const { body } = await stream.reply
    const failures: Failure[] = []
    const pieces: string[] = []
    if (isStream(body))
      body.start({
        chunk: bytes => pieces.push(new TextDecoder().decode(bytes)),
        end: () => pieces.push('end'),
        fail: reason => failures.push(reason),
      })
    stream.fail(new Error('secret of the bug'))
    expect(pieces).toEqual(['event: message\ndata: {"first":1}\n\n'])
    expect(failures).toMatchObject([{ code: 'internal' }])
    expect(JSON.stringify(failures)).not.toContain('secret')
  })

  it('changes nothing after the answer', async () => {
    const stream = createReplyStream({ clock: virtualClock(), acceptsStream: false })
    stream.finish('{}', 200)
    stream.fail(new Error('late'))
    expect((await stream.reply).status).toBe(200)
  })
})
