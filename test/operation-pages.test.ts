// What the pages for operators show is valid: the commands of an upgrade, and the codes of symptoms.
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import failureTable from '../schemas/api/failures.json' with { type: 'json' }
import { portolan } from './support/command.ts'
import { ROOT } from './support/folder.ts'
import { fenced } from './support/readme-section.ts'
import { temporaryFolder } from './support/temporary-folder.ts'

const read = (file: string): string => readFileSync(join(ROOT, file), 'utf8')

describe('schemas/stability.md', () => {
  it('its commands work, and find no difference where nothing has changed', async () => {
    const folder = temporaryFolder({})
    cpSync(join(ROOT, 'examples/quickstart'), folder, { recursive: true })
    const lines = ['before', 'after'].flatMap(name =>
      (fenced(name).exec(read('schemas/stability.md'))?.[2] ?? '').trim().split('\n'),
    )
    expect(lines).toHaveLength(6)
    expect(lines).toContain('portolan migrate --from 0.1 .')
    for (const line of lines) {
      // The version in use is this one here, so its defaults are not those of an earlier one.
      const [command, ...words] = line.replace(' --from 0.1', '').split(' ')
      const { code, complaints } = await portolan(words, folder)
      expect({ line, command, code, complaints }).toMatchObject({ command: 'portolan', code: 0 })
    }
    expect(readFileSync(join(folder, 'gateway.plan.json'), 'utf8')).toBe(
      readFileSync(join(folder, 'before.plan.json'), 'utf8'),
    )
    expect(readFileSync(join(folder, '.schemas/manifest.schema.json'), 'utf8')).toContain('"$schema"')
  })
})

describe('The symptoms', () => {
  const symptoms = /## Symptoms\n([\s\S]*?)\n## /.exec(read('schemas/operation.md'))?.[1] ?? ''
  const statuses = new Map(failureTable.failures.map(({ code, status }) => [code, status]))
  const named = Array.from(symptoms.matchAll(/^\| (.*?) \|/gm), ([, cell = '']) =>
    Array.from(cell.matchAll(/(\d{3})((?: (?:or )?`[a-z_]+`,?)+)/g), ([, status = '', codes = '']) =>
      Array.from(codes.matchAll(/`(\w+)`/g), ([, code = '']) => [code, Number(status)] as const),
    ).flat(),
  ).flat()

  it('name codes that the gateway replies with, with their statuses', () => {
    expect(named.length).toBeGreaterThan(10)
    for (const [code, status] of named) expect([code, statuses.get(code)]).toEqual([code, status])
  })

  it('lead to the table of all codes, each of which says what to do', () => {
    expect(symptoms).toContain('](reference/failures.md)')
    const table = read('schemas/reference/failures.md')
    for (const { code, action } of failureTable.failures) {
      expect(table).toContain(`| \`${code}\` |`)
      expect(action, code).toMatch(/\.$/)
    }
  })
})
