// `portolan connect` against a gateway that runs: the settings of every agent are written, and the call that it makes is served with a key.
import { createHash } from 'node:crypto'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { codingAgents } from '../../../schemas/generated/coding-agents.ts'
import { PORTOLAN, portolanProcess, type Running, start } from '../../support/command.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

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

const connect = (agent: string, home: string, key: string, options: readonly string[] = []) =>
  portolanProcess(['connect', agent, '--gateway', origin, ...options], home, {
    HOME: home,
    PORTOLAN_API_KEY: key,
  })

/** The mock does not speak Gemini's API. */
const AGENTS = codingAgents.filter(({ api }) => api !== 'gemini')

it.each(AGENTS.map(({ id, name }) => [name, id] as const))(
  '%s is set up, and its call is served',
  async (_name, id) => {
    const home = makeFolder({})
    const models = ['--model', '@openai/echo', '--small-model', 'claude-sonnet-5-5']
    const { code, out, complaints } = await connect(id, home, KEY, [...models, '--write'])
    expect([code, complaints]).toEqual([
      0,
      expect.stringMatching(
        /^ok: @openai\/echo answered in \d+ ms\nok: claude-sonnet-5-5 answered in \d+ ms\n$/,
      ),
    ])
    for (const { file } of codingAgents.find(agent => agent.id === id)?.steps ?? [])
      if (file !== undefined) {
        expect(out).toContain(`${join(home, file)} was written.`)
        expect(readFileSync(join(home, file), 'utf8')).toContain(origin)
      }
    expect(out + complaints).not.toContain(KEY)
    rmSync(home, { recursive: true })
  },
)

it('the list of the gateway gives the models', async () => {
  const { code, out } = await connect('codex', makeFolder({}), KEY)
  expect(code).toBe(0)
  expect(out).toMatch(/^model = "@(openai|anthropic)\/\S+"$/m)
})

it('a key that the gateway does not know is refused with its sentence', async () => {
  const { code, complaints } = await connect('codex', makeFolder({}), 'ptl_other')
  expect([code, complaints]).toEqual([1, expect.stringMatching(/status 401/)])
})

it('an alias serves the plain name of a model', async () => {
  const reply = await fetch(`${origin}/v1/messages`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': KEY, 'anthropic-version': '2023-06-01' },
    body: JSON.stringify({
      model: 'claude-sonnet-5-5',
      max_tokens: 10,
      messages: [{ role: 'user', content: 'Hello' }],
    }),
  })
  expect(reply.status).toBe(200)
})
