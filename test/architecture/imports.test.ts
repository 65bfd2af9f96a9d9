// Allowed imports, including types: dependencies between files and between modules are acyclic.
import { describe, expect, it } from 'vitest'
import { importsOf, loadedBy } from '../support/imports.ts'
import { isLocal, isRoot, MODULES, moduleOf, SOURCES, textOf } from './modules.ts'

/** Local imports of a file, with or without type imports; generated files are excluded. */
const localImports = (path: string, types: boolean): readonly string[] =>
  importsOf(path)
    .filter(({ to, typesOnly }) => SOURCES.includes(to) && (types || !typesOnly))
    .map(({ to }) => to)

/** The cycles of a graph, found by depth-first search from each node. */
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
    '%s imports only what is allowed',
    (_name, module) => {
      const own = SOURCES.filter(path => moduleOf(path) === module)
      expect(own.length).toBeGreaterThan(0)
      const breaches = own.flatMap(path =>
        importsOf(path)
          .filter(({ to, typesOnly }) => isLocal(to) || !typesOnly)
          .filter(({ to }) =>
            isLocal(to)
              ? (!module.files.test(to) && !module.imports.some(allowed => to.startsWith(allowed))) ||
                module.except?.includes(to) === true
              : !module.packages.some(allowed => to.startsWith(allowed)),
          )
          .map(({ to }) => `${path} imports ${to}`),
      )
      expect(breaches).toEqual([])
    },
  )

  it('has every file', () => {
    expect(SOURCES.filter(path => moduleOf(path) === undefined)).toEqual([])
  })

  it('only composition roots import composition roots', () => {
    const breaches = SOURCES.filter(path => !isRoot(path)).flatMap(path =>
      localImports(path, true)
        .filter(isRoot)
        .map(to => `${path} imports ${to}`),
    )
    expect(breaches).toEqual([])
  })

  it('of the compiler only compiler/cli imports the runtime, so that the core runs in a browser', () => {
    const breaches = SOURCES.filter(path => /^compiler\/(?!cli\/)/.test(path)).flatMap(path =>
      importsOf(path)
        .filter(({ to }) => to.startsWith('runtime/'))
        .map(
          ({ to }) =>
            `${path} imports ${to}: only compiler/cli may. Move what both need to schemas/values/ (types: schemas/contracts/), or take it as a parameter.`,
        ),
    )
    expect(breaches).toEqual([])
  })

  it('only the HTTP client and its proxies import undici', () => {
    expect(
      SOURCES.filter(path => importsOf(path).some(({ to, typesOnly }) => to === 'undici' && !typesOnly)),
    ).toEqual([
      'runtime/upstream/proxy-forward.ts',
      'runtime/upstream/proxy-tunnel.ts',
      'runtime/upstream/undici-client.ts',
    ])
  })

  it('pure modules import nothing from Node but two pure functions', () => {
    const pure = SOURCES.filter(path => path.startsWith('runtime/') && moduleOf(path)?.pure === true)
    expect(pure.filter(path => importsOf(path).some(({ to }) => to.startsWith('node:')))).toEqual([
      'runtime/streams/crc32.ts',
      'runtime/values/is-utf8.ts',
    ])
  })

  it('iovalkey is imported by one file, dynamically', () => {
    const loading = SOURCES.filter(path =>
      importsOf(path).some(({ to, typesOnly }) => to === 'iovalkey' && !typesOnly),
    )
    expect(loading).toEqual(['runtime/stores/redis/open-iovalkey.ts'])
    expect(loading.filter(path => /^import [^(]*'iovalkey'/m.test(textOf(path)))).toEqual([])
  })

  it('the protocol of editors is loaded by the language server, which one command imports dynamically', () => {
    const importing = SOURCES.filter(path =>
      importsOf(path).some(({ to, typesOnly }) => to.startsWith('vscode-') && !typesOnly),
    )
    expect(importing.length).toBeGreaterThan(0)
    expect(importing.filter(path => !path.startsWith('compiler/cli/language-server/'))).toEqual([])
    const { packages } = loadedBy('compiler/cli/commands/check.ts')
    expect([...packages].filter(name => name.startsWith('vscode-'))).toEqual([])
  })

  it('portolan-runtime does not load typescript, yaml or ajv', () => {
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
  it('none between files, type imports included', () => {
    expect(cyclesOf(SOURCES, path => localImports(path, true))).toEqual([])
  })

  it('none between modules, type imports included', () => {
    const arrows = new Map<string, Set<string>>()
    for (const path of SOURCES) {
      const from = moduleOf(path)?.name ?? ''
      for (const to of localImports(path, true)) {
        const module = moduleOf(to)?.name ?? ''
        if (module !== from) arrows.set(from, (arrows.get(from) ?? new Set()).add(module))
      }
    }
    expect(cyclesOf(arrows.keys(), module => arrows.get(module) ?? [])).toEqual([])
  })
})

describe('types of the control plane', () => {
  it('bodies and JSON have their types without a detour by unknown', () => {
    expect(
      SOURCES.filter(path => path.startsWith('runtime/control/') && textOf(path).includes('as unknown as')),
    ).toEqual([])
  })
})
