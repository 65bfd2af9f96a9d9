// No property of a source is dropped silently: an unknown one anywhere is reported at its place, is written, or is within a value that is
// reported as a whole.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readForeignYaml } from '../../../compiler/read/yaml.ts'
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { childPointer, type Pointer, parentPointer } from '../../../schemas/values/pointer.ts'
import { files, folders, ROOT } from '../../support/folder.ts'
import { importText } from '../../support/imported-project.ts'

const SOURCES = join(ROOT, 'test/compiler/import/sources')

/** What has no effect on requests with all that is in it, and what is reported at one place of it for the whole. */
const FREE: Readonly<Record<string, RegExp>> = {
  bifrost: /^\/plugins\/1\/config$/,
  cloudflare: /\/conditions/,
  litellm: /^\/model_list\/5/,
  portkey: /\/query/,
}
/** JSON with comments. */
const COMMENTS = /^\s*\/\/.*$/gm

/** Every object of the value with one more property, which has a name of its own. */
function withUnread(value: Json, at: Pointer, places: Map<string, Pointer>, free: RegExp | undefined): Json {
  if (isList(value))
    return value.map((item, index) => withUnread(item, childPointer(at, index), places, free))
  if (!isObject(value)) return value
  const own = Object.entries(value).map(
    ([name, each]) => [name, withUnread(each, childPointer(at, name), places, free)] as const,
  )
  if (free?.test(at) === true) return Object.fromEntries(own)
  const name = `unread_${places.size + 1}_`
  places.set(name, childPointer(at, name))
  return Object.fromEntries([...own, [name, 1]])
}

describe.each(folders(SOURCES))('%s', format => {
  const names = files(join(SOURCES, format)).filter(name => !name.endsWith('.txt'))
  it.each(names)('%s', name => {
    const text = readFileSync(join(SOURCES, format, name), 'utf8')
    const value = readForeignYaml({ name, text: text.replace(COMMENTS, '') }, () => {})?.value ?? null
    const places = new Map<string, Pointer>()
    const extended = withUnread(value, '', places, FREE[format])
    const { files: written, diagnostics } = importText(stringify(extended), 'config.yaml', { from: format })
    const reported = new Set(diagnostics.map(({ location }) => location.pointer))
    const isReported = (at: Pointer): boolean =>
      at !== '' && (reported.has(at) || isReported(parentPointer(at)))
    const all = [...written.values()].join('\n')
    const silent = [...places].filter(([property, at]) => !all.includes(property) && !isReported(at))
    expect(silent.map(([, at]) => at)).toEqual([])
  })
})
