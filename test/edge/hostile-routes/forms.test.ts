// Forms that are ambiguous or expensive to parse.
import { describe, expect, it } from 'vitest'
import { exchangeRaw, rawRequest } from '../raw-client.ts'
import { bareProvider, gatewayTo, jsonReply, watch } from './harness.ts'

watch()

const part = (disposition: string, value = 'x'): string =>
  `--b\r\nContent-Disposition: ${disposition}\r\n\r\n${value}\r\n`
const FILE = part('form-data; name="file"; filename="a.wav"', 'sound')
const TYPE = 'content-type: multipart/form-data; boundary=b'

/** The reply to a form sent to a target with an override, and what reached the provider. */
async function send(form: string, headers: readonly string[] = [TYPE, 'x-gateway-config: fixed']) {
  let seen = ''
  const port = await bareProvider(socket => {
    socket.on('data', bytes => {
      seen += bytes.toString('latin1')
      if (seen.includes('--b--')) socket.write(jsonReply('200 OK', '{"text":"hi"}'))
    })
  })
  const fixed = { provider: '@main', override_params: { model: 'cheap', note: 'a"\r\n--b\r\n' } }
  const gateway = await gatewayTo(port, {
    configs: { fixed },
    limits: { body_bytes: 4096, upload_bytes: 1_000_000 },
  })
  const text = await exchangeRaw(
    gateway.port,
    rawRequest('POST', '/v1/audio/transcriptions', ['connection: close', ...headers], `${form}--b--\r\n`),
  )
  return { text, seen }
}

describe('A form', () => {
  it('has its model from the config, however the client writes it', async () => {
    const models = ['form-data; name="model"', 'form-data; name=model', 'Form-Data ; NAME="mod\\el"']
    const { text, seen } = await send(FILE + models.map(each => part(each, 'dear')).join(''))
    expect(text).toMatch(/^HTTP\/1\.1 200 /)
    expect(seen).toContain('cheap')
    expect(seen).not.toContain('dear')
  })

  it.each<readonly [string, string]>([
    ['two names', part('form-data; name="prompt"; name="model"', 'dear')],
    ['a name in two forms', part(`form-data; name="prompt"; name*=utf-8''model`, 'dear')],
    ['two headers', part('form-data; name="prompt"\r\nContent-Disposition: form-data; name="model"', 'dear')],
    ['no name', part('form-data', 'dear')],
    ['a name on the next line', part('form-data;\r\n name="model"', 'dear')],
    ['a thousand parts and more', part('form-data; name="a"').repeat(1001)],
  ])('that is ambiguous or too expensive reaches no provider: %s', async (_title, form) => {
    const { text, seen } = await send(FILE + form)
    expect([text.slice(0, 13), seen]).toEqual(['HTTP/1.1 400 ', ''])
  })

  it.each([
    'multipart/form-data',
    'multipart/form-data; boundary=',
    `multipart/form-data; boundary=${'b'.repeat(71)}`,
    'multipart/form-data; boundary="b',
    'multipart/mixed; boundary=b',
  ])('without a valid boundary is a 415: %s', async type => {
    const { text, seen } = await send(FILE, [`content-type: ${type}`, 'x-gateway-config: fixed'])
    expect([text.slice(0, 13), seen]).toEqual(['HTTP/1.1 415 ', ''])
  })
})
