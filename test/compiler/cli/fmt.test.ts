// `portolan fmt`: what is written, listed and refused.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PROJECT = {
  'gateway.yaml': 'configs: configs\nproviders: { mock: { provider: mock } }\n',
  'configs/a.yaml': 'retry: {attempts: 1}\nprovider: "@mock"\n',
  'configs/a.test.yaml': 'tests: [{name: works, expect: {status: 200}, request: {body: {model: m}}}]\n',
  'configs/b.json': '{ "provider": "@mock" }\n',
  'configs/c.ts': 'export default { retry: { attempts: 1 }, provider: "@mock" }\n',
  'prompts/hello.yaml': 'messages: [{role: user, content: Hi}]\n',
}

describe('fmt', () => {
  it('formats manifests, configs, prompts and tests, and is done then', async () => {
    const folder = temporaryFolder(PROJECT)
    const first = await portolan(['fmt'], folder)
    expect([first.code, first.out, first.complaints]).toEqual([
      0,
      'configs/a.yaml\nconfigs/c.ts\ngateway.yaml\nprompts/hello.yaml\nconfigs/a.test.yaml\n',
      'Formatted 5 of 6 files.\n',
    ])
    expect(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).toBe(
      'providers: { mock: { provider: mock } }\nconfigs: configs\n',
    )
    expect(readFileSync(join(folder, 'configs/c.ts'), 'utf8')).toBe(
      'export default { provider: "@mock", retry: { attempts: 1 } }\n',
    )
    const second = await portolan(['fmt', '--check'], folder)
    expect([second.code, second.out, second.complaints]).toEqual([0, '', '0 of 6 files would change.\n'])
  })

  it('--check writes nothing, and fails where something would change', async () => {
    const folder = temporaryFolder(PROJECT)
    const { code, out } = await portolan(['fmt', '--check', 'configs/a.yaml'], folder)
    expect([code, out]).toEqual([1, 'configs/a.yaml\n'])
    expect(readFileSync(join(folder, 'configs/a.yaml'), 'utf8')).toBe(PROJECT['configs/a.yaml'])
  })

  it('reports what cannot be read, leaves it as it is, and formats the others', async () => {
    const broken = 'provider: [mock\n'
    const folder = temporaryFolder({ ...PROJECT, 'configs/d.yaml': broken })
    const { code, out } = await portolan(['fmt', '--format', 'one-line'], folder)
    expect(code).toBe(1)
    expect(out).toMatch(/^configs\/d\.yaml:1:\d+: error: .*\[malformed-yaml\]\n/)
    expect(out).toContain('configs/a.yaml')
    expect(readFileSync(join(folder, 'configs/d.yaml'), 'utf8')).toBe(broken)
  })

  it.each([
    ['a path that does not exist', ['fmt', 'nowhere'], /No config, folder or glob matches "nowhere"\./],
    ['a folder without configs', ['fmt'], /No config or project found\./],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(words, temporaryFolder({ 'notes.txt': '' }))
    expect(code).toBe(64)
    expect(complaints).toMatch(sentence)
  })
})
