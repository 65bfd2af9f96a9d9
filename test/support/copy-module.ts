// Copies one module of a package with the modules that it imports, for a build that needs no more of the package.
import { copyFileSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'

/** `entry` is a path in `source`, and its copy has the same path in `target`. Imports of other packages are errors. */
export function copyModule(source: string, entry: string, target: string): void {
  const copied = new Set<string>()
  const copy = (path: string): void => {
    if (copied.has(path)) return
    copied.add(path)
    const place = join(target, relative(source, path))
    mkdirSync(dirname(place), { recursive: true })
    copyFileSync(path, place)
    for (const [, specifier = ''] of readFileSync(path, 'utf8').matchAll(
      /^(?:import|export)\b[^'"=]*?\bfrom\s*['"]([^'"]+)['"]/gm,
    )) {
      if (!specifier.startsWith('.')) throw new Error(`${path} imports "${specifier}", which is not copied.`)
      copy(resolve(dirname(path), specifier))
    }
  }
  copy(join(source, entry))
}
