// Secrets are looked up when a plan is loaded, and all that are missing or cannot be sent are reported at once.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { readSecrets } from '../../../runtime/stores/secrets.ts'
import type { Bundle, Secret } from '../../../schemas/generated/types.ts'

const folder = mkdtempSync(join(tmpdir(), 'secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

const fileOf = (name: string, text: string): Secret => {
  writeFileSync(join(folder, name), text)
  return { source: 'file', name: join(folder, name), origins: [] }
}
const env = (name: string): Secret => ({ source: 'env', name, origins: [] })

/** A bundle that holds secrets and nothing else that matters here. */
const bundleOf = (...secrets: readonly Secret[]): Bundle =>
  ({
    gateway: {
      guardrails: {},
      state: { kind: 'memory' },
      providers: Object.fromEntries(
        secrets.map((secret, index) => [`p${index}`, { from: 'own', credentials: { api_key: secret } }]),
      ),
    },
    plans: {},
  }) as unknown as Bundle

describe('Secrets', () => {
  it('come from variables and files; a file may end with a line break', () => {
    const secrets = [
      env('A'),
      fileOf('plain', 'file-key'),
      fileOf('edited', 'file-key\n'),
      fileOf('windows', 'file-key\r\n'),
    ]
    const { lookUp, missing } = readSecrets(bundleOf(...secrets), { A: 'env-key' })
    expect(missing).toEqual([])
    expect(secrets.map(lookUp)).toEqual(['env-key', 'file-key', 'file-key', 'file-key'])
  })

  it('that hold JSON may have line breaks: they are signed with, not sent', () => {
    const secret = fileOf('account', '{\n  "private_key": "x"\n}\n')
    expect(readSecrets(bundleOf(secret), {}).missing).toEqual([])
  })

  it('all missing ones are reported at once, with location and without value', () => {
    const { missing } = readSecrets(
      bundleOf(env('NONE'), env('EMPTY'), env('BROKEN'), fileOf('empty', ''), fileOf('two', 'one\ntwo'), {
        source: 'file',
        name: join(folder, 'absent'),
        origins: [],
      }),
      { EMPTY: '', BROKEN: 'sk-value\n' },
    )
    expect(missing).toHaveLength(6)
    expect(missing[0]).toMatch(
      /^The environment variable NONE is not set; it is required by provider "p0", api_key\.$/,
    )
    expect(missing[2]).toMatch(/BROKEN contains a line break/)
    expect(missing.join()).not.toContain('sk-value')
  })

  it('that are keys in PEM may have them too', () => {
    const key = '-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----\n'
    expect(readSecrets(bundleOf(env('KEY')), { KEY: key }).missing).toEqual([])
  })

  it('within an object are looked up one by one; identities of the machine are none', () => {
    const account = {
      client_email: 'a@b',
      keys: [{ private_key: '${env:NONE}' }],
      private_key_id: '${env:ID}',
    }
    const { lookUp, missing } = readSecrets(
      bundleOf(
        { source: 'json', name: JSON.stringify(account), origins: [] },
        { source: 'machine', name: 'system', origins: [] },
      ),
      { ID: 'id-1' },
    )
    expect(missing).toEqual([
      'The environment variable NONE is not set; it is required by provider "p0", api_key.private_key.',
    ])
    expect(lookUp(env('ID'))).toBe('id-1')
  })

  it('that rotate are read again once a minute, and are retained while unreadable', () => {
    let now = 0
    const secret: Secret = { ...fileOf('token', 'first'), rotates: true }
    const { lookUp } = readSecrets(bundleOf(secret), {}, () => now)
    const seen = [lookUp(secret)]
    fileOf('token', 'second')
    for (const moment of [59_000, 61_000]) {
      now = moment
      seen.push(lookUp(secret))
    }
    rmSync(join(folder, 'token'))
    now = 200_000
    expect([...seen, lookUp(secret)]).toEqual(['first', 'first', 'second', 'second'])
  })

  it('used twice and missing are reported once', () => {
    expect(readSecrets(bundleOf(env('NONE'), env('NONE')), {}).missing).toHaveLength(1)
  })
})
