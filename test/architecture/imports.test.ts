// Allowed imports, including types: dependencies between files and between modules are acyclic. What the table does not allow fails there
// alone: the other rules are about what it allows.
import { describe, expect, it } from 'vitest'
import { importsOf, loadedBy } from '../support/imports.ts'
import { expectNone } from './breaches.ts'
import { allowedImports, isAllowed, isRoot, MODULES, moduleOf, SOURCES, textOf } from './modules.ts'

const KNOWN: ReadonlySet<string> = new Set(SOURCES)

/** Local imports of a file, types included; generated files are excluded. */
const localImports = (path: string): readonly string[] =>
  allowedImports(path)
    .map(({ to }) => to)
    .filter(to => KNOWN.has(to))

/** The files below a folder that load a package, or one whose name begins so. */
const loading = (name: string, below: string): readonly string[] =>
  SOURCES.filter(
    path =>
      path.startsWith(below) &&
      allowedImports(path).some(({ to, typesOnly }) => to.startsWith(name) && !typesOnly),
  )

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
          .filter(each => !isAllowed(path, each))
          .map(({ to }) => `${path} imports ${to}`),
      )
      expectNone(
        breaches,
        `${module.name} stands below that. Move what both need into a module that it may import, or take it as a parameter; a new arrow is a ` +
          'decision about the structure: a row in test/architecture (modules.ts, compiler-modules.ts, control-modules.ts) and in the README.',
      )
    },
  )

  it('has every file', () => {
    expectNone(
      SOURCES.filter(path => moduleOf(path) === undefined),
      'These are in no module. Put them into the folder of one, or add a module to test/architecture/modules.ts.',
    )
  })

  it('only composition roots import composition roots', () => {
    const breaches = SOURCES.filter(path => !isRoot(path)).flatMap(path =>
      localImports(path)
        .filter(isRoot)
        .map(to => `${path} imports ${to}`),
    )
    expectNone(
      breaches,
      'Composition roots know everything, so only they import each other. Move what is needed out of the root, and import it from there.',
    )
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
    const clients = [
      'runtime/upstream/proxy-forward.ts',
      'runtime/upstream/proxy-tunnel.ts',
      'runtime/upstream/undici-client.ts',
    ]
    const found = loading('undici', '')
    expect(found).toEqual(expect.arrayContaining(clients))
    expectNone(
      found.filter(path => !clients.includes(path)),
      'undici is imported here. Take the UpstreamClient that the process opens, which leaves by proxies and guards addresses.',
    )
  })

  it('pure modules import nothing from Node but pure functions', () => {
    const known = [
      'runtime/guardrails/detect/links/host-names.ts',
      'runtime/guardrails/detect/pii/addresses.ts',
      'runtime/streams/crc32.ts',
      'runtime/values/is-utf8.ts',
    ]
    const pure = SOURCES.filter(path => path.startsWith('runtime/') && moduleOf(path)?.pure === true)
    const found = pure.filter(path => allowedImports(path).some(({ to }) => to.startsWith('node:')))
    expectNone(
      found.filter(path => !known.includes(path)),
      'A pure module imports from Node here. Take the function as a parameter; if it is pure and fast, add the file to this test.',
    )
    expect(found).toEqual(known)
  })

  it('iovalkey is imported by one file, dynamically', () => {
    const one = 'runtime/stores/redis/open-iovalkey.ts'
    const isStatic = (path: string): boolean => /^import (?!type\b)[^(]*'iovalkey'/m.test(textOf(path))
    expectNone(
      loading('iovalkey', '').filter(path => path !== one || isStatic(path)),
      `Only ${one} loads iovalkey, by import(), so that a gateway without Redis does not: call what it exports.`,
    )
  })

  it('the protocol of editors is loaded by the language server, which one command imports dynamically', () => {
    const importing = loading('vscode-', 'compiler/cli/')
    expect(importing.length).toBeGreaterThan(0)
    expectNone(
      importing.filter(path => !path.startsWith('compiler/cli/language-server/')),
      'The protocol of editors is imported outside of compiler/cli/language-server/. Import only types of it, or move the code there.',
    )
    const { packages } = loadedBy('compiler/cli/commands/check.ts', allowedImports)
    expectNone(
      [...packages].filter(name => name.startsWith('vscode-')),
      'compiler/cli/commands/check.ts loads these. Load the language server by import() in its command.',
    )
  })

  it('portolan-runtime does not load typescript, yaml or ajv', () => {
    const { packages } = loadedBy('runtime/main.ts', allowedImports)
    expectNone(
      [...packages].filter(name =>
        /^(typescript|yaml|ajv|json-schema-to-typescript|quickjs|@jitl)/.test(name),
      ),
      'runtime/main.ts loads these when it starts. Load the file that needs them by import(), where the feature is used.',
    )
    expect(packages.has('undici')).toBe(true)
  })
})

describe('cycles', () => {
  it('none between files of a module, type imports included', () => {
    expectNone(
      cyclesOf(SOURCES, path => localImports(path).filter(to => moduleOf(to) === moduleOf(path))),
      'Move what both ends need, often a type, into the file that stands lower, or into a file of its own.',
    )
  })

  it('none between modules, type imports included', () => {
    const arrows = new Map<string, Map<string, string>>()
    for (const path of SOURCES) {
      const from = moduleOf(path)?.name ?? ''
      for (const to of localImports(path)) {
        const module = moduleOf(to)?.name ?? ''
        const found = arrows.get(from) ?? new Map<string, string>()
        arrows.set(from, found)
        if (module !== from && !found.has(module)) found.set(module, `${path} imports ${to}`)
      }
    }
    const cycles = cyclesOf(arrows.keys(), module => arrows.get(module)?.keys() ?? [])
    const withFiles = cycles.map(cycle => {
      const names = cycle.split(' → ')
      const steps = names.slice(1).map((to, at) => arrows.get(names[at] ?? '')?.get(to) ?? '')
      return [cycle, ...steps].join('\n  ')
    })
    expectNone(
      withFiles,
      'The table allows both directions. Move what both modules need into a lower one, and take one arrow out of test/architecture/modules.ts.',
    )
  })
})

describe('types of the control plane', () => {
  it('bodies and JSON have their types without a detour by unknown', () => {
    expectNone(
      SOURCES.filter(path => path.startsWith('runtime/control/') && textOf(path).includes('as unknown as')),
      '"as unknown as" is in these. Give the function the type that it needs, or read the value by its schema.',
    )
  })
})
