// Prompts of a project: which files they are, their tests, and what a bundle has of them.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { decodeBundle } from '../../../compiler/plan/decode.ts'
import { seal } from '../../../compiler/plan/emit.ts'
import type { Bundle } from '../../../schemas/generated/types.ts'
import { sha256 } from '../../support/bundle.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers: { mock: { provider: mock } }\n'
const HELLO = 'model: "@mock/echo"\nmessages: [{ role: user, content: "Hello {{>name}}" }]\n'
const FILES = {
  'gateway.yaml': MANIFEST,
  'configs/chat.yaml': 'prompt_id: hello\n',
  'prompts/hello.yaml': HELLO,
  'prompts/letters/long.json': '{"messages":[{"role":"user","content":"Dear"}]}',
  'prompts/_shared.yaml': 'not: a prompt\n',
  'prompts/README.md': '# prompts\n',
  'prompts/partials/name.txt': 'Ada\n',
  'prompts/partials/sign.yaml': 'template: Yours\n',
}

interface Report {
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly file: string }[]
}

const check = async (files: Readonly<Record<string, string>>) => {
  const { code, out } = await portolan(['check', temporaryFolder(files), '--format', 'json'])
  const { diagnostics } = JSON.parse(out) as Report
  return { code, diagnostics: diagnostics.map(({ code: name, message }) => `${name}: ${message}`) }
}

const compiled = async (files: Readonly<Record<string, string>>): Promise<Bundle> => {
  const folder = temporaryFolder(files)
  const path = join(folder, 'out.plan.json')
  const { code, complaints } = await portolan(['compile', folder, '-o', path])
  expect([code, complaints]).toEqual([0, expect.anything()])
  return JSON.parse(readFileSync(path, 'utf8')) as Bundle
}

describe('The files of prompts', () => {
  it('are prompts and partials of the bundle, named after their files', async () => {
    const { prompts, partials, plans } = await compiled(FILES)
    expect(prompts).toEqual({
      hello: {
        allow: [],
        messages: [{ role: 'user', content: 'Hello {{>name}}' }],
        parameters: { model: '@mock/echo' },
        variables: {},
      },
      long: { allow: [], messages: [{ role: 'user', content: 'Dear' }], parameters: {}, variables: {} },
    })
    expect(partials).toEqual({ name: 'Ada\n', sign: 'Yours' })
    expect(plans['chat']?.prompt).toBe('hello')
  })

  it('are not in a bundle without prompts', async () => {
    const bundle = await compiled({ 'gateway.yaml': MANIFEST })
    expect(Object.keys(bundle).sort()).toEqual(['compiler', 'digest', 'format', 'gateway', 'plans'])
  })

  it('are in the folder that the manifest names, also within that of the configs', async () => {
    const bundle = await compiled({
      'gateway.yaml': `${MANIFEST}configs: .\nprompts: texts\n`,
      'chat.yaml': 'provider: "@mock"\n',
      'texts/hello.yaml': 'messages: [{ role: user, content: Hello }]\n',
    })
    expect([Object.keys(bundle.plans), Object.keys(bundle.prompts ?? {})]).toEqual([['chat'], ['hello']])
  })

  it.each<readonly [string, Readonly<Record<string, string>>, readonly unknown[]]>([
    [
      'a folder that does not exist',
      { 'gateway.yaml': `${MANIFEST}prompts: texts\n` },
      ['unreadable-file: The folder "texts" does not exist.'],
    ],
    [
      'two files of one name',
      { ...FILES, 'prompts/more/hello.json': '{}' },
      [expect.stringMatching(/^duplicate-prompt: The prompt "hello" is already defined by .*hello\.yaml\.$/)],
    ],
    [
      'two partials of one name',
      { ...FILES, 'prompts/partials/name.yaml': 'template: Eve' },
      [expect.stringMatching(/^duplicate-prompt: The partial "name"/)],
    ],
    [
      'a name that cannot be in a path',
      { ...FILES, 'prompts/a b.yaml': 'messages: [{ role: user, content: Hello }]\n' },
      [expect.stringMatching(/^malformed-slug: "a b" cannot be the identifier of a prompt/)],
    ],
  ])('%s is an error', async (_title, files, expected) => {
    const { code, diagnostics } = await check(files)
    expect([code, diagnostics]).toEqual([1, expected])
  })
})

describe('A command', () => {
  it.each(['prompts/hello.yaml', 'prompts/partials/name.txt'])('for %s checks its project', async file => {
    const folder = temporaryFolder({ ...FILES, 'prompts/partials/name.txt': '{{#x}}' })
    const { code, out } = await portolan(['check', join(folder, file)])
    expect([code, out]).toEqual([1, expect.stringContaining('The section "x" is not closed.')])
  })

  it('print shows the prompt of a config', async () => {
    const { out } = await portolan(['print', temporaryFolder(FILES)])
    expect(out).toContain('; prompt hello\n')
  })
})

describe('The tests of a prompt', () => {
  const withTests = (tests: string) => ({
    'gateway.yaml': MANIFEST,
    'prompts/hello.yaml': `variables: { name: {} }\nmessages: [{ role: user, content: "Hello {{name}}" }]\ntests:\n${tests}`,
  })
  it.each<readonly [string, string, readonly unknown[]]>([
    ['pass', '  - { variables: { name: Ada }, messages: [{ role: user, content: Hello Ada }] }', []],
    [
      'compare messages as a whole',
      '  - { variables: { name: Ada }, messages: [{ role: user, content: Hello Eve }] }',
      ['unmet-expectation: messages[0].content is "Hello Ada", not "Hello Eve".'],
    ],
    [
      'count messages',
      '  - { variables: { name: Ada }, messages: [] }',
      ['unmet-expectation: messages is a list of 1, not a list of 0.'],
    ],
    ['may expect an error', '  - { variables: {}, error: \'"name"\' }', []],
    [
      'fail where there is none',
      '  - { variables: { name: 1 }, error: \'"name"\' }',
      ['unmet-expectation: The prompt is rendered.'],
    ],
    [
      'fail where it is another',
      '  - { variables: {}, error: other }',
      [expect.stringMatching(/^unmet-expectation: The error is: The prompt needs the variable "name"/)],
    ],
    [
      'expect something',
      '  - { variables: { name: Ada } }',
      ['missing-property: The test expects nothing: add "messages" or "error".'],
    ],
  ])('%s', async (_title, tests, expected) => {
    expect((await check(withTests(tests))).diagnostics).toEqual(expected)
  })
})

describe('A bundle is refused', () => {
  const refused = async (change: (bundle: Bundle) => object) => {
    const bundle = await compiled(FILES)
    const changed = seal({ ...bundle, ...change(bundle) }, sha256)
    return decodeBundle(JSON.stringify(changed), sha256).errors
  }
  it.each<readonly [string, (bundle: Bundle) => object, string]>([
    [
      'with a plan whose prompt is missing',
      () => ({ prompts: {} }),
      'plan "chat": there is no prompt "hello".',
    ],
    [
      'with a partial that is missing',
      () => ({ partials: {} }),
      'prompt "hello": there is no partial "name".',
    ],
    [
      'with a partial that includes itself',
      ({ partials }) => ({ partials: { ...partials, name: '{{>name}}' } }),
      'partial "name": it includes itself.',
    ],
    [
      'with a malformed template',
      ({ partials }) => ({ partials: { ...partials, sign: '{{#x}}' } }),
      'partial "sign": The section "x" is not closed.',
    ],
  ])('%s', async (_title, change, error) => {
    expect(await refused(change)).toEqual([error])
  })
})
