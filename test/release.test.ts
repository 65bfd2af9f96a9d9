// The parts of a release that need no build: archives, the bill of materials, the statement of provenance, and what refuses a release.
import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { ROOT } from './support/folder.ts'
import { judgeAudit } from './support/package/audit.ts'
import { lockedPackages } from './support/package/locked-packages.ts'
import { provenanceOf } from './support/package/provenance.ts'
import { releaseFaults } from './support/package/release-faults.ts'
import { type TarEntry, writeTar } from './support/package/tar.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const DATE = 1_767_225_600

describe('an archive', () => {
  const entries: readonly TarEntry[] = [
    { kind: 'file', path: 'b/long', mode: 0o640, bytes: Buffer.from('x'.repeat(513)) },
    { kind: 'file', path: 'a', mode: 0o755, bytes: Buffer.from('first') },
    { kind: 'link', path: 'b/link', mode: 0o777, target: 'long' },
    { kind: 'folder', path: 'c', mode: 0o700, owner: 65_532 },
  ]

  it('is read by tar: files, links, folders, owners, modes and dates', () => {
    const folder = temporaryFolder({ 'archive.tar': writeTar(entries, DATE) })
    const tar = (...words: readonly string[]) => {
      const { stdout, stderr, status } = spawnSync('tar', words, {
        cwd: folder,
        encoding: 'utf8',
        env: { ...process.env, TZ: 'UTC' },
      })
      expect([status, stderr]).toEqual([0, ''])
      return stdout
    }
    expect(tar('--list', '--verbose', '--numeric-owner', '--file', 'archive.tar').trim().split('\n')).toEqual(
      [
        ['-rwxr-xr-x', '0/0', '5', 'a'],
        ['drwxr-xr-x', '0/0', '0', 'b/'],
        ['lrwxrwxrwx', '0/0', '0', 'b/link -> long'],
        ['-rw-r-----', '0/0', '513', 'b/long'],
        ['drwx------', '65532/65532', '0', 'c/'],
      ].map(([mode, owner, size, name]) =>
        expect.stringMatching(new RegExp(`^${mode} ${owner} +${size} 2026-01-01 00:00 ${name}$`)),
      ),
    )
    tar('--extract', '--no-same-owner', '--file', 'archive.tar')
    expect(readFileSync(join(folder, 'b/link'), 'utf8')).toBe('x'.repeat(513))
    expect(statSync(join(folder, 'a')).mtimeMs).toBe(DATE * 1000)
  })

  it('has the same bytes whatever the order of its entries', () => {
    expect(writeTar(entries.toReversed(), DATE).equals(writeTar(entries, DATE))).toBe(true)
  })

  it('refuses names that do not fit', () => {
    const path = `${'long/'.repeat(20)}x`
    expect(() => writeTar([{ kind: 'file', path, mode: 0o644, bytes: Buffer.alloc(0) }], DATE)).toThrow(path)
  })
})

describe('a release', () => {
  const ready = {
    status: '',
    changelog: '# Changelog\n\n## 1.2.0 (2026-12-01)\n\n## 1.1.0\n',
    version: '1.2.0',
    printed: '1.2.0',
  }

  it('may be made of a clean tree whose section has a date', () => {
    expect(releaseFaults(ready)).toEqual([])
  })

  it.each([
    [
      { status: ' M README.md\n?? new.ts\n' },
      'The tree has changes that are not committed: README.md, new.ts.',
    ],
    [
      { changelog: '## 11.2.0 (2026-12-01)\n## 1.2.01 (2026-12-01)\n' },
      'CHANGELOG.md has no section for 1.2.0.',
    ],
    [
      { changelog: '## 1.2.0 (not yet released)\n' },
      'The section "1.2.0 (not yet released)" of CHANGELOG.md has no date.',
    ],
    [{ printed: '1.1.0' }, 'package.json has the version 1.2.0, the sources have 1.1.0.'],
  ])('is refused: %j', (change, sentence) => {
    expect(releaseFaults({ ...ready, ...change })).toEqual([sentence])
  })

  it('has a statement with the digest of each file, which says that it is not signed', () => {
    const statement = provenanceOf(
      {
        version: '1.2.0',
        commit: 'c'.repeat(40),
        platform: 'linux-x64',
        node: '26.10.0',
        stripper: undefined,
        seconds: DATE,
        lock: 'l'.repeat(64),
      },
      [{ name: 'portolan', sha256: 'a'.repeat(64) }],
    )
    expect(statement).toMatchObject({
      _type: 'https://in-toto.io/Statement/v1',
      subject: [{ name: 'portolan', digest: { sha256: 'a'.repeat(64) } }],
      predicateType: 'https://slsa.dev/provenance/v1',
      predicate: {
        buildDefinition: {
          internalParameters: {
            signature: expect.stringMatching(/^none/),
            SOURCE_DATE_EPOCH: '1767225600',
            stripper: 'none',
          },
          resolvedDependencies: expect.arrayContaining([
            { name: 'source', digest: { gitCommit: 'c'.repeat(40) } },
          ]),
        },
      },
    })
  })

  it('installs packages that package-lock.json knows by licence and hash', () => {
    const installed = lockedPackages().filter(each => each.installed)
    expect(installed.map(({ name }) => name)).toEqual(expect.arrayContaining(['re2js', 'postgres', 'yaml']))
    for (const { name, license, integrity } of installed)
      expect([name, license, integrity]).toEqual([
        name,
        expect.stringMatching(/^[\w.-]+$/),
        expect.stringMatching(/^sha512-/),
      ])
    const runtime = installed.filter(({ optional }) => !optional).map(({ name }) => name)
    expect(runtime).not.toContain('typescript')
    expect(runtime).not.toContain('yaml')
  })
})

describe('The audit of packages', () => {
  const report = (names: readonly string[]): string =>
    JSON.stringify({
      auditReportVersion: 2,
      vulnerabilities: Object.fromEntries(
        names.map(name => [
          name,
          { severity: 'high', via: [{ title: 'Overflow', url: 'https://advisories.example/1' }, 'deep'] },
        ]),
      ),
    })
  const judge = (output: string) => judgeAudit(output, name => name === 'undici')

  it('fails for a package that reaches users', () => {
    expect(judge(report(['undici']))).toEqual({
      fails: true,
      lines: ['undici: high, reaches users: Overflow (https://advisories.example/1); by deep.'],
    })
  })

  it('prints what is for development only', () => {
    expect(judge(report(['vitest']))).toEqual({
      fails: false,
      lines: ['vitest: high, for development only: Overflow (https://advisories.example/1); by deep.'],
    })
    expect(judge(report([]))).toEqual({ fails: false, lines: [] })
  })

  it('says that the registry was not asked', () => {
    expect(judge('{"message":"405 Method Not Allowed","statusCode":405}').lines).toEqual([
      'Not tried: the advisories for packages (405 Method Not Allowed).',
    ])
    expect(judge('').lines).toEqual(['Not tried: the advisories for packages (npm printed no report).'])
  })

  it('is not all: scripts of packages run only where package.json approves them', () => {
    const read = (file: string): unknown => JSON.parse(readFileSync(join(ROOT, file), 'utf8'))
    const { allowScripts } = read('package.json') as { readonly allowScripts: object }
    const { packages } = read('package-lock.json') as {
      readonly packages: Readonly<Record<string, { readonly hasInstallScript?: true }>>
    }
    const scripted = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(scripted.map(([path]) => path.replace('node_modules/', ''))).toEqual(Object.keys(allowScripts))
  })
})
