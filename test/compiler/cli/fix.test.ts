// `portolan check --fix`: what is written, and what is left alone.
import { lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers:\n  mock: { provider: mock }\n'

const project = (configs: Readonly<Record<string, string>>): string =>
  temporaryFolder({
    'gateway.yaml': MANIFEST,
    ...Object.fromEntries(Object.entries(configs).map(([name, text]) => [`configs/${name}`, text])),
  })
const textOf = (folder: string, name: string): string => readFileSync(join(folder, 'configs', name), 'utf8')

const SECRET = 'sk-proj-abcdefghijklmnopqrstuvwxyz0123456789abcd'

describe('--diff', () => {
  const files = {
    'gateway.yaml': `providers:\n    spare: { provider: openai, api_key: ${SECRET} }\n    mock: { provider: mock }\n`,
    'configs/a.yaml': 'Provider: "@mock"\n',
  }

  it('of check prints what the chosen fixes would change, and writes nothing', async () => {
    const folder = temporaryFolder(files)
    const { out } = await portolan(['check', '--fix', '--diff'], folder)
    expect(out).toContain(
      '--- configs/a.yaml\n+++ configs/a.yaml\n@@ -1,1 +1,1 @@\n-Provider: "@mock"\n+provider: "@mock"\n',
    )
    expect(textOf(folder, 'a.yaml')).toBe('Provider: "@mock"\n')
  })

  it('of fmt prints what would change without secrets, writes nothing, and exits with 1', async () => {
    const folder = temporaryFolder(files)
    const { code, out, complaints } = await portolan(['fmt', '--diff'], folder)
    expect([code, complaints]).toEqual([1, expect.stringContaining('1 of 2 files would change.')])
    expect(out).toMatch(/^--- gateway\.yaml\n\+\+\+ gateway\.yaml\n@@ -1,3 \+1,3 @@\n providers:\n/)
    expect(out).toContain(`+  spare: { provider: openai, api_key: ${'*'.repeat(SECRET.length)} }`)
    expect(out).not.toContain(SECRET)
    expect(readFileSync(join(folder, 'gateway.yaml'), 'utf8')).toBe(files['gateway.yaml'])
  })

  it('without --fix is a usage error', async () => {
    expect((await portolan(['check', '--diff'], temporaryFolder(files))).code).toBe(64)
  })
})

describe('check --fix', () => {
  it('writes what cannot be mistaken, and nothing else of the file', async () => {
    const folder = project({
      'a.yaml':
        '# A.\nProvider: "@mock"   # the mock\n\nrequestTimeout:   "30000"\nretry: {attempts: 2, use_retry_after_header: yes}\n',
      'b.json': "{'provider': '@mock',\n  cache: {mode: 'Simple'}, }\n",
      'c.ts': 'export default { provider: "@mock", Retry: { attempts: 2 } }\n',
    })
    const { code, complaints } = await portolan(['check', '--fix'], folder)
    expect(complaints).toMatch(
      /^Fixed \d+ findings in configs\/a\.yaml, configs\/b\.json and configs\/c\.ts\.$/m,
    )
    expect([code, textOf(folder, 'a.yaml'), textOf(folder, 'b.json'), textOf(folder, 'c.ts')]).toEqual([
      0,
      '# A.\nprovider: "@mock"   # the mock\n\nrequest_timeout:   30000\nretry: {attempts: 2, use_retry_after_headers: true}\n',
      '{"provider": "@mock",\n  "cache": {"mode": "simple"} }\n',
      'export default { provider: "@mock", retry: { attempts: 2 } }\n',
    ])
    const again = await portolan(['check', '--fix'], folder)
    expect([again.code, again.complaints]).toEqual([0, expect.stringContaining('Nothing was fixed.')])
  })

  it('leaves guesses to --fix=all', async () => {
    const folder = project({ 'a.yaml': 'provider: "@mok"\nretyr: { attempts: 2 }\n' })
    expect((await portolan(['check', '--fix'], folder)).complaints).toContain('Nothing was fixed.')
    const { code, complaints } = await portolan(['check', '--fix=all'], folder)
    expect([code, complaints]).toEqual([0, expect.stringContaining('Fixed 2 findings in configs/a.yaml.')])
    expect(textOf(folder, 'a.yaml')).toBe('provider: "@mock"\nretry: { attempts: 2 }\n')
  })

  it('says how to take guesses where nothing else can be fixed', async () => {
    const folder = project({ 'a.yaml': 'provider: "@mok"\nretyr: { attempts: 2 }\n' })
    expect((await portolan(['check', '--fix'], folder)).complaints).toContain(
      'Nothing was fixed. --fix=all writes 2 suggestions; look at the changes.',
    )
  })

  it('writes the name and the value of a property where both are wrong', async () => {
    const folder = project({ 'a.yaml': 'provider: "@mock"\nretry: { atempts: "2" }\n' })
    expect((await portolan(['check', '--fix=all'], folder)).code).toBe(0)
    expect(textOf(folder, 'a.yaml')).toBe('provider: "@mock"\nretry: { attempts: 2 }\n')
  })

  it('prints what is left in the chosen format, and fails for it', async () => {
    const folder = project({ 'a.yaml': 'provider: "@mock"\nrequest_timeout: "5000"\nfoo: 1\n' })
    const { code, out } = await portolan(['check', '--fix', '--format', 'one-line'], folder)
    expect(code).toBe(1)
    expect(out).toMatch(/^configs\/a\.yaml:3:1: error: .*\[unknown-property\]\n$/)
    expect(textOf(folder, 'a.yaml')).toContain('request_timeout: 5000\n')
  })

  it('writes the file that a link leads to', async () => {
    const folder = project({ 'a.yaml': 'Provider: "@mock"\n' })
    const real = join(folder, 'configs', 'real.txt')
    writeFileSync(real, 'Provider: "@mock"\n')
    symlinkSync(real, join(folder, 'configs', 'b.yaml'))
    expect((await portolan(['check', '--fix'], folder)).code).toBe(0)
    expect(lstatSync(join(folder, 'configs', 'b.yaml')).isSymbolicLink()).toBe(true)
    expect(readFileSync(real, 'utf8')).toBe('provider: "@mock"\n')
  })

  it('takes no other value', async () => {
    const { code, complaints } = await portolan(['check', '--fix=some'], project({ 'a.yaml': MANIFEST }))
    expect([code, complaints]).toEqual([64, expect.stringContaining('"--fix" takes no value but "all".')])
  })
})
