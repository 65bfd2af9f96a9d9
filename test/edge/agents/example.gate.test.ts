// The example of agents runs as its README says.
import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { connectModernClient } from '../../support/agents/agent-clients.ts'
import { callRpc, messageOf } from '../../support/agents/scripted-agent.ts'
import { PORTOLAN, type Running, start } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const EXAMPLE = join(ROOT, 'examples/agents')
const hasCurl = spawnSync('curl', ['--version']).error === undefined
if (!hasCurl) console.warn('There is no curl: the commands of examples/agents are not run.')

let agent: Running
let gateway: Running
let url: string
let folder: string
beforeAll(async () => {
  agent = start(`${ROOT}examples/agents/translator-agent.js`, [])
  await agent.waitForOutput(/The translator is at/)
  folder = makeFolder()
  cpSync(EXAMPLE, folder, { recursive: true, filter: path => !path.includes('.portolan') })
  gateway = start(PORTOLAN, ['serve', '.', '--port', '0'], folder)
  const [, port = ''] = await gateway.waitForOutput(/http:\/\/127\.0\.0\.1:(\d+)/)
  url = `http://127.0.0.1:${port}/agents/translator`
}, 30_000)
afterAll(async () => {
  gateway?.child.kill()
  agent?.child.kill()
  await Promise.all([gateway?.finished, agent?.finished])
  rmSync(folder, { recursive: true, force: true })
})

const textOf = async (text: string): Promise<string> =>
  JSON.stringify((await callRpc(url, 'SendMessage', messageOf(text))).body)

it('translates, hides numbers of cards, and sends no password', async () => {
  expect(await textOf('hello world')).toContain('bonjour monde')
  expect(await textOf('hello 4111111111111111')).toContain('bonjour [card]')
  expect(await textOf('my password')).toMatch(/denied/)
})

it('serves a card that names the gateway of the manifest', async () => {
  const reply = await fetch(`${url}/.well-known/agent-card.json`)
  expect(await reply.json()).toMatchObject({
    name: 'Translator',
    supportedInterfaces: [{ url: 'http://127.0.0.1:8787/agents/translator', protocolBinding: 'JSONRPC' }],
  })
})

it('refuses methods of 0.3 in words', async () => {
  const { body } = await callRpc(url, 'message/send', messageOf('hello'))
  expect(body.error).toMatchObject({ code: -32601, message: expect.stringContaining('A2A-Version') })
})

it('is reached by the official SDK at the URL of the card', async () => {
  // The manifest names port 8787; this gateway listens on another.
  const port = new URL(url).port
  const toThisPort: typeof fetch = (input, init) => fetch(String(input).replace(':8787/', `:${port}/`), init)
  const client = await connectModernClient(url, 'JSONRPC', undefined, toThisPort)
  expect((await client.send('thanks')).text).toBe('merci')
})

it.skipIf(!hasCurl)('the commands that save an agent by API work, one after the other', () => {
  const readme = readFileSync(join(EXAMPLE, 'README.md'), 'utf8')
  const [, section = ''] = readme.split('## By API')
  const blocks = [...(section.split('\n## ')[0] ?? '').matchAll(/```sh\n([\s\S]*?)```/g)]
  const script = blocks.map(([, block = '']) => block).join('\n')
  const { stdout, stderr, status } = spawnSync(
    'bash',
    ['--norc', '-euc', script.replace('http://127.0.0.1:8787', new URL(url).origin)],
    { encoding: 'utf8' },
  )
  expect({ stderr, status }).toEqual({ stderr: '', status: 0 })
  const replies = stdout
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Record<string, unknown>)
  expect(replies).toMatchObject([
    { slug: 'saved', owner: 'api', workspace_id: null },
    { workspaces: [{ slug: 'default', enabled: true }] },
    { success: true, name: 'Translator', refused: [] },
    { slug: 'interpreter', url: 'http://127.0.0.1:8787/agents/interpreter' },
    { id: 1, result: {} },
    { workspaces: [{ slug: 'default', enabled: false }] },
    { error: { message: expect.stringContaining('There is no agent') } },
    {},
    {},
  ])
  expect(JSON.stringify(replies[4])).toContain('bonjour monde')
})
