// `portolan` as a process: output, files, exit codes.
import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { commands } from '../../../compiler/cli/commands.ts'
import { diagnosticMessages } from '../../../compiler/diagnostics/messages.ts'
import { portolan } from '../../support/command.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = 'providers:\n  mock: { provider: mock }\n'
const GOOD = 'provider: "@mock"\n'
const BAD = 'provider: "@mok"\n'
const WARNED = 'provider: "@mock"\nretry: { attempts: 1, use_retry_after_header: true }\n'

describe('usage', () => {
  it('without a command: the list of commands and 64', async () => {
    const { code, out } = await portolan([])
    expect(code).toBe(64)
    const width = Math.max(...commands.map(({ name }) => name.length))
    for (const { name, summary } of commands) expect(out).toContain(`${name.padEnd(width)}  ${summary}`)
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  it.each(commands.map(({ name }) => name))('%s --help', async name => {
    const { code, out } = await portolan([name, '--help'])
    expect(code).toBe(0)
    expect(out).toMatch(new RegExp(`^Usage: portolan ${name}(?: |\n)`))
    expect(out.split('\n').filter(line => line.length > 80)).toEqual([])
  })

  it.each<readonly [string, readonly string[], RegExp]>([
    ['an unknown command', ['chekc'], /Did you mean "check"/],
    ['an unknown option', ['check', '--formt', 'json'], /"--formt". Did you mean "--format"/],
    [
      'an unknown format',
      ['check', '.', '--format', 'xml'],
      /pretty, one-line, json, sarif, github, gitlab or junit/,
    ],
    ['a path that does not exist', ['check', 'nowhere'], /nowhere/],
    ['an invalid port', ['serve', '--port', 'x'], /0 to 65535/],
    ['an unknown code', ['explain', 'unknwon-target'], /Did you mean/],
    ['a key without a name', ['key'], /A name is required/],
  ])('%s: a sentence and 64', async (_title, words, sentence) => {
    const { code, complaints } = await portolan(words, temporaryFolder({ 'gateway.yaml': MANIFEST }))
    expect(code).toBe(64)
    expect(complaints).toMatch(sentence)
  })

  it('no colors without a terminal', async () => {
    const { out, complaints } = await portolan(
      ['check', 'bad.yaml'],
      temporaryFolder({ 'bad.yaml': 'retyr: {}\n' }),
    )
    expect(out + complaints).not.toContain('\x1b[')
  })
})

describe('check', () => {
  it('a clean project: 0', async () => {
    const { code, complaints } = await portolan(
      ['check'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': GOOD }),
    )
    expect([code, complaints.trim()]).toEqual([0, '0 errors in 1 config'])
  })

  it('reports all errors of all files: 1', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'configs/a.yaml': BAD,
      'configs/b.json': '{"provider": "@mock",}',
      'configs/c.yaml': 'retyr: 1\n',
    })
    const { code, out } = await portolan(['check'], folder)
    expect(code).toBe(1)
    expect(out).toMatch(/configs\/a\.yaml:1:\d+ error unknown-slug/)
    expect(out).toMatch(/configs\/b\.json:1:\d+ error malformed-json/)
    expect(out).toMatch(/configs\/c\.yaml:1:1 error unknown-property/)
  })

  it('--format json has file, line and column', async () => {
    const { out } = await portolan(
      ['check', '--format', 'json'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': BAD }),
    )
    const { diagnostics } = JSON.parse(out) as { diagnostics: readonly object[] }
    expect(diagnostics).toMatchObject([
      { code: 'unknown-slug', severity: 'error', file: 'configs/a.yaml', line: 1, column: 11 },
    ])
  })

  it('warnings exit with 0, and with 1 under --deny-warnings', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': WARNED })
    expect((await portolan(['check'], folder)).code).toBe(0)
    expect((await portolan(['check', '--deny-warnings'], folder)).code).toBe(1)
  })

  it('globs, standalone files, and single files of a project', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'configs/a.yaml': BAD,
      'configs/b.yaml': GOOD,
      'lone/one.yaml': 'provider: mock\ncustom_host: https://models.example.com/v1\n',
    })
    expect((await portolan(['check', 'configs/b.yaml'], folder)).code).toBe(0)
    expect((await portolan(['check', 'configs/*.yaml'], folder)).code).toBe(1)
  })

  it('two files with one identifier, and a file that is not text', async () => {
    const folder = temporaryFolder({
      'gateway.yaml': MANIFEST,
      'configs/a.yaml': GOOD,
      'configs/eu/a.json': '{"provider":"@mock"}',
      'configs/z.yaml': new Uint8Array([0xff, 0xfe, 0x00]),
    })
    const { code, out } = await portolan(['check'], folder)
    expect(code).toBe(1)
    expect(out).toMatch(/error duplicate-config/)
    expect(out).toMatch(/configs\/z\.yaml:1:1 error unreadable-file/)
  })

  it('a thousand files', async () => {
    const files = Object.fromEntries(
      Array.from({ length: 1000 }, (_, index) => [`configs/c${index}.yaml`, GOOD]),
    )
    const { code, complaints } = await portolan(
      ['check'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, ...files }),
    )
    expect([code, complaints.trim()]).toEqual([0, '0 errors in 1000 configs'])
  })
})

describe('compile', () => {
  it('writes the plan and its map, the same bytes each time', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': GOOD })
    expect((await portolan(['compile', '-o', 'out.plan.json'], folder)).code).toBe(0)
    const first = readFileSync(join(folder, 'out.plan.json'), 'utf8')
    expect(Object.keys((JSON.parse(first) as { plans: object }).plans)).toEqual(['a'])
    expect(existsSync(join(folder, 'out.plan.map.json'))).toBe(true)
    expect((await portolan(['compile', '-o', 'out.plan.json'], folder)).code).toBe(0)
    expect(readFileSync(join(folder, 'out.plan.json'), 'utf8')).toBe(first)
    expect((await portolan(['compile', '-o', 'out.plan.json', '--check'], folder)).code).toBe(0)
  })

  it('writes nothing when there is an error', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': BAD })
    expect((await portolan(['compile', '-o', 'out.plan.json'], folder)).code).toBe(1)
    expect(existsSync(join(folder, 'out.plan.json'))).toBe(false)
  })

  it('--check detects a plan that is not up to date', async () => {
    const { code, complaints } = await portolan(
      ['compile', '--check'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': GOOD, 'gateway.plan.json': '{}' }),
    )
    expect(code).toBe(1)
    expect(complaints).toMatch(/is not up to date/)
  })

  it('a folder that cannot be written to: an error message and 1', async () => {
    const { code, complaints } = await portolan(
      ['compile', '-o', 'missing/out.json'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': GOOD }),
    )
    expect(code).toBe(1)
    expect(complaints).toMatch(/cannot be written: its folder does not exist/)
  })
})

describe('print and explain', () => {
  it('print shows sources and compiled plans identically', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/a.yaml': GOOD })
    await portolan(['compile'], folder)
    const ofSources = await portolan(['print'], folder)
    expect(ofSources.out).toMatch(/call @mock/)
    expect((await portolan(['print', 'gateway.plan.json'], folder)).out).toBe(ofSources.out)
  })

  it('print --config suggests the closest one', async () => {
    const { code, complaints } = await portolan(
      ['print', '--config', 'chatt'],
      temporaryFolder({ 'gateway.yaml': MANIFEST, 'configs/chat.yaml': GOOD }),
    )
    expect([code, complaints]).toEqual([64, expect.stringContaining('Did you mean "chat"')])
  })

  it('explain explains a code, or lists all', async () => {
    expect((await portolan(['explain', 'unknown-target'])).out).toContain(
      diagnosticMessages['unknown-target'].title,
    )
    expect((await portolan(['explain', 'circuit_open'])).out).toMatch(
      /^circuit_open \(a reply of the gateway, caused by the provider\)\n.+\n\nRetry after/,
    )
    const { out } = await portolan(['explain'])
    expect(Object.keys(diagnosticMessages).filter(code => !out.includes(code))).toEqual([])
  })
})

describe('init', () => {
  it.each([[[]], [['--typescript']]])('creates a working project %j', async flags => {
    const folder = temporaryFolder()
    expect((await portolan(['init', 'mine', ...flags], folder)).code).toBe(0)
    const { code, complaints } = await portolan(['check', 'mine', '--deny-warnings'], folder)
    expect([code, complaints.trim()]).toEqual([0, '0 errors in 2 configs'])
    expect((await portolan(['test', 'mine'], folder)).code).toBe(0)
  })

  it('never changes existing files', async () => {
    const folder = temporaryFolder({ 'gateway.yaml': 'name: mine\n' })
    const { code, complaints } = await portolan(['init'], folder)
    expect([code, complaints]).toEqual([1, expect.stringContaining('gateway.yaml already exists')])
    expect(existsSync(join(folder, 'configs'))).toBe(false)
    expect(statSync(join(folder, 'gateway.yaml')).size).toBe(11)
  })
})
