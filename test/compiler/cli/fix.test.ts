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
