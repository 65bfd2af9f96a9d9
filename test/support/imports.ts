// The import graph of the sources, read from their texts.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { ROOT } from './folder.ts'

export interface Imported {
  /** Path from the root for local files, the specifier for packages. */
  readonly to: string
  /** Types alone: nothing is loaded at run time. */
  readonly typesOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s+)?([^'"]*?\bfrom\s+)?['"]([^'"]+)['"]/gm
const LOADED = /\b(?:import|require|load)\(\s*['"]([^'"]+)['"]\s*\)/g

/** Source files below a folder, as paths from the root; generated files are left out. */
export function sourcesBelow(folder: string): readonly string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter(path => path.endsWith('.ts') && !path.includes('generated'))
    .map(path => join(folder, path))
    .sort()
}

/** What a file imports. `import { type A, type B }` counts as types alone, as the compiler erases it. */
export function importsOf(path: string): readonly Imported[] {
  // Programs in template literals are texts, not imports of the file.
  const text = readFileSync(join(ROOT, path), 'utf8').replaceAll(/`(?:[^`\\]|\\.)*`/g, '``')
  const local = (specifier: string): string =>
    specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : specifier
  const stated = [...text.matchAll(IMPORT)].map(([, types, names = '', specifier = '']) => ({
    to: local(specifier),
    typesOnly: types !== undefined || onlyTypes(names),
  }))
  const loaded = [...text.matchAll(LOADED)].map(([, specifier = '']) => ({
    to: local(specifier),
    typesOnly: false,
  }))
  return [...stated, ...loaded]
}

function onlyTypes(names: string): boolean {
  const list = /\{([^}]*)\}/.exec(names)?.[1]
  if (list === undefined || /^\s*\w/.test(names)) return false
  const parts = list
    .split(',')
    .map(part => part.trim())
    .filter(part => part !== '')
  return parts.length > 0 && parts.every(part => part.startsWith('type '))
}

/** Every file and package that is loaded when a file is run, by the imports that count. */
export function loadedBy(
  path: string,
  imports: (path: string) => readonly Imported[] = importsOf,
): {
  readonly files: ReadonlySet<string>
  readonly packages: ReadonlySet<string>
} {
  const files = new Set<string>()
  const packages = new Set<string>()
  const visit = (at: string): void => {
    if (files.has(at)) return
    files.add(at)
    if (!at.endsWith('.ts') || at.includes('generated')) return
    for (const { to, typesOnly } of imports(at)) {
      if (typesOnly) continue
      if (/^(compiler|runtime|schemas|test)\//.test(to)) visit(to)
      else packages.add(to)
    }
  }
  visit(path)
  return { files, packages }
}
