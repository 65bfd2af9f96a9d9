// A config runs in a sandbox: whatever it does, there is one diagnostic at its location, the host continues, and the next
// config is not affected.
import { describe, expect, it } from 'vitest'
import { mistakes, readWith } from '../../../support/read-source.ts'
import { typescriptReader } from '../../../support/typescript-reader.ts'

const read = await typescriptReader({
  '/project/throws.ts': `export function fail(): never {\n  throw new RangeError('no')\n}\n`,
  '/project/wrong.ts': `export const n: number = 'x'\n`,
  '/project/shared/names.json': `["a"]`,
  '/secret.ts': `export default 'secret'\n`,
  '/project-secrets/keys.ts': `export default 'secret'\n`,
  '/etc/passwd': 'root',
})

const ANY = 'declare const process: any, console: any, fetch: any, require: any, setTimeout: any\n'

const TABLE: Readonly<Record<string, readonly [text: string, ...expected: string[]]>> = {
  'the time': [`const t = Date.now()\nexport default { t }`, 'config-not-deterministic 1:11 Date.now()'],
  'a date': [`export default { t: new Date(0) }`, 'config-not-deterministic 1:21 new Date(0)'],
  chance: [`export default { w: Math.random() }`, 'config-not-deterministic 1:21 Math.random()'],
  'the environment': [`${ANY}export default { a: process.env.KEY }`, 'config-throws 2:21 process'],
  'the console': [`${ANY}console.log(1)\nexport default {}`, 'config-throws 2:1 console'],
  'the network': [`${ANY}export default { a: await fetch('http://x') }`, 'config-throws 2:27 fetch'],
  'modules of Node': [`${ANY}export default require('node:fs')`, 'config-throws 2:16 require'],
  timers: [`${ANY}setTimeout(() => {}, 1)\nexport default {}`, 'config-throws 2:1 setTimeout'],
  'globals via globalThis': [
    `export default (globalThis as any).process.env`,
    'config-throws 1:16 (globalThis as any).process.env',
  ],
  'names without a type here': [`export default { a: process.env }`, 'type-error 1:21 process'],
  packages: [
    `import z from 'zod'\nimport fs from 'node:fs'\nexport default { z, fs }`,
    `missing-import 1:15 'zod'`,
    `missing-import 2:16 'node:fs'`,
  ],
  'missing files': [`import a from './a.ts'\nexport default { a }`, `missing-import 1:15 './a.ts'`],
  'files that are not TypeScript': [
    `import a from './shared/names.json'\nexport default { a }`,
    `missing-import 1:15 './shared/names.json'`,
  ],
  'files outside the project': [
    `import a from '../secret.ts'\nimport b from './shared/../../secret.ts'\nimport c from '../project-secrets/keys.ts'\nexport default { a, b, c }`,
    `missing-import 1:15 '../secret.ts'`,
    `missing-import 2:15 './shared/../../secret.ts'`,
    `missing-import 3:15 '../project-secrets/keys.ts'`,
  ],
  'absolute paths': [`import a from '/secret.ts'\nexport default { a }`, `missing-import 1:15 '/secret.ts'`],
  'files outside, by a reference comment': [
    `/// <reference path="/etc/passwd" />\nexport default { a: 1 }`,
    'type-error 1:22 /etc/passwd',
  ],
  'computed imports': [
    `const n = '../' + 'secret.ts'\nexport default { a: await import(n) }`,
    'missing-import 2:34 n',
  ],
  'an endless loop': [`while (true) {}\nexport default {}`, 'config-loops 1:1 while (true) {}'],
  'an endless loop in try': [
    `try { for (;;) {} } catch {}\nexport default {}`,
    'config-loops 1:1 try { for (;;) {} } catch {}',
  ],
  'a native function on a long list, again and again': [
    `const a = new Array(1e6).fill(1)\nfor (;;) a.indexOf(2)\nexport default {}`,
    'config-loops 2:10 a.indexOf(2)',
  ],
  'a native function on a long string, again and again': [
    `const s = 'a'.repeat(4e6)\nfor (;;) s.indexOf('b')\nexport default {}`,
    "config-loops 2:10 s.indexOf('b')",
  ],
  'a native function that moves memory, again and again': [
    `const a = new Uint8Array(30e6)\nconst f = (): void => { for (;;) a.fill(1) }\nf()\nexport default {}`,
    'config-loops 2:34 a.fill(1)',
  ],
  'one native call without end': [
    `const names = Array.from({ length: 1e6 }, (_, i) => 'k' + i)\nconst p = new Proxy({}, { ownKeys: () => names })\nexport default { a: Object.keys(p) }`,
    'config-loops 3:21 Object.keys(p)',
  ],
  'copies of a list, again and again': [
    `const a = new Uint8Array(4e6)\nfor (;;) a.slice(0)\nexport default {}`,
    'config-loops 2:10 a.slice(0)',
  ],
  'arithmetic of large numbers': [
    `let x = 3n\nfor (;;) x = x * x % (2n ** 100000n)\nexport default {}`,
    'config-loops 2:14 x * x',
  ],
  'endless recursion': [
    `const f = (): number => f() + 1\nexport default { a: f() }`,
    'config-loops 1:25 f()',
  ],
  'a promise that never settles': [`await new Promise(() => {})\nexport default {}`, 'config-loops 1:1'],
  'an endless getter': [
    `export default { get a(): number { for (;;) {} } }`,
    'config-loops 1:18 get a(): number { for (;;) {} }',
  ],
  'unbounded memory': [
    `const a: unknown[] = []\nfor (;;) a.push(' '.repeat(10000).split(''))\nexport default a`,
    `config-out-of-memory 2:17 ' '.repeat(10000).split('')`,
  ],
  'endless recursion with await': [
    `const f = async (): Promise<void> => { await null; return f() }\nawait f()\nexport default {}`,
    'config-out-of-memory 1:1',
  ],
  'too large an array': [
    `export default { a: new Array(1e9).fill(1) }`,
    'config-out-of-memory 1:21 new Array(1e9).fill(1)',
  ],
  'too many values': [
    `const a = new Array(1000).fill(0), b = new Array(1000).fill(a)\nexport default { b }`,
    'config-out-of-memory 2:18 b',
  ],
  'values nested too deep': [
    `let o = {}\nfor (let n = 0; n < 300; n += 1) o = { o }\nexport default o`,
    'too-deep 2:40 o',
  ],
  'an error': [
    `import { fail } from './throws.ts'\nexport default { a: fail() }`,
    `config-throws 2:9 new RangeError('no')`,
  ],
  'an error of a promise': [
    `await null\n;(null as any).x\nexport default {}`,
    'config-throws 2:2 (null as any).x',
  ],
  'something else thrown': [
    `function f(): never { throw { reason: 1 } }\nexport default f()`,
    'config-throws 1:23 throw { reason: 1 }',
  ],
  'functions that read its value': [
    `Map.prototype.get = () => ({ get value() { return 1 }, site: '[', part: 0 }) as never\nexport default { a: 1 }`,
    'config-not-json 2:16 { a: 1 }',
  ],
  'JSON for the names of exports': [
    `JSON.stringify = () => '1'\nexport const config = {}`,
    'config-not-exported 1:1',
  ],
  'no default export': [`export const config = {}`, 'config-not-exported 1:1'],
  'a type error in another file': [
    `import { n } from './wrong.ts'\nexport default { n }`,
    'type-error 1:14 n',
  ],
  'a syntax error': [`export default {\n  a: ;\n}`, 'malformed-typescript 2:6 ;'],
  'an empty source': [` \n`, 'empty-source 1:1'],
}

describe('a config cannot use', () => {
  for (const [title, [text, ...expected]] of Object.entries(TABLE))
    it(title, () => {
      const { value, diagnostics } = readWith(read, text, 'config.ts')
      expect(value).toBeUndefined()
      expect(mistakes(diagnostics)).toEqual(expected)
      expect(readWith(read, 'export default { next: 1 }', 'next.ts').value).toEqual({ next: 1 })
    })

  // Where memory runs out depends on all that an instance holds: in a new one, with these, before the last promise is rejected.
  it.each([407, 777])('memory without end in promises, the last of which stays pending: %i', async held => {
    const readAlone = await typescriptReader()
    const text = `const pad = Array.from({ length: ${held} }, (_, i) => 'p' + i)
const f = async (): Promise<void> => { await null; return f() }
await f()
export default { pad }`
    expect(mistakes(readWith(readAlone, text, 'config.ts').diagnostics)).toEqual(['config-out-of-memory 1:1'])
  })

  it('what breaks the engine, again and again: each is told, and configs afterwards are read', () => {
    const deep = `let o = {}\nfor (let n = 0; n < 200_000; n += 1) o = { o }\nexport default JSON.stringify(o)`
    const first = readWith(read, deep, 'config.ts').diagnostics.map(({ code }) => code)
    expect(['config-loops', 'config-out-of-memory', 'config-throws']).toContain(first[0])
    expect(first).toHaveLength(1)
    for (let turn = 0; turn < 3; turn += 1)
      expect(readWith(read, deep, 'config.ts').diagnostics.map(({ code }) => code)).toEqual(first)
    expect(readWith(read, 'export default { next: 1 }', 'next.ts').value).toEqual({ next: 1 })
  })
})

describe('the machine is not visible', () => {
  it('in the stack of an error', () => {
    const text = `import { fail } from './throws.ts'\nconst stack = () => { try { return fail() } catch (e) { return (e as Error).stack } }\nexport default { stack: [stack(), new Error().stack] }`
    const { value } = readWith(read, text, 'config.ts')
    expect(JSON.stringify(value)).toContain('/throws.ts')
    expect(JSON.stringify(value)).not.toContain('/project')
  })

  it('through functions that a config replaces', () => {
    const text = `JSON.stringify = () => 'x'\nObject.keys = () => []\nexport default { a: 'b' }`
    expect(readWith(read, text, 'config.ts').value).toEqual({ a: 'b' })
  })
})

describe('what JSON cannot represent is reported at its location', () => {
  const values: Readonly<Record<string, string>> = {
    'a function': '() => 1',
    'undefined in an array': '[undefined]',
    'a hole in an array': '[1, , 2]',
    NaN: 'NaN',
    infinity: '1 / 0',
    'a bigint': '1n',
    'a symbol': `Symbol('x')`,
    'a promise': 'Promise.resolve(1)',
    'a map': 'new Map()',
    'an instance of a class': 'new (class A { a = 1 })()',
    'an array of another kind': 'new (class extends Array {})()',
    'a boxed number': 'new Number(1)',
    'a key that is a symbol': `{ [Symbol('x')]: 1 }`,
    'an unpaired surrogate': `'\\ud83d'`,
    'a proxy of a function': 'new Proxy(() => 1, {})',
  }
  for (const [title, text] of Object.entries(values))
    it(title, () => {
      const { value, diagnostics } = readWith(read, `export default { a: 1, b: ${text} }`, 'config.ts')
      expect(value).toBeUndefined()
      expect(diagnostics.map(({ code }) => code)).toEqual(['config-not-json'])
      expect(mistakes(diagnostics)[0]).toMatch(/^config-not-json 1:\d\d\b/)
    })

  it('a cycle, where it closes', () => {
    const text = `const a: { b?: object } = {}\na.b = [a]\nexport default { a }`
    expect(mistakes(readWith(read, text, 'config.ts').diagnostics)).toEqual(['config-not-json 2:8 a'])
  })

  it('all of them at once', () =>
    expect(
      mistakes(readWith(read, 'export default { a: NaN, b: [1n], c: undefined }', 'config.ts').diagnostics),
    ).toEqual(['config-not-json 1:21 NaN', 'config-not-json 1:30 1n']))
})

describe('type errors', () => {
  const define = (literal: string): string =>
    `import { defineConfig } from 'portolan'\nexport default defineConfig(${literal})`

  it('of the exported literal are left to the rules, which report all of them', () => {
    const text = define(`{ strategy: { mode: 'loadbalanc' }, targts: [], weight: '1' }`)
    expect(readWith(read, text, 'config.ts')).toMatchObject({
      diagnostics: [],
      value: { targts: [], weight: '1' },
    })
  })

  it('elsewhere stop the reader, and are reported with those of the literal', () => {
    const text = define(`{ weight: '1', targets: [1].map(n => { const s: string = n; return { name: s } }) }`)
    const found = mistakes(readWith(read, text, 'config.ts').diagnostics)
    expect(found).toEqual(['type-error 2:74 s', 'type-error 2:31 weight'])
  })

  it("have the compiler's message with its suggestion", () => {
    const [found] = readWith(
      read,
      'const weights = [1]\nexport default { a: weigths }',
      'config.ts',
    ).diagnostics
    expect(found?.message).toBe(`Cannot find name 'weigths'. Did you mean 'weights'?`)
    expect(found?.notes[0]?.message).toBe(`'weights' is declared here.`)
  })

  it('defineGateway takes a manifest', () => {
    const text = `import { defineGateway } from 'portolan'\nexport default defineGateway({ header_prefix: 'x-own-' })`
    expect(readWith(read, text, 'gateway.ts').value).toEqual({ header_prefix: 'x-own-' })
  })

  it('a changed import is seen by the next config', async () => {
    const files = { '/project/a.ts': 'export const a: number = 1' }
    const reader = await typescriptReader(files)
    const text = `import { a } from './a.ts'\nexport default { a: a + 1 }`
    expect(readWith(reader, text, 'config.ts').value).toEqual({ a: 2 })
    files['/project/a.ts'] = 'export const a: number = 5'
    expect(readWith(reader, text, 'config.ts').value).toEqual({ a: 6 })
  })
})
