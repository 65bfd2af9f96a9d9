// `portolan doctor`: a line for each thing that a gateway needs, and what to do about those that are missing.

import { utimesSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { examineNode } from '../../../compiler/cli/commands/doctor.ts'
import { visibleWidth } from '../../../compiler/cli/layout/fit-text.ts'
import { portolan } from '../../support/command.ts'
import { closeAll, listening } from '../../support/local-servers.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { freePort } from '../../support/test-redis.ts'

afterEach(closeAll)

const project = async (manifest = '', port?: number): Promise<string> =>
  temporaryFolder({
    'gateway.yaml': `name: shop
listen: { port: ${port ?? (await freePort())} }
providers:
  mock: { provider: mock }
  openai: { provider: openai, api_key: "\${env:SHOP_KEY}" }
${manifest}`,
    'configs/a.yaml': 'provider: "@mock"\n',
  })
const KEY = { SHOP_KEY: 'sk-shop' }

/** The lines that are faults, without the word. */
const faults = (out: string): readonly string[] =>
  out.split('\n').flatMap(line => (line.startsWith('fault  ') ? [line.slice(7)] : []))

describe('doctor', () => {
  it('continues a line that is wider than the terminal under its beginning', async () => {
    const screen = { columns: 60 }
    const { out } = await portolan(['doctor'], await project(), KEY, undefined, screen)
    const lines = out.trimEnd().split('\n')
    expect(lines.filter(line => visibleWidth(line) > 60)).toEqual([])
    expect(lines.some(line => /^ {20}\S/.test(line))).toBe(true)
  })

  it('warns of models that have ended, and names the next one that does', async () => {
    const folder = await project('aliases: { fast: "@openai/gpt-5-mini" }')
    const models = async (day: string): Promise<string | undefined> => {
      const { out } = await portolan(['doctor'], folder, KEY, undefined, undefined, day)
      return out.split('\n').find(line => line.includes(' models '))
    }
    expect(await models('2026-12-10')).toMatch(
      /^ok {5}models .*OpenAI stops serving "gpt-5-mini" on 2026-12-11\./,
    )
    expect(await models('2026-12-11')).toMatch(
      /^warn {3}models .*OpenAI stopped serving "gpt-5-mini" on 2026-12-11\..* Used by alias fast\./,
    )
  })

  it('has a line for each part of a project that can start: 0', async () => {
    const { code, out } = await portolan(['doctor'], await project('store: sqlite:store.db'), KEY)
    expect(
      out
        .split('\n')
        .filter(line => line !== '')
        .map(line => line.slice(0, 18).trim()),
    ).toEqual(
      ['node', 'project', 'environment', 'port', 'store', 'keys', 'models', 'clock'].map(
        part => `ok     ${part}`,
      ),
    )
    expect(out).toContain('shop with 1 config')
    expect(out).toContain('has SHOP_KEY')
    expect(out).not.toContain('sk-shop')
    expect(code).toBe(0)
  })

  it('names a variable that is not set: 1', async () => {
    const { code, out } = await portolan(['doctor'], await project())
    expect([code, faults(out)]).toEqual([
      1,
      [expect.stringMatching(/^environment +The environment variable SHOP_KEY is not set/)],
    ])
  })

  it('names a port that another process has', async () => {
    const port = await listening(createServer())
    const { out } = await portolan(['doctor'], await project('', port), KEY)
    expect(faults(out)).toEqual([
      expect.stringContaining(`127.0.0.1:${port} cannot be used: another process has it`),
    ])
  })

  it('opens a store that exists, and reports one that does not answer', async () => {
    const folder = await project('store: sqlite:store.db')
    await portolan(['push'], folder, KEY)
    expect((await portolan(['doctor'], folder, KEY)).out).toMatch(
      /ok +store +sqlite:.*store\.db can be opened/,
    )
    const away = await project(`store: postgres://127.0.0.1:${await freePort()}/none`)
    expect(faults((await portolan(['doctor'], away, KEY)).out)).toEqual([expect.stringMatching(/^store +/)])
  })

  it('reports an encryption key that cannot be used', async () => {
    const { out } = await portolan(['doctor'], await project(), { ...KEY, PORTOLAN_ENCRYPTION_KEY: 'short' })
    expect(faults(out)).toEqual([expect.stringMatching(/^keys +/)])
  })

  it('reports a clock that is behind the files', async () => {
    const folder = await project()
    const later = new Date(Date.now() + 3_600_000)
    utimesSync(join(folder, 'gateway.yaml'), later, later)
    const { out } = await portolan(['doctor'], folder, KEY)
    expect(faults(out)).toEqual([
      expect.stringMatching(/^clock .*before the last change of a file: set the clock$/),
    ])
  })

  it('counts the errors of a project that does not compile', async () => {
    const { code, out } = await portolan(['doctor'], temporaryFolder({ 'gateway.yaml': 'provders: {}\n' }))
    expect([code, faults(out)]).toEqual([1, [expect.stringMatching(/1 error: run "portolan check"$/)]])
  })

  it('rejects an old Node', () => {
    expect(examineNode('20.20.2')).toMatchObject({
      isFault: true,
      line: expect.stringContaining('22.19 or later'),
    })
  })
})
