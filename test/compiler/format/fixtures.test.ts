// Formatting changes no meaning: of every example and every fixture of a diagnostic, the plan and the comments stay, nothing that can be
// read is refused, and a second time changes nothing.
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findFiles } from '../../../compiler/cli/files/find-files.ts'
import { formatFiles } from '../../../compiler/cli/files/format-files.ts'
import { formatJson } from '../../../compiler/format/format-json.ts'
import { formatSource, type SourceFormat } from '../../../compiler/format/format-source.ts'
import { formatYaml, yamlComments } from '../../../compiler/format/format-yaml.ts'
import { propertyRanks } from '../../../compiler/format/property-order.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { readYaml } from '../../../compiler/read/yaml.ts'
import { compileCase, fixtureCases, fixtureCodes, fixtureTexts, sourceNames } from '../../support/fixtures.ts'
import { folders, ROOT } from '../../support/folder.ts'

const EXAMPLES = join(ROOT, 'examples')

const kindOf = (file: string): string =>
  /gateway\.\w+$/.test(file) ? 'Manifest' : /\.prompt\./.test(file) ? 'Prompt' : 'Config'

const formatOf = (file: string): SourceFormat => {
  const rank = propertyRanks(kindOf(file))
  return file.endsWith('.json')
    ? { read: readJson, print: parsed => formatJson(parsed, rank), commentsOf: () => [] }
    : { read: readYaml, print: ({ source }) => formatYaml(source.text, rank), commentsOf: yamlComments }
}

/** The formatted texts of a code's fixtures that differ from what is written. */
function formattedFixtures(code: string): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {}
  const written = fixtureTexts(code)
  for (const file of sourceNames(written).filter(each => /\.(?:yaml|json)$/.test(each))) {
    const source = { name: file, text: written.get(file) ?? '' }
    const format = formatOf(file)
    const formatted = formatSource(source, format, () => {})
    const parsed = format.read(source, () => {})
    if (formatted === undefined || parsed === undefined) continue
    // A text that would lose something is left as it is: there is none.
    expect(formatted, file).toBe(format.print(parsed))
    if (formatted !== source.text) texts[file] = formatted
  }
  return texts
}

describe('fixtures', () => {
  it.each(fixtureCodes())('%s', code => {
    const texts = formattedFixtures(code)
    if (Object.keys(texts).length === 0) return
    for (const each of fixtureCases().filter(({ code: own }) => own === code)) {
      const before = compileCase(each)
      const after = compileCase(each, {}, texts)
      expect(after.bundle?.digest).toBe(before.bundle?.digest)
      const codes = (found: typeof before): readonly string[] =>
        found.diagnostics.map(each => each.code).toSorted()
      expect(codes(after)).toEqual(codes(before))
    }
  })
})

describe('examples', () => {
  it.each(folders(EXAMPLES))('%s: all files are as "portolan fmt" writes them', async name => {
    const folder = join(EXAMPLES, name)
    const formatted = await formatFiles(findFiles(folder, []).groups, [], folder, ({ message }) =>
      expect.fail(message),
    )
    for (const { source, text } of formatted) expect(text, source.name).toBe(source.text)
  })
})
