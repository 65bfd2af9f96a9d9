// The law of the tree: who may import whom, what is pure, how big a room is, which words no name may hold, and that
// nothing which must have a page, a fixture or a row lacks it.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { diagnosticMessages } from '../compiler/diagnostics/messages.ts'
import { VERSION } from '../compiler/version.ts'
import { files, folders, ROOT } from './support/folder.ts'
import { importsOf, loadedBy, sourcesBelow } from './support/imports.ts'

/** A room: the files it is made of, and what they may load. `packages` and `rooms` are prefixes. */
interface Room {
  readonly name: string
  readonly holds: RegExp
  readonly rooms: readonly string[]
  readonly packages: readonly string[]
}

const CORE = ['compiler/', 'schemas/generated/']
const PURE_RUNTIME = [
  'runtime/body/',
  'runtime/cache/',
  'runtime/resources/',
  'runtime/inbound/',
  'runtime/guardrails/',
  'runtime/keys/',
  'runtime/link/',
  'runtime/providers/',
  'runtime/requests/',
  'runtime/resolve/',
  'runtime/state/',
  'runtime/streams/',
  'runtime/telemetry/',
  'runtime/values/call.ts',
  'runtime/values/cancellation.ts',
  'runtime/values/endpoints.ts',
  'runtime/values/failures.ts',
  'runtime/gateway/gateway.ts',
  'runtime/values/headers.ts',
  'runtime/values/memory-budget.ts',
  'runtime/gateway/list-models.ts',
  'runtime/values/event.ts',
  'runtime/values/ports.ts',
  'runtime/process-limits.ts',
  'runtime/values/error-reply.ts',
]

/** What judges the schemas of checks of one's own, which come when a project is loaded. */
const PURE_SCHEMAS = ['schemas/check-schema.ts', 'schemas/lint-check.ts', 'schemas/lint-schema.ts']

/** The import table of compiler/README.md and runtime/README.md. The first room that holds a file counts. */
const ROOMS: readonly Room[] = [
  {
    name: 'compiler command line',
    holds: /^compiler\/cli\//,
    rooms: ['compiler/', 'runtime/', 'schemas/generated/'],
    packages: ['node:'],
  },
  { name: 'YAML reader', holds: /^compiler\/read\/yaml/, rooms: CORE, packages: ['yaml'] },
  {
    name: 'TypeScript reader',
    holds: /^compiler\/read\/typescript\//,
    rooms: CORE,
    packages: ['typescript', 'quickjs-emscripten-core', '@jitl/quickjs-wasmfile-release-sync'],
  },
  {
    name: 'pattern analysis',
    holds: /^compiler\/pattern-analysis\//,
    rooms: CORE,
    packages: ['node:module', 're2js', 'recheck'],
  },
  { name: 'compiler core', holds: /^compiler\//, rooms: CORE, packages: [] },
  {
    name: 'upstream door',
    holds: /^runtime\/upstream\//,
    rooms: [...PURE_RUNTIME, 'runtime/upstream/', 'schemas/generated/'],
    packages: ['node:', 'undici', 'ipaddr.js'],
  },
  {
    name: 'http door',
    holds: /^runtime\/http\//,
    rooms: [...PURE_RUNTIME, 'runtime/http/', 'schemas/generated/'],
    packages: ['node:'],
  },
  {
    name: 'stores door',
    holds: /^runtime\/stores\//,
    rooms: [...PURE_RUNTIME, 'runtime/stores/', 'compiler/plan/', 'schemas/generated/'],
    packages: ['node:', 'iovalkey', 'postgres'],
  },
  {
    name: 'composition roots',
    holds: /^runtime\/(main|command|start|index|catalogue|ports-of-host)\.ts$/,
    rooms: ['runtime/', 'compiler/', 'schemas/generated/'],
    packages: ['node:'],
  },
  {
    name: 'pure runtime',
    holds: /^runtime\//,
    rooms: [...PURE_RUNTIME, ...PURE_SCHEMAS, 'compiler/', 'schemas/generated/'],
    packages: ['eld', 're2js', 'eventsource-parser', 'jose', 'node:zlib'],
  },
  {
    name: 'schemas',
    holds: /^schemas\//,
    rooms: ['schemas/'],
    packages: ['node:', '@pydantic/genai-prices', 'ajv', 'json-schema-to-typescript'],
  },
]

const SOURCES = ['compiler', 'runtime', 'schemas'].flatMap(sourcesBelow)
const textOf = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const lengthOf = (path: string): number => textOf(path).split('\n').length - 1
const isLocal = (to: string): boolean => /^(compiler|runtime|schemas|test|examples)\//.test(to)

describe('import table', () => {
  it.each(ROOMS.map(room => [room.name, room] as const))('%s imports what it may', (_name, room) => {
    const own = SOURCES.filter(path => ROOMS.find(each => each.holds.test(path)) === room)
    expect(own.length).toBeGreaterThan(0)
    const breaches = own.flatMap(path =>
      importsOf(path)
        .filter(
          ({ typesOnly, to }) =>
            !typesOnly || (isLocal(to) && room.name === 'compiler core' && to.startsWith('runtime/')),
        )
        .filter(
          ({ to }) => !(isLocal(to) ? room.rooms : room.packages).some(allowed => to.startsWith(allowed)),
        )
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(breaches).toEqual([])
  })

  it('the compiler core never loads its own command line, and pure rooms never a composition root', () => {
    const roots = /^(compiler\/cli\/|runtime\/(main|command|start|index|ports-of-host)\.ts)/
    const breaches = SOURCES.filter(path => !roots.test(path)).flatMap(path =>
      importsOf(path)
        .filter(({ to }) => roots.test(to))
        .map(({ to }) => `${path} imports ${to}`),
    )
    expect(breaches).toEqual([])
  })

  it('one file loads undici', () => {
    expect(
      SOURCES.filter(path => importsOf(path).some(({ to, typesOnly }) => to === 'undici' && !typesOnly)),
    ).toEqual(['runtime/upstream/undici-client.ts'])
  })

  it('one file of the pure runtime loads a module of Node: the checksum of zlib', () => {
    const pure = SOURCES.filter(path => ROOMS.find(each => each.holds.test(path))?.name === 'pure runtime')
    expect(pure.filter(path => importsOf(path).some(({ to }) => to.startsWith('node:')))).toEqual([
      'runtime/streams/crc32.ts',
    ])
  })

  it('one file loads iovalkey, and only when it is asked to', () => {
    const loading = SOURCES.filter(path =>
      importsOf(path).some(({ to, typesOnly }) => to === 'iovalkey' && !typesOnly),
    )
    expect(loading).toEqual(['runtime/stores/redis/open-iovalkey.ts'])
    expect(loading.filter(path => /^import [^(]*'iovalkey'/m.test(textOf(path)))).toEqual([])
  })

  it('portolan-runtime loads no typescript, no yaml and no ajv', () => {
    const { packages } = loadedBy('runtime/main.ts')
    expect(
      [...packages].filter(name =>
        /^(typescript|yaml|ajv|json-schema-to-typescript|quickjs|@jitl)/.test(name),
      ),
    ).toEqual([])
    expect(packages.has('undici')).toBe(true)
  })

  it('no cycle', () => {
    const cycles: string[] = []
    const done = new Set<string>()
    const visit = (path: string, trail: readonly string[]): void => {
      if (trail.includes(path)) {
        cycles.push([...trail.slice(trail.indexOf(path)), path].join(' → '))
        return
      }
      if (done.has(path)) return
      for (const { to, typesOnly } of importsOf(path))
        if (!typesOnly && SOURCES.includes(to)) visit(to, [...trail, path])
      done.add(path)
    }
    for (const path of SOURCES) visit(path, [])
    expect(cycles).toEqual([])
  })
})

describe('purity', () => {
  const impure =
    /\b(Date\.now|new Date\(\)|Math\.random|performance\.now|setTimeout|setInterval|setImmediate|fetch\(|process\.|console\.)/
  const pure = SOURCES.filter(path => {
    const room = ROOMS.find(each => each.holds.test(path))?.name ?? ''
    return ['compiler core', 'YAML reader', 'TypeScript reader', 'pattern analysis', 'pure runtime'].includes(
      room,
    )
  })
  /** Texts that run or show elsewhere: what they name is not called here. */
  const QUOTED = /'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`|\/\/.*|\/\*[\s\S]*?\*\//g

  it('outside the doors nothing touches time, chance, network, files or the process', () => {
    expect(pure.filter(path => impure.test(textOf(path).replaceAll(QUOTED, "''")))).toEqual([])
  })

  it('no module state: nothing at the top level of a file is reassigned', () => {
    expect(SOURCES.filter(path => /^(export )?let /m.test(textOf(path).replaceAll(QUOTED, "''")))).toEqual([])
  })
})

describe('size budget', () => {
  /** Tables of messages grow with what they tell. */
  const counted = SOURCES.filter(path => !path.startsWith('compiler/diagnostics/messages/'))
  const lengths = counted.map(lengthOf).sort((a, b) => a - b)
  const share = (part: number): number => lengths[Math.floor(lengths.length * part)] ?? 0

  it('the median file has at most 60 lines, nine in ten at most 160', () => {
    expect(share(0.5)).toBeLessThanOrEqual(60)
    expect(share(0.9)).toBeLessThanOrEqual(160)
  })

  it('no file has more than 300 lines', () => {
    expect(counted.filter(path => lengthOf(path) > 300)).toEqual([])
  })
})

describe('names', () => {
  const banned = /^(util|utils|helper|helpers|manager|handler|data|info|common|misc|base)$/
  it('no file or folder is named after nothing', () => {
    expect(
      SOURCES.filter(path =>
        path
          .replace(/\.ts$/, '')
          .split(/[/.-]/)
          .some(word => banned.test(word)),
      ),
    ).toEqual([])
  })

  it('no declaration is named after nothing', () => {
    const words = (name: string): readonly string[] =>
      // "Base URL" is the interface's own word, a "data URL" the standard's.
      name
        .replace(/(base|data)_?url/i, 'Address')
        .split(/(?=[A-Z])|_/)
        .map(word => word.toLowerCase())
    const declared = /\b(?:function|const|let|interface|type|class)\s+([A-Za-z_]\w*)/g
    const breaches = SOURCES.flatMap(path =>
      [...textOf(path).matchAll(declared)]
        .map(([, name = '']) => name)
        .filter(name => words(name).some(word => banned.test(word)))
        .map(name => `${path}: ${name}`),
    )
    expect(breaches).toEqual([])
  })

  it('each file opens with a comment that says what it is', () => {
    expect(SOURCES.filter(path => !/^(#!.*\n)?\/\//.test(textOf(path)))).toEqual([])
  })
})

describe('completeness', () => {
  it.each(Object.entries(diagnosticMessages))(
    'the code %s has a sentence and an explanation',
    (_code, { title, explanation }) => {
      expect(title).toMatch(/^[A-Z"].*\.$/)
      expect(explanation.length).toBeGreaterThan(80)
    },
  )

  it('each rule stands in the ordered list', () => {
    const lists: readonly (readonly [string, string])[] = [
      ['compiler/check/rules', 'compiler/validate/rules.ts'],
      ['compiler/check/manifest-rules', 'compiler/validate/manifest-rules.ts'],
      ['compiler/optimise/passes', 'compiler/optimise/optimise.ts'],
    ]
    const missing = lists.flatMap(([folder, list]) => {
      const loaded = importsOf(list).map(({ to }) => to)
      return files(join(ROOT, folder))
        .map(name => join(folder, name))
        .filter(path => path.endsWith('.ts') && !loaded.includes(path))
    })
    expect(missing).toEqual([])
  })

  it('each example has a README and is compiled by a test', () => {
    const examples = folders(join(ROOT, 'examples'))
    expect(examples.length).toBeGreaterThan(0)
    expect(examples.filter(name => !existsSync(join(ROOT, 'examples', name, 'README.md')))).toEqual([])
    expect(textOf('test/examples.test.ts')).toContain("folders(join(ROOT, 'examples'))")
  })

  it('each folder of phases and roles has a README', () => {
    const rooms = [
      'compiler',
      'runtime',
      'schemas',
      'compiler/check',
      'compiler/read',
      'compiler/lower',
      'compiler/optimise',
      'compiler/plan',
      'runtime/providers',
    ]
    expect(rooms.filter(folder => !existsSync(join(ROOT, folder, 'README.md')))).toEqual([])
  })

  it('the version stands once: the compiler tells that of the package', () => {
    expect(VERSION).toBe((JSON.parse(textOf('package.json')) as { version: string }).version)
  })
})
