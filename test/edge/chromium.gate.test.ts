// Semantics, section 11, in a real browser: what pages of other origins can do with a gateway on the same machine,
// without and with `listen.cors`.
import { type Browser, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { findProgram } from '../support/find-program.ts'
import { type Provider, type RunningGateway, runGateway, runProvider } from '../support/running-gateway.ts'

const executablePath = findProgram('chromium', 'chromium-browser', 'google-chrome')
const CHUNK = 'data: {"choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}\n\n'
const LAST = 'data: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n'
const chat = (stream: boolean) =>
  JSON.stringify({ model: '@main/m', messages: [{ role: 'user', content: 'Hello' }], stream })

/** What a page sends; a body of type `form` is an upload. */
interface PageRequest {
  readonly url: string
  readonly method?: string
  readonly mode?: 'no-cors'
  readonly type?: string
  readonly body?: string
  readonly form?: boolean
}

describe.skipIf(executablePath === undefined)('service: Chromium', () => {
  let browser: Browser
  let provider: Provider
  let site: Provider
  let closed: RunningGateway
  let open: RunningGateway

  beforeAll(async () => {
    provider = await runProvider((_request, response, body) => {
      const streams = body.includes('"stream":true')
      response.writeHead(200, {
        'content-type': streams ? 'text/event-stream' : 'application/json',
        'access-control-allow-origin': '*',
        'set-cookie': 'a=b',
        'x-request-id': 'of-the-provider',
      })
      if (streams) response.write(CHUNK)
      response.end(streams ? CHUNK + LAST : '{"choices":[{"message":{"content":"Hello"}}]}')
    })
    site = await runProvider((_request, response) => {
      response.writeHead(200, { 'content-type': 'text/html' })
      response.end('<title>A page</title>')
    })
    const manifest = {
      providers: {
        main: { provider: 'openai', api_key: '${env:KEY}', custom_host: `${provider.origin}/v1` },
      },
      trusted_hosts: ['127.0.0.1'],
    }
    const cors = { origins: [pageOf('app.example')] }
    closed = await runGateway(manifest, {}, { KEY: 'stored-key' })
    open = await runGateway({ ...manifest, listen: { port: 0, cors } }, {}, { KEY: 'stored-key' })
    browser = await chromium.launch({
      executablePath: executablePath ?? '',
      args: ['--no-sandbox', '--host-resolver-rules=MAP *.example 127.0.0.1'],
    })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    await Promise.all([closed.stop(), open.stop()])
    await Promise.all([provider.stop(), site.stop()])
  })

  const pageOf = (host: string) => `http://${host}:${site.port}`

  /** A page of a host, with how many requests reached the provider while it was open. */
  async function within<T>(host: string, work: (page: Page) => Promise<T>) {
    const before = provider.received.length
    const page = await browser.newPage()
    await page.goto(host.includes('/') ? host : pageOf(host))
    const result = await work(page)
    await page.close()
    return { result, reached: provider.received.length - before }
  }

  /** Sends a request from the page; what it could read, or the name of the error. */
  const fetchIn = (request: PageRequest) => (page: Page) =>
    page.evaluate(async ({ url, method = 'POST', mode, type, body = '', form }) => {
      const data = new FormData()
      data.append('model', '@main/whisper-1')
      data.append('file', new Blob(['RIFF']), 'a.wav')
      try {
        const reply = await fetch(url, {
          method,
          ...(mode && { mode }),
          ...(method === 'POST' && { body: form === true ? data : new Blob([body]) }),
          ...(type !== undefined && { headers: { 'content-type': type, 'x-gateway-metadata': '{}' } }),
        })
        const reader = reply.body?.getReader()
        let text = ''
        for (let read = await reader?.read(); read?.done === false; read = await reader?.read())
          text += new TextDecoder().decode(read.value)
        const headers = Object.fromEntries(reply.headers)
        return { status: reply.status, text, headers }
      } catch (error) {
        return { status: String(error).split(':', 1)[0], text: '', headers: {} }
      }
    }, request)

  const chats = (gateway: RunningGateway) => `${gateway.url}/chat/completions`

  describe('a page of another origin reaches no provider', () => {
    it('with a chat as a Blob and mode no-cors', async () => {
      const request = { url: chats(closed), mode: 'no-cors', body: chat(false) } as const
      const { result, reached } = await within('evil.example', fetchIn(request))
      expect([result.status, result.text, reached]).toEqual([0, '', 0])
      expect((await closed.log()).at(-1)).toMatchObject({ status: 403, error: 'forbidden' })
    })

    it('with an upload as FormData', async () => {
      const request = { url: `${closed.url}/audio/transcriptions`, form: true }
      const { result, reached } = await within('evil.example', fetchIn(request))
      expect([result.status, reached]).toEqual(['TypeError', 0])
      expect((await closed.log()).at(-1)).toMatchObject({ path: '/v1/audio/transcriptions', status: 403 })
    })

    it('under a name of its own that leads to this machine', async () => {
      const own = `http://rebound.example:${closed.port}`
      const request = { url: `${own}/v1/chat/completions`, type: 'application/json', body: chat(false) }
      const { result, reached } = await within(`${own}/healthz`, fetchIn(request))
      expect([result.status, reached]).toEqual([403, 0])
      expect(result.text).not.toContain('Hello')
    })

    it.each(['evil.example', 'app.example'])('with a preflight from %s', async host => {
      const request = { url: chats(closed), type: 'application/json', body: chat(false) }
      const { result, reached } = await within(host, fetchIn(request))
      expect([result.status, reached]).toEqual(['TypeError', 0])
    })
  })

  describe('with listen.cors', () => {
    it('a page of an allowed origin calls and reads, with the headers of gateway and provider', async () => {
      const request = { url: chats(open), type: 'application/json', body: chat(false) }
      const { result, reached } = await within('app.example', fetchIn(request))
      expect([result.status, reached]).toEqual([200, 1])
      expect(result.text).toContain('Hello')
      expect(result.headers).toMatchObject({
        'x-gateway-provider': 'openai',
        'x-request-id': 'of-the-provider',
      })
    })

    it('and streams', async () => {
      const request = { url: chats(open), type: 'application/json', body: chat(true) }
      const { result } = await within('app.example', fetchIn(request))
      expect(result.text).toBe(CHUNK + CHUNK + LAST)
    })

    it('and reads why a request is refused', async () => {
      const request = { url: chats(open), type: 'application/json', body: '{' }
      const { result } = await within('app.example', fetchIn(request))
      expect([result.status, JSON.parse(result.text)]).toMatchObject([
        400,
        { error: { code: 'invalid_json' } },
      ])
    })

    it('a page of another origin does none of it', async () => {
      const request = { url: chats(open), type: 'application/json', body: chat(false) }
      const simple = { url: chats(open), mode: 'no-cors', body: chat(false) } as const
      for (const each of [request, simple, { url: `${open.url}/models`, method: 'GET' }]) {
        const { result, reached } = await within('evil.example', fetchIn(each))
        expect([result.text, reached]).toEqual(['', 0])
      }
    })
  })
})
