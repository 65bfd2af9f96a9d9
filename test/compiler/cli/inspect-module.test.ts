// Modules of custom checks: each is inspected with a timeout, and errors are messages.
import { symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { inspectModule } from '../../../compiler/cli/custom-checks/inspect-module.ts'
import { customCheckFacts } from '../../../runtime/guardrails/custom/check-facts.ts'
import { sha256 } from '../../support/bundle.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const SCHEMA = `{ title: 'Tone', description: 'It is calm.', properties: {} }`
const LINK = `link: () => () => ({ passed: true, reason: 'It is calm.' })`
const GOOD = `export default { schema: ${SCHEMA}, ${LINK} }\n`

/** The result for a module with this source, as the compiler would report it. */
async function examined(files: Readonly<Record<string, string>>, patience?: number): Promise<unknown> {
  const found = await inspectModule(temporaryFolder(files), Object.keys(files)[0] ?? '', patience)
  if (typeof found === 'string') return found
  const facts = customCheckFacts('acme.tone', found.declarations)
  return 'id' in facts ? { ...facts, module: found.module } : facts.join('\n')
}

describe('a module that can be used', () => {
  const PART = `export const most: number = 3\n`
  const TYPED = `import { defineCheck, type CheckResult } from 'portolan'
import { most } from '../parts/most.ts'
const finding = { passed: true, reason: String(most) } satisfies CheckResult
export default defineCheck({
  hooks: ['reply'], input: 'texts', rewrites: true, streaming: true, address: 'https://{host}.acme.example/v1', callsService: true,
  schema: {
    title: 'Tone', description: 'It is calm.',
    properties: {
      host: { type: 'string', description: 'The region.' },
      key: { type: 'string', description: 'The key.', 'x-secret': true },
      limit: { type: 'integer', description: 'Milliseconds.', default: 5, 'x-timeout': true },
    },
    required: ['host'],
  },
  link: ({ host }) => () => ({ ...finding, reason: host }),
})
`
  it('has its declarations and its files', async () => {
    const files = { 'checks/tone.ts': TYPED, 'parts/most.ts': PART }
    expect(await examined(files)).toMatchObject({
      id: 'acme.tone',
      title: 'Tone',
      hooks: ['reply'],
      readsTexts: true,
      rewrites: true,
      streaming: true,
      address: 'https://{host}.acme.example/v1',
      timeLimit: 'limit',
      secrets: ['key'],
      module: {
        module: 'checks/tone.ts',
        files: { 'checks/tone.ts': sha256(TYPED), 'parts/most.ts': sha256(PART) },
      },
    })
  })

  it.each<readonly [string, Readonly<Record<string, string>>]>([
    ['JavaScript', { 'tone.js': GOOD }],
    ['JavaScript with the extension mjs', { 'tone.mjs': GOOD }],
    ['built-in modules of Node', { 'tone.ts': `import { join } from 'node:path'\n${GOOD}` }],
    ['a name that is encoded in URLs', { 'checks of ours/tön#e?.ts': GOOD }],
    [
      'data',
      {
        'tone.ts': `import words from './words.json' with { type: 'json' }\nif (!words[0]) throw 1\n${GOOD}`,
        'words.json': '["a"]',
      },
    ],
    ['its standard output is not that of the command', { 'tone.ts': `console.log('hello')\n${GOOD}` }],
    ['a running timer', { 'tone.ts': `setInterval(() => {}, 1000)\n${GOOD}` }],
  ])('%s', async (_title, files) => expect(await examined(files)).toMatchObject({ id: 'acme.tone' }))
})

const own = (members: string): string => `export default { ${members} }\n`
const schema = (properties: string, more = ''): string =>
  own(`schema: { title: 'T', description: 'It holds.', properties: { ${properties} } ${more} }, ${LINK}`)

describe('a module that cannot be used', () => {
  it.each<readonly [string, string, RegExp]>([
    ['throws', `throw new Error('no luck.')`, /^It failed to load at tone\.ts:1\. Error: no luck\.$/],
    ['throws in a later line', `\n\nnull.x`, /at tone\.ts:3\. TypeError: Cannot read/],
    [
      'throws a value that is not an error',
      `throw { toString() { throw 1 } }`,
      /^It failed to load\. object\.$/,
    ],
    [
      'throws an error with a hostile message',
      `throw Object.defineProperty(new Error(), 'message', { get() { throw 1 } })`,
      /^It failed to load\.$/,
    ],
    ['throws a very long message', `throw new Error('x'.repeat(1e6))`, /^.{100,300}$/],
    ['throws a message of many lines', `throw new Error('a\\n\\n  b')`, /Error: a b\.$/],
    ['is not TypeScript', `export default {`, /^It failed to load.*tone\.ts:1.*$/],
    ['is TypeScript that cannot be stripped', `enum A { b }\n${GOOD}`, /^It failed to load.*enum.*$/],
    [
      'awaits something that never settles',
      `await new Promise(() => {})`,
      /^It does not finish loading: it awaits/,
    ],
    [
      'rejects outside of its import',
      `Promise.reject(new Error('x'))\nawait new Promise(() => setInterval(() => {}, 1e6))`,
      /^An asynchronous operation failed/,
    ],
    ['ends the process', `process.exit(0)`, /^It does not finish loading: .*exits the process\.$/],
    ['imports a missing file', `import './nothing.ts'`, /^The file nothing\.ts cannot be read\.$/],
    ['imports a missing package', `import 'no-such-package'`, /Cannot find package 'no-such-package'/],
    [
      'imports a file outside of the project',
      `import '../../../etc/hostname.ts'`,
      /^It loads a file outside the project folder\.$/,
    ],
    [
      'imports a file outside by its absolute URL',
      `import 'file:///etc/hostname.ts'`,
      /^It loads a file outside/,
    ],
    [
      'imports a file of another type',
      `import './tone.cjs'`,
      /^It loads tone\.cjs, but files of a check must end with \.ts, /,
    ],
    ['has no default export', `export const tone = {}`, /^Its default export is not a check/],
    ['exports null', `export default null`, /^Its default export is not a check/],
    ['exports a function', `export default () => {}`, /^Its default export is not a check/],
    ['has no link', own(`schema: ${SCHEMA}`), /^The check has no "link" function\.$/],
    [
      'has a member too many',
      own(`schema: ${SCHEMA}, ${LINK}, side: ['reply']`),
      /^"side" is not a property of a check. Known properties: hooks, /,
    ],
    [
      'has a member of prototypes',
      own(`schema: ${SCHEMA}, ${LINK}, ['__proto__']: 1`),
      /^"__proto__" is not a property/,
    ],
    ['has no schema', own(LINK), /^The check has no "schema"/],
    [
      'has a circular schema',
      `const s = { title: 'T' }; s.properties = s\n${own(`schema: s, ${LINK}`)}`,
      /cannot be serialized as JSON/,
    ],
    ['has a getter that throws', own(`get schema() { throw new Error('x') }, ${LINK}`), /^It failed to load/],
    [
      'has a schema without title',
      own(`schema: { description: 'It holds.', properties: {} }, ${LINK}`),
      /a title and a description/,
    ],
    [
      'does not describe a parameter',
      schema(`a: { type: 'string' }`),
      /\/properties\/a: A property has a description/,
    ],
    [
      'uses an unsupported keyword',
      schema(`a: { type: 'string', description: 'A.', format: 'uri' }`),
      /"format" is not a supported keyword/,
    ],
    [
      'has declarations within the schema',
      schema('', `, 'x-hooks': ['reply']`),
      /"x-hooks" is not a supported keyword/,
    ],
    [
      'uses the name of a shared parameter',
      schema(`failOnError: { type: 'boolean', description: 'F.' }`),
      /\/properties\/failOnError: It is added to every check/,
    ],
    [
      'has a secret without a destination',
      schema(`k: { type: 'string', description: 'The key.', 'x-secret': true }`),
      /a secret but no "address"/,
    ],
    ['supports no hook', own(`hooks: [], schema: ${SCHEMA}, ${LINK}`), /^"hooks" must be a list/],
    [
      'names an unknown hook',
      own(`hooks: ['answer'], schema: ${SCHEMA}, ${LINK}`),
      /x-hooks: It must be request or reply/,
    ],
    [
      'has hooks that are not a list',
      own(`hooks: 'request', schema: ${SCHEMA}, ${LINK}`),
      /^"hooks" must be a list/,
    ],
    [
      'has an invalid rewrites',
      own(`rewrites: 'yes', schema: ${SCHEMA}, ${LINK}`),
      /x-rewrites: It is true or false/,
    ],
    [
      'calls without a URL',
      own(`address: 'acme', schema: ${SCHEMA}, ${LINK}`),
      /^"address" must be an http or https URL/,
    ],
    [
      'calls a file URL',
      own(`address: 'file:///etc', schema: ${SCHEMA}, ${LINK}`),
      /^"address" must be an http or https URL/,
    ],
    [
      'calls a URL of an unknown parameter',
      own(`address: 'https://{toString}.x', schema: ${SCHEMA}, ${LINK}`),
      /"toString" is not a parameter/,
    ],
  ])('%s', async (_title, text, sentence) => {
    const said = await examined({ 'tone.ts': text })
    expect(said).toEqual(expect.stringMatching(sentence))
    expect(said).not.toMatch(/\n +at /)
  })

  it.each([
    ['never terminates', 'for (;;);'],
    ['awaits with a running timer', 'setInterval(() => {}, 1000)\nawait new Promise(() => {})'],
  ])('%s', async (_title, text) => {
    expect(await examined({ 'tone.ts': text }, 600)).toMatch(/^It did not load within 0\.6 seconds/)
  })

  it('a link to a file outside is a file of the project; its content at load time counts', async () => {
    const [outside, folder] = [temporaryFolder({ 'a.ts': GOOD }), temporaryFolder()]
    symlinkSync(join(outside, 'a.ts'), join(folder, 'tone.ts'))
    const before = await inspectModule(folder, 'tone.ts')
    writeFileSync(join(outside, 'a.ts'), `${GOOD}// changed\n`)
    const after = await inspectModule(folder, 'tone.ts')
    expect(before).toMatchObject({ module: { files: { 'tone.ts': sha256(GOOD) } } })
    expect(after).not.toEqual(before)
  })
})
