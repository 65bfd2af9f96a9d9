// Names that every object of the language inherits are names like others in a source: nothing is looked up by them that is not there.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { stringify } from 'yaml'
import { readForeignYaml } from '../../../compiler/read/yaml.ts'
import { isList, isObject, type Json } from '../../../schemas/values/json.ts'
import { files, folders, ROOT } from '../../support/folder.ts'
import { importText } from '../../support/imported-project.ts'

const SOURCES = join(ROOT, 'test/compiler/import/sources')
const COMMENTS = /^\s*\/\/.*$/gm

const INHERITED = Object.getOwnPropertyNames(Object.prototype).filter(name => name !== '__proto__')

/** Every object with all inherited names as further properties. */
function withInherited(value: Json): Json {
  if (isList(value)) return value.map(withInherited)
  if (!isObject(value)) return value
  const own = Object.entries(value).map(([name, each]) => [name, withInherited(each)] as const)
  return Object.fromEntries([...INHERITED.map(name => [name, 1] as const), ...own])
}

/** Every text that could be a name is an inherited one. */
function named(value: Json): Json {
  if (isList(value)) return value.map(named)
  if (isObject(value))
    return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, named(each)]))
  return typeof value === 'string' && /^\w+$/.test(value) ? 'constructor' : value
}

describe.each(folders(SOURCES))('%s', format => {
  const names = files(join(SOURCES, format)).filter(name => !name.endsWith('.txt'))
  it.each(
    names.flatMap(name => [[name, 'properties', withInherited] as const, [name, 'values', named] as const]),
  )('%s with inherited names as %s', (name, _title, change) => {
    const text = readFileSync(join(SOURCES, format, name), 'utf8')
    const value = readForeignYaml({ name, text: text.replace(COMMENTS, '') }, () => {})?.value ?? null
    const { files: written, diagnostics } = importText(stringify(change(value)), 'config.yaml', {
      from: format,
    })
    const all = [...written.values(), ...diagnostics.map(({ message }) => message)].join('\n')
    expect(all).not.toMatch(/native code|\[object /)
  })
})
