// `portolan connect`: the settings of every agent are filled in, and writing them loses nothing that is there.
import { existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { readGatewayAddress } from '../../../compiler/cli/gateway/gateway-address.ts'
import { listModels, tryModel } from '../../../compiler/cli/gateway/try-agent.ts'
import { describeSetup, setupPath, writeSetup } from '../../../compiler/cli/gateway/write-setup.ts'
import {
  mergeSettings,
  settingsOf,
  smallModel,
  suitingModel,
  writeToml,
} from '../../../schemas/contracts/coding-agent.ts'
import { codingAgents } from '../../../schemas/generated/coding-agents.ts'
import type { SetupStep } from '../../../schemas/generated/types.ts'
import { inlineReferences, readSchema } from '../../../schemas/sources.ts'
import { makeFolder } from '../../support/temporary-folder.ts'

const VALUES = {
  origin: 'https://gateway.example',
  model: '@claude/large',
  small: '@claude/small',
  signedIn: false,
}
const DAY = '2026-11-30'

describe('the data of agents', () => {
  const validate = new Ajv2020({ strict: false }).compile(
    inlineReferences(readSchema('coding-agent')) as object,
  )
  it.each(codingAgents.map(agent => [agent.id, agent] as const))('%s follows the schema', (_id, agent) => {
    expect(validate(agent), JSON.stringify(validate.errors)).toBe(true)
  })
  it.each(codingAgents.map(agent => [agent.id, agent] as const))(
    '%s gets the gateway and the model, and no placeholder is left',
    async (_id, { steps, start = '' }) => {
      const text = steps.map(step => describeSetup(step, 'FILE', VALUES)).join('\n')
      expect(text).toContain('https://gateway.example')
      expect(text + start.replace('{model}', VALUES.model)).toContain('@claude/large')
      expect(text.replaceAll('{env:PORTOLAN_API_KEY}', '').match(/\{[a-z_]+\}/g)).toBeNull()
    },
  )
})

describe('files', () => {
  const json: SetupStep = {
    file: '.agent/settings.json',
    content: { env: { URL: '{base}' }, list: [{ id: 'a', url: '{origin}' }] },
  }
  const written = (text: string) => ({ env: { URL: 'https://gateway.example/v1' }, ...JSON.parse(text) })

  it('a new file is written with its folder', async () => {
    const home = makeFolder({})
    const result = writeSetup(json, setupPath(json, home, {}), VALUES, DAY)
    expect(result).toEqual({ path: join(home, '.agent/settings.json'), backup: undefined, changed: true })
    expect(written(readFileSync(join(home, '.agent/settings.json'), 'utf8'))).toEqual({
      env: { URL: 'https://gateway.example/v1' },
      list: [{ id: 'a', url: 'https://gateway.example' }],
    })
  })

  it('what is there stays, and is copied before the file changes', async () => {
    const before =
      '{\n\t"theme": "dark",\n\t"env": { "OTHER": "1", "URL": "old" },\n\t"list": [{ "id": "b" }, { "id": "a" }]\n}'
    const home = makeFolder({ '.agent/settings.json': before })
    const path = setupPath(json, home, {})
    const result = writeSetup(json, path, VALUES, DAY)
    expect(result).toEqual({ path, backup: `${path}.2026-11-30.bak`, changed: true })
    expect(readFileSync(`${path}.2026-11-30.bak`, 'utf8')).toBe(before)
    const after = readFileSync(path, 'utf8')
    expect(JSON.parse(after)).toEqual({
      theme: 'dark',
      env: { OTHER: '1', URL: 'https://gateway.example/v1' },
      list: [{ id: 'b' }, { id: 'a', url: 'https://gateway.example' }],
    })
    expect(after).toContain('\n\t"theme"')
    expect(writeSetup(json, path, VALUES, DAY)).toEqual({ path, backup: undefined, changed: false })
    expect(writeSetup(json, path, { ...VALUES, origin: 'https://other.example' }, DAY)).toMatchObject({
      backup: `${path}.2026-11-30.bak-2`,
    })
  })

  it('a file with comments is not changed, and the settings are in the sentence', async () => {
    const before = '{\n  // mine\n  "theme": "dark"\n}'
    const home = makeFolder({ '.agent/settings.json': before })
    const path = setupPath(json, home, {})
    expect(writeSetup(json, path, VALUES, DAY)).toMatchObject({
      fault: expect.stringMatching(/has comments or is not JSON: it was not changed[\s\S]*gateway\.example/),
    })
    expect(readFileSync(path, 'utf8')).toBe(before)
    expect(existsSync(`${path}.2026-11-30.bak`)).toBe(false)
  })

  it.each([
    ['JSON', json, '\uFEFF{"theme":"dark"}'],
    ['JSON', json, ''],
    ['YAML', { ...json, format: 'yaml' } as const, ' \n'],
  ])('%s that is empty, or begins with a byte order mark, is written: %#', (_format, step, before) => {
    const home = makeFolder({ '.agent/settings.json': before })
    const path = setupPath(step, home, {})
    expect(writeSetup(step, path, VALUES, DAY)).toMatchObject({ changed: true })
    const settings = parse(readFileSync(path, 'utf8')) as object
    expect(settings).toMatchObject({ env: { URL: 'https://gateway.example/v1' } })
    expect('theme' in settings).toBe(before.includes('theme'))
  })

  it('a link stays a link', async () => {
    const home = makeFolder({ 'dotfiles/settings.json': '{}', '.agent/other': '' })
    const path = setupPath(json, home, {})
    symlinkSync(join(home, 'dotfiles/settings.json'), path)
    writeSetup(json, path, VALUES, DAY)
    expect(lstatSync(path).isSymbolicLink()).toBe(true)
    expect(readFileSync(join(home, 'dotfiles/settings.json'), 'utf8')).toContain('gateway.example')
  })

  it('YAML keeps its comments, and its name', async () => {
    const agent = codingAgents.find(({ id }) => id === 'continue')
    const step = agent?.steps[0] as SetupStep
    const home = makeFolder({
      '.continue/config.yaml': '# mine\nname: Ada\nversion: 1.0.0\nmodels:\n  - name: Other\n    model: x\n',
    })
    const path = setupPath(step, home, {})
    writeSetup(step, path, VALUES, DAY)
    const text = readFileSync(path, 'utf8')
    expect(text).toContain('# mine')
    expect(parse(text)).toMatchObject({
      name: 'Ada',
      models: [{ name: 'Other' }, { name: 'Portolan', model: '@claude/large' }],
    })
  })

  it('folders that a variable names are used', () => {
    expect(
      setupPath({ file: '.codex/portolan.config.toml', variable: 'CODEX_HOME' }, '/home/ada', {
        CODEX_HOME: '/codex',
      }),
    ).toBe('/codex/portolan.config.toml')
    expect(setupPath({ file: '.config/zed/settings.json' }, '/home/ada', { XDG_CONFIG_HOME: '/xdg' })).toBe(
      '/xdg/zed/settings.json',
    )
  })

  it('a person who signed in gets the token by a command', () => {
    const codex = codingAgents.find(({ id }) => id === 'codex')?.steps[0] as SetupStep
    const toml = writeToml(settingsOf(codex, { ...VALUES, signedIn: true }))
    expect(toml).toContain(
      '[model_providers.portolan.auth]\ncommand = "portolan"\nargs = ["token","--gateway","https://gateway.example"]',
    )
    expect(toml).not.toContain('env_key')
    const folder = makeFolder({ 'x.json': '{"a":{"b":1}}' })
    expect(mergeSettings({ a: { b: 1, c: 2 } }, { a: { b: null } })).toEqual({ a: { c: 2 } })
    expect(existsSync(folder)).toBe(true)
  })
})

describe('models', () => {
  const listed = [
    { id: '@g/gemini-3.8-flash', price: 0.75 },
    { id: '@o/gpt-6.1-sol', price: 2 },
    { id: '@o/gpt-6.1-terra', price: 1 },
    { id: '@o/gpt-6-luna', price: 0.1 },
    { id: '@c/claude-sonnet-5-5', price: 2 },
  ]
  const agent = (id: string) => codingAgents.find(each => each.id === id) ?? codingAgents[0]!

  it.each([
    ['claude-code', '@c/claude-sonnet-5-5'],
    ['codex', '@o/gpt-6.1-sol'],
    ['gemini-cli', '@g/gemini-3.8-flash'],
  ])('%s gets %s', (id, model) => {
    expect(suitingModel(agent(id), listed)?.id).toBe(model)
  })

  it('an agent gets any model where none is of its own vendor', () => {
    const others = listed.filter(({ id }) => id.startsWith('@o/'))
    expect(suitingModel(agent('gemini-cli'), others)?.id).toBe('@o/gpt-6.1-sol')
    expect(suitingModel(agent('claude-code'), [])).toBeUndefined()
  })

  it('the small model is of the same provider and costs less than half', () => {
    expect(smallModel('@o/gpt-6.1-sol', listed)).toBe('@o/gpt-6-luna')
    expect(smallModel('@c/claude-sonnet-5-5', listed)).toBe('@c/claude-sonnet-5-5')
    expect(smallModel('alias', listed)).toBe('alias')
  })
})

describe('calls', () => {
  const address = { origin: 'https://gateway.example', base: 'https://gateway.example/v1' }
  const answering = (status: number, body: object, sent: unknown[] = []) => ({
    ...address,
    key: 'ptl_key',
    isSignedIn: false,
    send: (async (url: string, init: RequestInit) => {
      sent.push([url, init.redirect, (init.headers as Record<string, string>)['authorization']])
      return new Response(JSON.stringify(body), { status })
    }) as typeof fetch,
  })

  it('the list has the models that the key may use', async () => {
    const gateway = answering(200, {
      data: [{ id: '@a/b', prices: { input: 2 } }, { id: 7 }],
    })
    expect(await listModels(gateway)).toEqual([{ id: '@a/b', price: 2 }])
  })

  it.each([
    ['messages', '/v1/messages'],
    ['responses', '/v1/responses'],
    ['chat', '/v1/chat/completions'],
    ['gemini', '/v1beta/models/%40a%2Fb:generateContent'],
  ] as const)('%s are called at %s, without following redirects', async (api, path) => {
    const sent: unknown[] = []
    expect(await tryModel(answering(200, {}, sent), api, '@a/b')).toBeUndefined()
    expect(sent).toEqual([[`https://gateway.example${path}`, 'error', 'Bearer ptl_key']])
  })

  it('a refusal is the sentence of the gateway', async () => {
    expect(await tryModel(answering(403, { error: { message: 'No.' } }), 'chat', '@a/b')).toEqual({
      fault: 'No. (status 403)',
    })
    expect(await tryModel(answering(502, {}), 'chat', '@a/b')).toEqual({
      fault: 'The gateway replied with the status 502.',
    })
  })
})

it.each([
  ['https://gateway.example', 'https://gateway.example/v1'],
  ['https://gateway.example/v1/', 'https://gateway.example/v1'],
  ['http://localhost:8787', 'http://localhost:8787/v1'],
  ['http://[::1]:8787', 'http://[::1]:8787/v1'],
])('%s has the base URL %s', (text, base) => {
  expect(readGatewayAddress(text)).toMatchObject({ base })
})

it.each(['http://gateway.example', 'ftp://gateway.example', 'gateway', 'https://user:word@gateway.example'])(
  'no key is sent to %s',
  text => {
    expect(readGatewayAddress(text)).toHaveProperty('fault')
  },
)

it('an unreadable folder is a sentence', async () => {
  const home = makeFolder({ '.agent': 'a file' })
  writeFileSync(join(home, 'x'), '')
  expect(
    writeSetup(
      { file: '.agent/settings.json', content: {} },
      join(home, '.agent/settings.json'),
      VALUES,
      DAY,
    ),
  ).toHaveProperty('fault')
})
