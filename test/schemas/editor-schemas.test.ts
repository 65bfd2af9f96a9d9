// The schemas that editors load: each is one document, which accepts what the compiler accepts.
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { schemaKinds, schemaText } from '../../compiler/cli/files/editor-schemas.ts'
import { portolan } from '../support/command.ts'
import { ROOT } from '../support/folder.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ajv = new Ajv2020({ allErrors: true, strict: false })

/** The files of the examples that have the schema of a kind; `peer` has the words of another gateway. */
const FILES: Readonly<Record<string, readonly string[]>> = {
  manifest: globSync('examples/**/gateway.yaml', { cwd: ROOT, exclude: ['**/workflows/**', '**/peer/**'] }),
  config: globSync('examples/**/configs/*.yaml', { cwd: ROOT, exclude: ['**/peer/**'] }).filter(
    path => !/\.(?:test|traffic)\./.test(path),
  ),
  prompt: globSync('examples/*/prompts/*.yaml', { cwd: ROOT }),
  partial: globSync('examples/*/prompts/partials/*.yaml', { cwd: ROOT }),
  'config-test': globSync('examples/**/*.test.yaml', { cwd: ROOT }),
  traffic: globSync('examples/**/*.traffic.yaml', { cwd: ROOT }),
}

describe.each(schemaKinds())('the schema of a %s', kind => {
  const text = schemaText(kind)
  const schema = JSON.parse(text)

  it('refers to no other document, and to definitions that it has', () => {
    const names = Array.from(text.matchAll(/"\$ref":"([^"]*)"/g), ([, name = '']) => name)
    expect(
      names.filter(
        name =>
          !(name.startsWith('#/$defs/') && name.slice(8) in schema.$defs) &&
          !(name === '#' && kind === 'config'),
      ),
    ).toEqual([])
    expect(text).not.toMatch(/"(?:x-[a-z-]+|tsType)":/)
    expect(text.match(/"\$id":"[^"]*"/g)).toEqual([`"$id":"urn:portolan:schema:${kind}"`])
  })

  it('compiles in the strict mode of Ajv, without a word, and is found by its $id', () => {
    const said: unknown[] = []
    const say = (...words: unknown[]): void => void said.push(words)
    const validators = new Ajv2020({ strict: true, logger: { log: say, warn: say, error: say } })
    validators.addSchema(schema)
    expect(validators.getSchema(`urn:portolan:schema:${kind}`)).toBeTypeOf('function')
    expect(said).toEqual([])
  })

  it('accepts the files of the examples', () => {
    const validate = ajv.compile(schema)
    const files = FILES[kind] ?? []
    const faults = files.flatMap(file =>
      validate(parse(readFileSync(join(ROOT, file), 'utf8')))
        ? []
        : [`${file}: ${ajv.errorsText(validate.errors)}`],
    )
    expect(files).not.toEqual([])
    expect(faults).toEqual([])
  })
})

describe('portolan schema', () => {
  it('lists the kinds, and prints each', async () => {
    expect((await portolan(['schema'])).out.trim().split('\n')).toEqual(schemaKinds())
    for (const kind of schemaKinds()) expect((await portolan(['schema', kind])).out).toBe(schemaText(kind))
  })

  it('writes all of them into a folder', async () => {
    const folder = temporaryFolder()
    const { code, out } = await portolan(['schema', '--out', '.schemas'], folder)
    expect([code, out]).toEqual([0, expect.stringContaining('wrote .schemas/config.schema.json\n')])
    for (const kind of schemaKinds())
      expect(readFileSync(join(folder, `.schemas/${kind}.schema.json`), 'utf8')).toBe(schemaText(kind))
  })

  it('suggests the nearest kind', async () => {
    expect(await portolan(['schema', 'manfest'])).toMatchObject({
      code: 64,
      complaints: expect.stringContaining('Did you mean "manifest"?'),
    })
  })
})
