// `portolan migrate`: what is rewritten, what is listed, and what stays.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { portolan } from '../../support/command.ts'
import { ROOT } from '../../support/folder.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const MANIFEST = `# Ours
providers:
  azure: { provider: azure, azure_entra_scope: scope, api_key: "\${env:KEY}", cloud2_resource_name: ours } # the cloud
trusted_hosts: [gpu.internal]
policies:
  usage_limits:
    - name: monthly
      type: cost   # in dollars
      credit_limit: 100
    - { name: weekly, type: "cost", credit_limit: 10 }
    - { name: open, type: cost, credit_limit: 10, uncounted: allow }
    - { name: calls, type: requests, credit_limit: 10 }
`

const CONFIG = `retry: { attempts: 2, use_retry_after_header: true } # waits
strategy: { mode: fallback }
on_status_codes: [429]
targets:
  - { provider: openai, "Authorization": "Bearer \${env:KEY}" }
  - provider: openai
    authorization: \${env:KEY}
    override_params: { model: gpt-6.1-sol }
`

const PROJECT = { 'gateway.yaml': MANIFEST, 'configs/a.yaml': CONFIG }

const read = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8')

describe('migrate', () => {
  it('replaces aliases by their names, and nothing else', async () => {
    const folder = temporaryFolder(PROJECT)
    const { code, out, complaints } = await portolan(['migrate'], folder)
    expect([code, complaints]).toEqual([0, 'Migrated 2 of 2 files.\n'])
    expect(out).toBe(`gateway.yaml:3:29: "azure_entra_scope" is an alias of "cloud2_entra_scope".
configs/a.yaml:1:23: "use_retry_after_header" is an alias of "use_retry_after_headers".
configs/a.yaml:3:1: By hand: "on_status_codes" belongs in "strategy". Move it there.
configs/a.yaml:5:25: "Authorization" is an alias of "api_key".
configs/a.yaml:7:5: "authorization" is an alias of "api_key".
`)
    expect(read(folder, 'gateway.yaml')).toBe(MANIFEST.replace('azure_entra_scope', 'cloud2_entra_scope'))
    expect(read(folder, 'configs/a.yaml')).toBe(
      CONFIG.replace('after_header:', 'after_headers:')
        .replace('"Authorization": "Bearer ', '"api_key": "')
        .replace('authorization', 'api_key'),
    )
    const second = await portolan(['migrate', '--check'], folder)
    expect([second.code, second.complaints]).toEqual([0, '0 of 2 files would change.\n'])
  })

  it('quotes what a scheme kept from being read as YAML', async () => {
    const folder = temporaryFolder({
      ...PROJECT,
      'configs/a.yaml': 'provider: openai\nAuthorization: Bearer }\n',
    })
    expect((await portolan(['migrate'], folder)).code).toBe(0)
    expect(read(folder, 'configs/a.yaml')).toBe('provider: openai\napi_key: "}"\n')
  })

  it('--from 0.1 writes out what 0.1 did, once', async () => {
    const folder = temporaryFolder(PROJECT)
    const { code, out } = await portolan(['migrate', '--from', '0.1', 'gateway.yaml'], folder)
    expect(code).toBe(0)
    expect(out).toContain('gateway.yaml:4:1: By hand: "trusted_hosts" no longer covers')
    expect(out).toContain('gateway.yaml:8:7: Budgets of cost refuse calls without a known price')
    expect(read(folder, 'gateway.yaml')).toBe(
      MANIFEST.replace('azure_entra_scope', 'cloud2_entra_scope')
        .replace('type: cost   #', 'uncounted: allow\n      type: cost   #')
        .replace('type: "cost"', 'uncounted: "allow", type: "cost"')
        .concat('limits: { connections: 512 }\n'),
    )
    expect((await portolan(['migrate', '--from', '0.1.0', '--check'], folder)).complaints).toBe(
      '0 of 2 files would change.\n',
    )
    expect((await portolan(['check'], folder)).out).not.toMatch(/ error /)
  })

  it.each([
    [
      'json',
      '{ "policies": { "usage_limits": [\n  {\n\t"type": "cost",\r\n "name": "a", "credit_limit": 1 } ] } }',
    ],
    ['yaml', 'policies:\r\n  usage_limits:\r\n  - type: cost\r\n    name: a\r\n    credit_limit: 1\r\n'],
  ])('--from 0.1 edits a manifest in %s', async (end, text) => {
    const folder = temporaryFolder({ [`gateway.${end}`]: text, 'configs/a.json': '{"provider":"mock"}' })
    expect(await portolan(['migrate', '--from', '0.1'], folder)).toMatchObject({
      code: 0,
      complaints: 'Migrated 1 of 2 files.\n',
    })
    const after = read(folder, `gateway.${end}`)
    expect(after).toMatch(/uncounted["']?: ["']?allow["']?/)
    const inserted = /(["']?)uncounted["']?: (["']?)allow["']?,?\s*/
    expect(
      after.replace(inserted, '').replace(/(\r\n)?"?limits"?: \{ "?connections"?: 512 \}(, )?/, ''),
    ).toBe(text)
    expect((await portolan(['migrate', '--from', '0.1', '--check'], folder)).code).toBe(0)
    expect((await portolan(['check'], folder)).out).not.toMatch(/ error /)
  })

  it.each([
    [
      'retries, in targets too, and not where they choose',
      'configs/a.yaml',
      'retry: { attempts: 2 }\ntargets:\n  - provider: mock\n    retry:\n      attempts: 1\n  - { provider: mock, retry: { attempts: 1, on_status_codes: [500] } }\n',
      'retry: { on_status_codes: [429, 500, 502, 503, 504, 529], attempts: 2 }\ntargets:\n  - provider: mock\n    retry:\n      on_status_codes: [429, 500, 502, 503, 504, 529]\n      attempts: 1\n  - { provider: mock, retry: { attempts: 1, on_status_codes: [500] } }\n',
    ],
    [
      'guards that deny, and not those that report',
      'configs/a.yaml',
      'provider: mock\noutput_guardrails:\n  - id: a\n    deny: true\n    secrets: {}\n  - id: b\n    secrets: {}\n',
      'provider: mock\noutput_guardrails:\n  - stream: hold\n    id: a\n    deny: true\n    secrets: { scope: last }\n  - id: b\n    secrets: {}\n',
    ],
    [
      'configs in JSON',
      'configs/a.json',
      '{ "provider": "mock", "retry": { "attempts": 2 } }',
      '{ "provider": "mock", "retry": { "on_status_codes": [429, 500, 502, 503, 504, 529], "attempts": 2 } }',
    ],
    [
      'limits that are there',
      'gateway.yaml',
      'limits:\n  # Small.\n  body_bytes: 2048\n',
      'limits:\n  # Small.\n  connections: 512\n  body_bytes: 2048\n',
    ],
    [
      'a manifest that is indented',
      'gateway.yaml',
      '  name: a # here\n# end\n',
      '  name: a # here\n# end\n  limits: { connections: 512 }\n',
    ],
    [
      'a value that keeps the blank lines at the end',
      'gateway.yaml',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |+\n      Stop.\n\n\n',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |+\n      Stop.\n\n\nlimits: { connections: 512 }\n',
    ],
    [
      'a folded value that keeps them, with other line breaks',
      'gateway.yaml',
      'guardrails:\r\n  a:\r\n    notNull: {}\r\n    denial_message: >+\r\n      Stop.\r\n\r\n',
      'guardrails:\r\n  a:\r\n    notNull: {}\r\n    denial_message: >+\r\n      Stop.\r\n\r\nlimits: { connections: 512 }\r\n',
    ],
    [
      'one that keeps them up to the end of its document',
      'gateway.yaml',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |+\n      Stop.\n\n...\n',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |+\n      Stop.\n\nlimits: { connections: 512 }\n...\n',
    ],
    [
      'one that does not keep them',
      'gateway.yaml',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |\n      Stop.\n\n',
      'guardrails:\n  a:\n    notNull: {}\n    denial_message: |\n      Stop.\nlimits: { connections: 512 }\n\n',
    ],
    [
      'a document that ends before its file',
      'gateway.yaml',
      '---\nname: a\n... # end\n',
      '---\nname: a\nlimits: { connections: 512 }\n... # end\n',
    ],
  ])('--from 0.1 writes out what changed for %s', async (_, name, text, expected) => {
    const folder = temporaryFolder({
      'gateway.yaml': 'limits: { connections: 512 }\n',
      'configs/z.json': '{ "provider": "mock" }',
      [name]: text,
    })
    expect(await portolan(['migrate', '--from', '0.1'], folder)).toMatchObject({ code: 0 })
    expect(read(folder, name)).toBe(expected)
    expect((await portolan(['migrate', '--from', '0.1', '--check'], folder)).code).toBe(0)
  })

  it('--check writes nothing, and fails where something would change', async () => {
    const folder = temporaryFolder(PROJECT)
    const { code, out, complaints } = await portolan(['migrate', '--check', 'configs/a.yaml'], folder)
    expect([code, complaints]).toEqual([1, '1 of 1 file would change.\n'])
    expect(out).toContain('alias')
    expect(read(folder, 'configs/a.yaml')).toBe(CONFIG)
  })

  it('rewrites a compiled plan in the format of this version, which is read then', async () => {
    const before = readFileSync(`${ROOT}test/compiler/plan/format-1.plan.json`, 'utf8')
    const folder = temporaryFolder({ 'gateway.plan.json': before })
    const checked = await portolan(['migrate', '--check', 'gateway.plan.json'], folder)
    expect([checked.code, read(folder, 'gateway.plan.json')]).toEqual([1, before])
    const { code, out } = await portolan(['migrate', 'gateway.plan.json'], folder)
    expect(code).toBe(0)
    expect(out).toMatch(
      /^gateway\.plan\.json: Plans have format 2 instead of 1\. The digest is [0-9a-f]{12} now\.\n$/,
    )
    expect(JSON.parse(read(folder, 'gateway.plan.json')).format).toBe(2)
    expect((await portolan(['print', 'gateway.plan.json'], folder)).code).toBe(0)
    expect((await portolan(['migrate', 'gateway.plan.json'], folder)).complaints).toBe(
      'Migrated 0 of 1 file.\n',
    )
  })

  it.each([
    [7, /newer version: upgrade this one/],
    [0, /Run "portolan compile" in its project/],
  ])('leaves a plan of format %i alone, with what helps', async (format, advice) => {
    const text = JSON.stringify({ format, digest: '', plans: {} })
    const folder = temporaryFolder({ 'other.json': text })
    const { code, out } = await portolan(['migrate', 'other.json'], folder)
    expect([code, read(folder, 'other.json')]).toEqual([1, text])
    expect(out).toMatch(advice)
  })

  it.each([
    ['a path that does not exist', ['migrate', 'nowhere'], /matches "nowhere"\./],
    ['a version without steps', ['migrate', '--from', '9.9'], /--from must be 0\.1\./],
    ['a folder without configs', ['migrate'], /No config or project found\./],
  ])('refuses %s', async (_, args, message) => {
    const { code, complaints } = await portolan(args, temporaryFolder())
    expect(code).toBe(64)
    expect(complaints).toMatch(message)
  })

  it('reports what cannot be read, and migrates the rest', async () => {
    const folder = temporaryFolder({ ...PROJECT, 'configs/b.yaml': '{ api_key: "sk-live-secret-0123456789"' })
    const { code, out, complaints } = await portolan(['migrate'], folder)
    expect([code, complaints]).toEqual([1, expect.stringContaining('Migrated 2 of 3 files.\n')])
    expect(out).toContain('malformed-yaml')
    expect(out).not.toContain('sk-live-secret')
  })
})
