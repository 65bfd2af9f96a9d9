// Readers stop reporting after some diagnostics, and the last of them says so.
import { describe, expect, it } from 'vitest'
import { collectDiagnostics } from '../../../compiler/diagnostics/diagnostic.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { LIMIT_NOTE } from '../../../compiler/read/readable-source.ts'
import { MAX_READ_DIAGNOSTICS, type SourceReader } from '../../../compiler/read/reader.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'

const repeated = (count: number, item: string): string => Array.from({ length: count }, () => item).join(', ')

/** Readers with texts that have some mistakes. */
const readers: readonly (readonly [string, SourceReader, (mistakes: number) => string])[] = [
  ['JSON', readJson, mistakes => `[${repeated(mistakes, '01')}]`],
  ['YAML', readYaml, mistakes => `[${repeated(mistakes, '*none')}]\n`],
]

describe.each(readers)('a reader of %s', (_title, read, text) => {
  const notesOf = (mistakes: number): readonly boolean[] => {
    const { report, diagnostics } = collectDiagnostics()
    read({ name: 'config', text: text(mistakes) }, report)
    return diagnostics.map(({ notes }) => notes.includes(LIMIT_NOTE))
  }

  it('reports all of few mistakes, without a word about more', () => {
    expect(notesOf(3)).toEqual([false, false, false])
  })

  it('says with the last of many that more may follow', () => {
    const notes = notesOf(MAX_READ_DIAGNOSTICS + 5)
    expect(notes).toHaveLength(MAX_READ_DIAGNOSTICS)
    expect(notes.indexOf(true)).toBe(MAX_READ_DIAGNOSTICS - 1)
  })
})
