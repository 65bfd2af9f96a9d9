// Who may import whom, types included: arrows go one way, between files and between modules.
import { describe, expect, it } from 'vitest'
import { importsOf, loadedBy } from '../support/imports.ts'
import { isLocal, isRoot, MODULES, moduleOf, SOURCES, textOf } from './modules.ts'

/** Local imports of a file, with or without those of types, generated files left out. */
const localImports = (path: string, types: boolean): readonly string[] =>
  importsOf(path)
    .filter(({ to, typesOnly }) => SOURCES.includes(to) && (types || !typesOnly))
    .map(({ to }) => to)

/** Every cycle that a walk from each node in turn comes back to. */
function cyclesOf(nodes: Iterable<string>, next: (node: string) => Iterable<string>): readonly string[] {
  const cycles: string[] = []
  const done = new Set<string>()
  const visit = (node: string, trail: readonly string[]): void => {
    if (trail.includes(node)) {
      cycles.push([...trail.slice(trail.indexOf(node)), node].join(' → '))
      return
    }
    if (done.has(node)) return
    for (const to of next(node)) visit(to, [...trail, node])
    done.add(node)
  }
  for (const node of nodes) visit(node, [])
  return cycles
}

describe('import table', () => {
  it.each(MODULES.map(module => [module.name, module] as const))(
    '%s imports what it may',
    (_name, module) => {
      const own = SOURCES.filter(path => moduleOf(path) === module)
      expect(own.length).toBeGreaterThan(0)
      const breaches = own.flatMap(path =>
        importsOf(path)
          .filter(({ to, typesOnly }) => isLocal(to) || !typesOnly)
          .filter(({ to }) =>
            isLocal(to)
              ? !module.files.test(to) && !module.imports.some(allowed => to.startsWith(allowed))
              : !module.packages.some(allowed => to.startsWith(allowed)),
          )
          .map(({ to }) => `${path} imports ${to}`),
      )
      expect(breaches).toEqual([])
    },
  )

  it('nothing but a composition root imports one', () => {
    const breaches = SOURCES.filter(path => !isRoot(path)).flatMap(path =>
      localImports(path, true)
        .filter(isRoot)
        .map(to => `${path} imports ${to}`),
    )
    expect(breaches).toEqual([])
  })

  it('one file loads undici', () => {
    expect(
      SOURCES.filter(path => importsOf(path).some(({ to, typesOnly }) => to === 'undici' && !typesOnly)),
    ).toEqual(['runtime/upstream/undici-client.ts'])
  })

  it('one file of a pure module loads a module of Node: the checksum of zlib', () => {
    const pure = SOURCES.filter(path => path.startsWith('runtime/') && moduleOf(path)?.pure === true)
    expect(pure.filter(path => importsOf(path).some(({ to }) => to.startsWith('node:')))).toEqual([
      'runtime/streams/crc32.ts',
    ])
  })

  it('one file loads iovalkey, and only when a manifest names a Redis', () => {
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
})

describe('cycles', () => {
  it('none between files', () => {
    expect(cyclesOf(SOURCES, path => localImports(path, false))).toEqual([])
  })

  it('none between modules of the runtime, imports of types included', () => {
    const arrows = new Map<string, Set<string>>()
    for (const path of SOURCES.filter(each => each.startsWith('runtime/') && !isRoot(each))) {
      const from = moduleOf(path)?.name ?? ''
      for (const to of localImports(path, true)) {
        const module = moduleOf(to)?.name ?? ''
        if (module !== from && module.startsWith('runtime/'))
          arrows.set(from, (arrows.get(from) ?? new Set()).add(module))
      }
    }
    expect(cyclesOf(arrows.keys(), module => arrows.get(module) ?? [])).toEqual([])
  })
})
