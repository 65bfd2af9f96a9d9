// A parameter that the config sets cannot be set by another spelling (semantics, section 2).
import { expect, it } from 'vitest'
import { createHarness } from '../../support/harness.ts'
import { completion } from '../../support/sample-bodies.ts'

const MESSAGES = [{ role: 'user', content: 'Hello' }]

const send = async (config: object, body: unknown, path = '/chat/completions', type = 'application/json') => {
  const { call, upstream } = createHarness({
    configs: { c: config },
    script: [{ status: 200, body: completion('fine') }],
  })
  const headers = { 'x-gateway-config': 'c', 'content-type': type }
  const reply = await call({ path, headers, body })
  return { reply, sent: upstream.sent.length }
}

const MAIN = { provider: '@main', override_params: { model: 'gpt-6-sol', max_tokens: 9 } }

it.each<readonly [string, object, object]>([
  ['a capital letter', MAIN, { Model: 'evil' }],
  ['capital letters', MAIN, { MAX_tokens: 99 }],
  ['a letter that folds to another one', MAIN, { 'max_to\u212aens': 99 }],
  ['at a provider of another dialect', { ...MAIN, provider: '@claude' }, { Model: 'evil' }],
])('%s is refused', async (_title, config, fields) => {
  const { reply, sent } = await send(config, { model: 'm', messages: MESSAGES, ...fields })
  expect([reply.status, sent]).toEqual([400, 0])
  expect(reply.json).toMatchObject({ error: { code: 'invalid_request' } })
})

it('in a form, too', async () => {
  const part = (name: string, value: string): string =>
    `--b\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`
  const body = `${part('model', 'm')}${part('MODEL', 'evil')}--b--\r\n`
  const type = 'multipart/form-data; boundary=b'
  const { reply, sent } = await send(MAIN, body, '/audio/transcriptions', type)
  expect([reply.status, sent]).toEqual([400, 0])
})

it('other names pass, and so does a variant of what the config does not set', async () => {
  for (const fields of [{ Temperature: 1 }, { model: 'other' }]) {
    const { reply } = await send(MAIN, { model: 'm', messages: MESSAGES, ...fields })
    expect(reply.status).toBe(200)
  }
  const { reply } = await send({ provider: '@main' }, { model: 'm', messages: MESSAGES, Model: 'own' })
  expect(reply.status).toBe(200)
})
