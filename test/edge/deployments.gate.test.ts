// `portolan-runtime --deployment` and `portolan-runtime control`: processes of a fleet that divide the work.
import { createHash } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openResourceStore } from '../../runtime/stores/resources/open-resource-store.ts'
import { portolan, RUNTIME, type Running, start } from '../support/command.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { until } from '../support/until.ts'
import { virtualClock } from '../support/virtual-clock.ts'

const STORE = 'sqlite:store.db'
const CREDENTIALS = { PROVIDER_KEY: 'key of a provider' }
const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`
const keyOf = (workspace: string): string =>
  `  - { id: ${workspace}, workspace: ${workspace}, hash: "sha256:${createHash('sha256').update(`key ${workspace}`).digest('hex')}", scopes: [inference, workspaces.list, prompts.render] }\n`

const project = (): string =>
  temporaryFolder({
    'gateway.yaml': `providers: { mock: { provider: mock }, openai: { provider: openai, api_key: "\${env:PROVIDER_KEY}" } }\nstore: "${STORE}"\nlisten: { port: 0 }\napi_keys:\n${keyOf('a')}${keyOf('b')}`,
    'configs/chat.yaml': config('echo'),
    'prompts/greet.yaml':
      'messages: [{ role: user, content: "Hello {{name}}" }]\nmodel: "@mock/echo"\nvariables: { name: { type: string } }\n',
  })

async function portOf(runtime: Running): Promise<string> {
  const [, port = ''] = await runtime.waitForOutput(/plan [0-9a-f]{12} on http:\/\/127\.0\.0\.1:(\d+)\/v1/)
  return port
}

async function send(port: string, path: string, workspace: string, body?: object) {
  const reply = await fetch(`http://127.0.0.1:${port}/v1${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      'content-type': 'application/json',
      'x-gateway-config': 'chat',
      'x-gateway-api-key': `key ${workspace}`,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
  return { status: reply.status, text: await reply.text() }
}

const chat = (port: string, workspace: string) =>
  send(port, '/chat/completions', workspace, {
    model: 'any',
    messages: [{ role: 'user', content: 'Hello' }],
  })

/** A change may take two seconds; a busy machine twice as long. */
const becomes = (status: number, ask: () => Promise<{ readonly status: number }>): Promise<void> =>
  until(async () => (await ask()).status === status, 4_000)

it('a runtime serves its deployment: the label, the workspaces, and every change of both', async () => {
  const folder = project()
  await portolan(['push', '--promote'], folder)
  const unknown = start(RUNTIME, ['--store', STORE, '--deployment', 'eu'], folder)
  expect(await unknown.finished).toMatchObject({
    code: 1,
    complaints: expect.stringContaining('has no deployment "eu": POST /v1/deployments makes it.'),
  })
  const store = await openResourceStore(STORE, { folder, environment: {}, clock: virtualClock() })
  const write = (value: { readonly label: string; readonly workspaces: readonly string[] }) =>
    store.commit({ writes: [{ kind: 'deployment', id: 'eu', value: { name: 'EU', ...value } }] })
  await write({ label: 'live', workspaces: ['a'] })
  const runtime = start(RUNTIME, ['--store', STORE, '--deployment', 'eu'], folder, CREDENTIALS)
  const port = await portOf(runtime)
  expect((await chat(port, 'a')).status).toBe(200)
  const refused = await chat(port, 'b')
  expect(refused).toMatchObject({
    status: 403,
    text: expect.stringContaining('This gateway does not serve callers of your workspace.'),
  })
  expect((await send(port, '/workspaces', 'b')).status).toBe(403)
  const status = (await portolan(['status'], folder)).out
  expect(status).toMatch(
    new RegExp(`runtime .*:${port}: running, seen \\d+ s ago, deployment eu, live, plan`),
  )
  expect(status).toContain('saved by API: 1 deployment (1 KB)')

  await write({ label: 'live', workspaces: ['b'] })
  await becomes(200, () => chat(port, 'b'))
  expect((await chat(port, 'a')).status).toBe(403)
  writeFileSync(join(folder, 'configs/chat.yaml'), config('status-418'))
  await portolan(['push'], folder)
  await portolan(['promote', '2', '--label', 'next'], folder)
  await write({ label: 'next', workspaces: [] })
  await becomes(418, () => chat(port, 'a'))
  expect((await chat(port, 'b')).status).toBe(418)
  await write({ label: 'absent', workspaces: ['a'] })
  await runtime.waitForOutput(/The label "absent" does not exist: the plan [0-9a-f]{12} stays in use\./)
  await store.close()
  runtime.child.kill('SIGTERM')
  expect((await runtime.finished).code).toBe(0)
})

it('the control plane and the calls are served by processes of their own', async () => {
  const folder = project()
  await portolan(['push', '--promote'], folder)
  // Without the credentials of providers.
  const control = start(RUNTIME, ['control', '--store', STORE], folder)
  const inference = start(RUNTIME, ['inference', '--store', STORE], folder, CREDENTIALS)
  const ports = { control: await portOf(control), inference: await portOf(inference) }
  expect((await send(ports.control, '/workspaces', 'a')).status).toBe(200)
  const rendered = await send(ports.control, '/prompts/greet/render', 'a', { variables: { name: 'Ann' } })
  expect(rendered).toMatchObject({ status: 200, text: expect.stringContaining('Hello Ann') })
  expect(await chat(ports.control, 'a')).toMatchObject({
    status: 404,
    text: expect.stringContaining('Calls of models are not served here'),
  })
  expect((await chat(ports.inference, 'a')).status).toBe(200)
  expect(await send(ports.inference, '/workspaces', 'a')).toMatchObject({
    status: 404,
    text: expect.stringContaining('served by the control plane'),
  })
  for (const { child } of [control, inference]) child.kill('SIGTERM')
  for (const { finished } of [control, inference]) expect((await finished).code).toBe(0)
})

it.each([
  [['control'], 'control needs a store with --store.'],
  [
    ['control', '--store', STORE, '--admin', '127.0.0.1:0'],
    '--admin is for a runtime that serves everything',
  ],
  [['plan.json', '--admin', 'nonsense'], '--admin must be HOST:PORT'],
  [['plan.json', '--deployment', 'eu'], '--deployment needs a store with --store.'],
  [
    ['--store', STORE, '--deployment', 'eu', '--label', 'live'],
    '--label and --deployment exclude each other',
  ],
])('portolan-runtime %j is invalid usage', async (args, sentence) => {
  const { code, complaints } = await start(RUNTIME, args, temporaryFolder({})).finished
  expect({ code, complaints }).toEqual({ code: 64, complaints: expect.stringContaining(sentence) })
})
