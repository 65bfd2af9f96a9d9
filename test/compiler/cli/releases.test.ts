// `portolan push`, `promote`, `rollback`, `history`, `show`, `status` and `pull` against a store in a file.
import { generateKeyPairSync } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers: { mock: { provider: mock } }\nstore: sqlite:.portolan/store.db\n'
const config = (model: string): string => `provider: "@mock"\noverride_params: { model: ${model} }\n`
const project = (): string =>
  temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': config('echo') })
const change = (folder: string, model: string): void =>
  writeFileSync(join(folder, 'configs/chat.yaml'), config(model))
const WHO = ['--by', 'ann'] as const

/** What a command prints, without its code if that is 0. */
async function said(folder: string, ...args: readonly string[]): Promise<string> {
  const { code, out, complaints } = await portolan(args, folder)
  return `${code === 0 ? '' : `${code}: `}${out}${complaints}`.trim()
}

describe('push', () => {
  it('stores releases, makes them live, and goes back', async () => {
    const folder = project()
    expect(await said(folder, 'push', ...WHO)).toMatch(
      /^Release 1 \([0-9a-f]{12}\) is stored in sqlite:.*store\.db: changed chat@1\. portolan promote 1 makes it live\.$/,
    )
    expect(await said(folder, 'promote', ...WHO)).toBe('The label live points at release 1.')
    change(folder, 'status-503')
    expect(await said(folder, 'push', '--promote', ...WHO, '-m', 'Try an error')).toMatch(
      /changed chat@2\. It is live\.$/,
    )
    expect(await said(folder, 'push', '--promote', ...WHO)).toMatch(
      /^Release 2 .* is already this project\.$/,
    )
    expect(await said(folder, 'rollback', ...WHO)).toBe(
      'The label live moved from release 2 to release 1, with the keys of release 2.',
    )
    expect(await said(folder, 'rollback', ...WHO)).toMatch(/^1: .*nothing to revert to\.$/)
    expect(await said(folder, 'promote', 'chat@2', ...WHO)).toContain('release 1 with chat@2')
    const history = await said(folder, 'history')
    expect(history).toMatch(/^2 {2}[0-9a-f]{12} {2}.* UTC by ann.*: Try an error$/m)
    expect(history).toMatch(/^live: release 1 with chat@2, with the keys of release 2, since .* by ann$/m)
    expect(await said(folder, 'status')).toMatch(/revision 5, last release 2\nlive: .*\nNo runtime follows/)
  })

  it('stores nothing if there are errors, literal secrets or, where denied, warnings', async () => {
    const folder = project()
    writeFileSync(
      join(folder, 'configs/bad.yaml'),
      'provider: openai\napi_key: sk-abcdefghijklmnopqrstuvwx\n',
    )
    const refused = await said(folder, 'push')
    expect(refused).toMatch(/^1: /)
    expect(refused).toContain('literal-secret')
    expect(refused).toContain('Nothing was pushed.')
    expect(refused).not.toContain('abcdefghijkl')
    expect(existsSync(join(folder, '.portolan'))).toBe(false)
  })

  it('is refused if somebody has pushed since, and shows what', async () => {
    const folder = project()
    await said(folder, 'push', ...WHO)
    change(folder, 'other')
    await said(folder, 'push', '--by', 'bob', '-m', 'First come')
    change(folder, 'late')
    const refused = await said(folder, 'push', '--replaces', '1', ...WHO)
    expect(refused).toMatch(
      /^1: Nothing was pushed: there is a newer release\.\n +2 .*by bob.*: First come\n/,
    )
    expect(await said(folder, 'push', '--replaces', '2', ...WHO)).toMatch(/^Release 3/)
  })
})

describe('rollback', () => {
  it('says that what was live before was rolled back, where nothing else is left', async () => {
    const folder = project()
    await said(folder, 'push', '--promote')
    change(folder, 'other')
    await said(folder, 'push', '--promote')
    await said(folder, 'promote', '1')
    expect(await said(folder, 'rollback')).toMatch(/from release 1 to release 2\.$/)
    expect(await said(folder, 'rollback')).toBe(
      '1: There is nothing to revert to: releases that were live under the label "live" before release 2 were rolled back.',
    )
  })

  /** Two releases, the second live. */
  const twoReleases = async (): Promise<string> => {
    const folder = project()
    await said(folder, 'push', '--promote', ...WHO)
    change(folder, 'other')
    await said(folder, 'push', '--promote', ...WHO)
    return folder
  }

  it('prints from what to what, with --dry-run before anything changes', async () => {
    const folder = await twoReleases()
    const before = await said(folder, 'history', '--format', 'json')
    expect(await said(folder, 'rollback', '--dry-run')).toBe(
      'The label live would move from release 2 to release 1, with the keys of release 2. Nothing was moved.',
    )
    expect(await said(folder, 'rollback', 'chat', '--dry-run')).toBe(
      'The label live would move from release 2 to release 2 with chat@1. Nothing was moved.',
    )
    expect(JSON.parse(await said(folder, 'rollback', '--dry-run', '--format', 'json'))).toEqual({
      kind: 'planned',
      from: { release: 2, keys: 2 },
      to: { release: 1, keys: 2 },
    })
    expect(await said(folder, 'history', '--format', 'json')).toBe(before)
    expect(await said(folder, 'rollback', 'chat')).toBe(
      'The label live moved from release 2 to release 2 with chat@1.',
    )
    expect(await said(folder, 'rollback', '--format', 'json')).toMatch(
      /^\{"kind":"moved","from":\{"release":2,.*\},"to":\{"release":1,"keys":2\}\}$/,
    )
    expect(await said(folder, 'rollback', '--dry-run')).toMatch(
      /^1: Nothing was live under the label "live" before release 1: there is nothing to revert to\.$/,
    )
    expect(await said(folder, 'rollback', '--to', '9')).toBe(
      '1: There is no release 9 of "main"; the last is 2.',
    )
  })

  it('ends a canary that was raised, and says that the release in use stays', async () => {
    const folder = await twoReleases()
    await said(folder, 'rollback')
    await said(folder, 'promote', '2', '--percent', '10')
    await said(folder, 'promote', '2', '--percent', '50')
    const stays = 'The label live would stay at release 1, with the keys of release 2'
    expect(await said(folder, 'rollback', '--dry-run')).toContain(
      `The canary of release 2 (50 %) would end. ${stays}`,
    )
    expect(await said(folder, 'rollback')).toBe(
      'The canary of release 2 (50 %) has ended. The label live stays at release 1, with the keys of release 2; roll back again to revert that.',
    )
    expect(await said(folder, 'history')).toMatch(/^live: release 1, with the keys of release 2, since/m)
  })

  it.each(['rollback', 'promote'])('%s has a help text within 80 columns', async command => {
    const lines = (await said(project(), command, '--help')).split('\n')
    expect(lines.filter(line => line.length > 80)).toEqual([])
  })
})

describe('push --recompile', () => {
  it('compiles the sources that the store keeps of a release, whatever the project is now', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', ...WHO, '--commit', 'abcdef0123456789')
    const digest = (await said(folder, 'show', '1')).match(/[0-9a-f]{12}/)?.[0]
    change(folder, 'other')
    await said(folder, 'push', '--promote', ...WHO)
    expect(await said(folder, 'push', '--recompile', '1', '--promote', ...WHO)).toMatch(
      new RegExp(`^Release 3 \\(${digest}\\) .*It is live\\.$`),
    )
    expect(await said(folder, 'show', '3')).toContain('commit abcdef012345')
    expect(await said(folder, 'pull', '3', '--sources', 'copy')).toBe('2 files of release 3 in copy')
    expect(readFileSync(join(folder, 'copy/configs/chat.yaml'), 'utf8')).toBe(config('echo'))
  })

  it('needs a release with sources, and no project', async () => {
    const folder = project()
    await said(folder, 'push', ...WHO)
    expect(await said(folder, 'push', '--recompile', '9')).toMatch(
      /^1: Nothing was pushed\. The store .* has no release 9 of "main"\.$/,
    )
    expect(await said(folder, 'push', '.', '--recompile', '1')).toMatch(/^64: --recompile takes the number/)
    expect(await said(folder, 'push', '--recompile', 'live')).toMatch(/^64: --recompile takes the number/)
  })
})

describe('what was pushed', () => {
  it('is shown, pulled as a plan that serve and runtime accept, and as sources', async () => {
    const folder = project()
    writeFileSync(join(folder, 'configs/_part.yaml'), 'a: 1\n')
    await said(folder, 'push', ...WHO, '--commit', 'abcdef0123456789')
    expect(await said(folder, 'show')).toMatch(/commit abcdef012345\n +1 config, changed chat@1\n +chat@1 /)
    expect(await said(folder, 'show', 'chat@1')).toContain('call @mock; override model')
    expect(await said(folder, 'show', 'chat@7')).toMatch(/^1: The store .* has no config chat@7 of "main"\.$/)
    expect(await said(folder, 'pull', '-o', 'pulled.plan.json')).toMatch(
      /^pulled\.plan\.json: plan .* of release 1$/,
    )
    await said(folder, 'compile', '-o', 'own.plan.json')
    const text = (name: string): string => readFileSync(join(folder, name), 'utf8')
    expect(text('pulled.plan.json')).toBe(text('own.plan.json'))
    expect(await said(folder, 'pull', '--sources', 'copy')).toBe('3 files of release 1 in copy')
    for (const name of ['gateway.yaml', 'configs/chat.yaml', 'configs/_part.yaml'])
      expect(text(`copy/${name}`)).toBe(text(name))
    expect(await said(folder, 'pull', '--sources', 'copy')).toMatch(/^1: copy exists/)
  })

  it('is printed as JSON', async () => {
    const folder = project()
    await said(folder, 'push', '--promote', ...WHO)
    expect(JSON.parse(await said(folder, 'history', '--format', 'json'))).toMatchObject({
      releases: [{ number: 1, changed: ['chat@1'], pushed: { by: 'ann' } }],
      labels: { live: { selection: { release: 1, keys: 1 } } },
    })
    expect(JSON.parse(await said(folder, 'status', '--format', 'json'))).toMatchObject({
      revision: 1,
      latest: 1,
    })
  })

  it('is signed where there is a key', async () => {
    const folder = project()
    const { privateKey } = generateKeyPairSync('ed25519')
    writeFileSync(join(folder, 'key.pem'), privateKey.export({ format: 'pem', type: 'pkcs8' }))
    await said(folder, 'push', '--signing-key', 'key.pem', ...WHO)
    expect(JSON.parse(await said(folder, 'show', '--format', 'json'))).toMatchObject({
      signature: { key: expect.stringMatching(/^[0-9a-f]{16}$/) },
    })
    writeFileSync(join(folder, 'rsa.pem'), 'no key')
    expect(await said(folder, 'promote', '--signing-key', 'rsa.pem')).toMatch(
      /^64: The key is not an Ed25519 key as PEM\.$/,
    )
  })
})

describe('an address', () => {
  it('of a store that does not exist is refused by every command but push', async () => {
    const folder = project()
    for (const command of ['history', 'status', 'show', 'pull', 'promote', 'rollback'])
      expect(await said(folder, command)).toMatch(
        /^1: The store sqlite:.* does not exist; portolan push makes it\.$/,
      )
  })

  it('is that of the option, the variable or the manifest, in this order', async () => {
    const folder = project()
    expect(await said(folder, 'push', '--store', 'sqlite:other.db')).toContain('other.db')
    expect(existsSync(join(folder, '.portolan'))).toBe(false)
    writeFileSync(join(folder, 'gateway.yaml'), MANIFEST.split('\n')[0] ?? '')
    expect(await said(folder, 'history')).toMatch(/^64: No store is named: write "store: sqlite:/)
    expect(await said(folder, 'push', '--store', '${env:NO_SUCH_STORE}')).toMatch(
      /^64: The address of the store needs the environment variable NO_SUCH_STORE\.$/,
    )
  })

  it.each([
    ['push', '--replaces', 'x'],
    ['push', '--project', 'a b'],
    ['promote', 'chat@x'],
    ['promote', '--label', '7'],
    ['rollback', '--to', '0'],
    ['history', '--limit', '0'],
    ['status', '--format', 'xml'],
    ['pull', 'seven'],
  ])('%s %s %s is a usage error', async (...args) => {
    expect(await said(project(), ...args)).toMatch(/^64: /)
  })
})
