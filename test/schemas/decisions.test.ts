// The decisions that comments cite as "semantics, section N" exist, and their statements are numbered without gaps.
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

const ROOT = new URL('../../', import.meta.url)
const CITATION = /semantics,\s+sections?\s+(\d+(?:(?:,|,? and| to)\s+\d+)*)/gi

const decisions = readFileSync(new URL('schemas/decisions.md', ROOT), 'utf8')
const headings = new Set([...decisions.matchAll(/^## (\d+)\. \S/gm)].map(([, number]) => Number(number)))

const sourcesBelow = (folder: string): readonly string[] =>
  readdirSync(new URL(`${folder}/`, ROOT), { recursive: true, encoding: 'utf8' })
    .map(path => `${folder}/${path.replaceAll('\\', '/')}`)
    .filter(path => path.endsWith('.ts') && !/\/(generated|fixtures|node_modules)\//.test(path))

/** The sections that the comments of a file cite; a citation may continue on the next line. */
function citedSections(path: string): readonly number[] {
  const text = readFileSync(new URL(path, ROOT), 'utf8').replace(/\n\s*(?:\/\/|\*)\s*/g, ' ')
  return [...text.matchAll(CITATION)].flatMap(([, numbers = '']) => (numbers.match(/\d+/g) ?? []).map(Number))
}

describe('decisions', () => {
  it('has every section that a comment cites', () => {
    const cited = ['compiler', 'runtime', 'schemas', 'test']
      .flatMap(sourcesBelow)
      .flatMap(path => citedSections(path).map(section => ({ path, section })))
    expect(cited.length).toBeGreaterThan(20)
    expect(cited.filter(({ section }) => !headings.has(section))).toEqual([])
  })

  it('numbers the statements of each section from 1', () => {
    const sections = decisions.split(/^## /m).slice(1)
    for (const section of sections) {
      const number = /^\d+/.exec(section)?.[0]
      const statements = [...section.matchAll(/^- (\d+\.\d+) /gm)].map(([, statement]) => statement)
      expect(statements.length).toBeGreaterThan(0)
      expect(statements).toEqual(statements.map((_, index) => `${number}.${index + 1}`))
    }
  })
})

describe('gateway headers', () => {
  const read = (path: string): string => readFileSync(new URL(path, ROOT), 'utf8')
  const names = (text: string, pattern: RegExp): readonly string[] =>
    [...text.matchAll(pattern)].map(([, name = '']) => name).sort()
  const listed = JSON.parse(read('schemas/api/gateway-headers.json')) as Record<
    'request' | 'response',
    readonly { readonly name: string }[]
  >

  it('lists the response headers that the runtime adds', () => {
    expect(listed.response.map(({ name }) => name).sort()).toEqual(
      names(
        read('runtime/http/respond.ts') + read('runtime/link/call/estimate-count.ts'),
        /`\$\{prefix\}([a-z-]+)`/g,
      ),
    )
  })

  it('lists the request headers that the runtime reads and no config property names', () => {
    const config = read('schemas/config.schema.json')
    const used = names(read('runtime/gateway/request-options.ts'), /own\.get\('([a-z-]+)'\)/g)
    const others = used.filter(name => !config.includes(`"x-header": "${name}"`))
    expect(listed.request.map(({ name }) => name).sort()).toEqual(others)
  })
})
