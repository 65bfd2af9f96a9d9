// Media that clients reference by URL: what may be fetched, how much of it, and the errors.
import { describe, expect, it } from 'vitest'
import { fetchMedia } from '../../../runtime/link/call/fetch-media.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { type Step, scriptedUpstream } from '../../support/scripted-upstream.ts'
import { callOf } from './call-of.ts'

const PNG: Step = {
  status: 200,
  headers: ['content-type', 'image/png; x=1'],
  bytes: new Uint8Array([1, 2, 3]),
}
const MEGABYTE = 1024 * 1024
const large = (megabytes: number): Step => ({ ...PNG, bytes: new Uint8Array(megabytes * MEGABYTE) }) as Step
const clock = { now: () => 0, monotonic: () => 0, after: () => () => {} }

const fetching = async (links: readonly string[], script: readonly Step[]) => {
  const upstream = scriptedUpstream(script)
  const media = await fetchMedia(links, callOf(), 1000, { upstream: upstream.send, clock })
  return { ...upstream, media, message: isFailure(media) ? media.message : undefined }
}
const numbered = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, index) => `https://example.com/${index}`)

describe('Linked media', () => {
  it('is fetched under the SSRF guard, without credentials of client or provider, each URL once', async () => {
    const { media, sent } = await fetching(
      ['https://example.com/a?sig=1', 'https://example.com/a?sig=1'],
      [PNG],
    )
    expect(media).toEqual(
      new Map([['https://example.com/a?sig=1', { mediaType: 'image/png', base64: 'AQID' }]]),
    )
    expect(sent).toMatchObject([
      {
        method: 'GET',
        path: '/a?sig=1',
        hostAuthor: 'remote',
        headers: ['accept', expect.any(String), 'accept-encoding', 'identity'],
      },
    ])
  })

  it.each<readonly [string, Step, RegExp]>([
    ['a redirect', { status: 302, headers: ['location', 'http://169.254.169.254/'], text: '' }, /status 302/],
    ['an HTML page', { status: 200, headers: ['content-type', 'text/html'], text: '<p>' }, /not an image/],
    ['something without a type', { status: 200, text: 'x' }, /not an image/],
    ['too much', large(21), /larger than/],
    ['a blocked address', { fails: 'blocked' }, /could not be fetched/],
  ])('that is %s fails with its URL', async (_title, step, reason) => {
    const { message, sent } = await fetching(['https://example.com/a'], [step])
    expect(message).toMatch(reason)
    expect(sent).toHaveLength(1)
  })

  it('of 21 URLs is rejected before any is fetched', async () => {
    const { message, sent } = await fetching(numbered(21), [])
    expect([message, sent]).toEqual(['The request references more than 20 URLs.', []])
  })

  it('of many large files is cancelled as soon as they exceed the total size', async () => {
    const { message, cancelled } = await fetching(numbered(5), [
      large(15),
      large(15),
      large(15),
      'silence',
      'silence',
    ])
    expect(message).toMatch(/all files together are larger than/)
    expect(cancelled()).toBe(3)
  })

  it('is cancelled as a whole when one fails, and that one is reported', async () => {
    const { message, cancelled } = await fetching(numbered(3), [
      'silence',
      { status: 404, text: '' },
      'silence',
    ])
    expect(message).toBe('"https://example.com/1" could not be fetched: the server replied with status 404.')
    expect(cancelled()).toBe(3)
  })

  it.each([
    'https://user:hunter2@example.com/a?hunter2#hunter2',
    'https://hunter2@example.com/a',
    'ftp://user:hunter2@example.com/',
    'https://[hunter2',
    'file:///etc/passwd?hunter2',
  ])('is reported without its secrets: %s', async link => {
    const { message } = await fetching([link.replace('[hunter2', '[?hunter2')], [{ status: 404, text: '' }])
    expect(message).toMatch(/could not be fetched/)
    expect(message).not.toContain('hunter2')
  })
})
