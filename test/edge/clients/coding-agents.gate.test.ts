// schemas/coding-agents.md: what agents call with the settings that it shows is served, with a key of the gateway.
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { parse } from 'yaml'
import { PORTOLAN, type Running, start } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const page = readFileSync(join(ROOT, 'schemas/coding-agents.md'), 'utf8')
const setting = (pattern: RegExp): string => pattern.exec(page)?.[1] ?? ''
const KEY = 'ptl_agents'

/** The providers of the page, played by the mock: their slugs and routes are what agents depend on. */
const MANIFEST = `providers:
  anthropic: { provider: mock }
  openai: { provider: mock }
aliases: { claude-sonnet-5-5: "@anthropic/echo" }
api_keys: [{ id: agents, hash: "sha256:${createHash('sha256').update(KEY).digest('hex')}" }]
`

let gateway: Running
let origin: string
beforeAll(async () => {
  gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], makeFolder({ 'gateway.yaml': MANIFEST }))
  origin = (await gateway.waitForOutput(/on (http:\/\/127\.0\.0\.1:\d+)\/v1/))[1] ?? ''
}, 30_000)
afterAll(async () => {
  gateway?.child.kill()
  await gateway?.finished
})

/** A setting of the page, at the port of this gateway, and what its client adds to it. */
const post = (base: string, added: string, headers: Readonly<Record<string, string>>, body: object) =>
  fetch(`${base.replace('http://127.0.0.1:8787', origin)}${added}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

it('Claude Code: the base URL without /v1, the key as a bearer token, a model with a slug', async () => {
  const [slug] = setting(/ANTHROPIC_MODEL=(\S+)/).split('/')
  const reply = await post(
    setting(/ANTHROPIC_BASE_URL=(\S+)/),
    '/v1/messages?beta=true',
    { authorization: `Bearer ${KEY}`, 'anthropic-version': '2023-06-01' },
    { model: `${slug}/echo`, max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  )
  expect([reply.status, await reply.json()]).toMatchObject([200, { type: 'message', role: 'assistant' }])
})

it('Codex: the base URL with /v1, responses, the key of a variable', async () => {
  expect(setting(/wire_api = "(\w+)"/)).toBe('responses')
  const [slug] = setting(/^model = "(\S+)"/m).split('/')
  const reply = await post(
    setting(/base_url = "(\S+)"/),
    '/responses',
    { authorization: `Bearer ${KEY}` },
    { model: `${slug}/echo`, input: 'Hello', store: false, stream: false },
  )
  expect([reply.status, await reply.json()]).toMatchObject([200, { object: 'response', status: 'completed' }])
})

/** The first block of a section of the page, in a language. */
const block = (heading: string, language: string): string =>
  new RegExp(`## ${heading}\\n[\\s\\S]*?\`\`\`${language}\\n([\\s\\S]*?)\`\`\``).exec(page)?.[1] ?? ''
const variable = (text: string, name: string): string => new RegExp(`${name}=(\\S+)`).exec(text)?.[1] ?? ''

/** What agents that call chats are given: a base URL, what they add to it, and a model. */
const CHATS: readonly (readonly [string, () => readonly [base: string, added: string, model: string]])[] = [
  [
    'Aider',
    () => {
      const text = block('Aider', 'sh')
      return [
        variable(text, 'OPENAI_API_BASE'),
        '/chat/completions',
        /--model openai\/(\S+)/.exec(text)?.[1] ?? '',
      ]
    },
  ],
  [
    'Continue',
    () => {
      const [model] = parse(block('Continue', 'yaml')).models
      return [model.provider === 'openai' ? model.apiBase : '', '/chat/completions', model.model]
    },
  ],
  [
    'Zed',
    () => {
      const { portolan } = JSON.parse(block('Zed', 'json')).language_models.openai_compatible
      return [portolan.api_url, '/chat/completions', portolan.available_models[0].name]
    },
  ],
  [
    'Goose',
    () => {
      const text = block('Goose', 'sh')
      return [variable(text, 'OPENAI_HOST'), '/v1/chat/completions', variable(text, 'GOOSE_MODEL')]
    },
  ],
  [
    'Cline, Roo Code',
    () => [
      setting(/Cline, Roo Code \|.*?\*Base URL\* `([^`]+)`/),
      '/chat/completions',
      setting(/Cline, Roo Code \|.*?\*Model ID\* `([^`]+)`/),
    ],
  ],
]

it.each(CHATS)('%s: the base URL, the key as a bearer token, a model with a slug', async (_agent, read) => {
  const [base, added, model] = read()
  expect(model).toBe('@openai/gpt-6.1-sol')
  const [slug] = model.split('/')
  const reply = await post(
    base,
    added,
    { authorization: `Bearer ${KEY}` },
    {
      model: `${slug}/echo`,
      messages: [{ role: 'user', content: 'Hello' }],
    },
  )
  expect([reply.status, await reply.json()]).toMatchObject([200, { object: 'chat.completion' }])
})

it('opencode: the base URL with /v1, and a plain name that an alias serves', async () => {
  const { baseURL } = JSON.parse(block('opencode', 'json')).provider.anthropic.options
  const model = setting(/aliases: \{ (\S+): /)
  const reply = await post(
    baseURL,
    '/messages',
    { 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    { model, max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  )
  expect([model, reply.status]).toEqual(['claude-sonnet-5-5', 200])
})

it('an alias serves the plain name of a model', async () => {
  const reply = await post(
    'http://127.0.0.1:8787/v1',
    '/chat/completions',
    { authorization: `Bearer ${KEY}` },
    { model: 'claude-sonnet-5-5', messages: [{ role: 'user', content: 'Hello' }] },
  )
  expect(reply.status).toBe(200)
})

it('a key of a provider is refused, as its table of symptoms says', async () => {
  const reply = await post(
    'http://127.0.0.1:8787',
    '/v1/messages',
    { 'x-api-key': 'sk-ant-provider' },
    { model: '@anthropic/echo', max_tokens: 10, messages: [{ role: 'user', content: 'Hello' }] },
  )
  expect(reply.status).toBe(401)
  expect(await reply.text()).toContain('not a key of this gateway')
})
