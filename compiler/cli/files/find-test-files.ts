// Finds the test files that the arguments name, by the project or config that they belong to.
import { existsSync, statSync } from 'node:fs'
import { basename, dirname, join, resolve } from 'node:path'
import { filesBelow, manifestsIn, projectAbove } from './project-files.ts'
import { isTestName, stemOf } from './project-names.ts'
import { readFileText } from './read-file.ts'
import { searchBelow, searchGlob } from './search-folders.ts'

/** Test files of one project, or of configs without a manifest. Paths are absolute. */
export interface TestGroup {
  /** The folder of the project; empty without one. */
  readonly root: string
  /** What to compile: the folder of the project, or configs. */
  readonly sources: readonly string[]
  readonly files: readonly string[]
  /** Whether the arguments name a folder, so that configs without tests are missing some. */
  readonly whole: boolean
}

const EXTENSIONS = ['yaml', 'yml', 'json', 'ts']

/** The name of a test file without its extensions: that of the config. */
export const testStem = (path: string): string => stemOf(basename(path)).replace(/\.(?:test|traffic)$/, '')

/** `unknown`: arguments that name no test file and no folder. */
export function findTestFiles(
  folder: string,
  patterns: readonly string[],
): { readonly groups: readonly TestGroup[]; readonly unknown: readonly string[] } {
  const unknown: string[] = []
  let whole = false
  const found = (patterns.length === 0 ? ['.'] : patterns).flatMap(pattern => {
    const path = resolve(folder, pattern)
    const paths = existsSync(path) ? [path] : searchGlob(pattern, folder)
    const files = paths.flatMap(each => (statSync(each).isDirectory() ? testsBelow(each) : namedTests(each)))
    const isFolder = paths.some(each => statSync(each).isDirectory())
    whole ||= isFolder
    if (files.length === 0 && !isFolder) unknown.push(pattern)
    return files
  })
  const files = [...new Set(found)].sort()
  const byProject = Map.groupBy(files, path => projectAbove(path) ?? '')
  const groups = [...byProject].map(([root, paths]) => ({
    root,
    sources: root === '' ? configsOf(paths) : [root],
    files: paths,
    whole,
  }))
  return { groups, unknown }
}

const testsBelow = (folder: string): readonly string[] =>
  filesBelow(folder, searchBelow(folder), isTestName).flatMap(testsOf)

/** A test file that is named explicitly is one of configs. */
const namedTests = (path: string): readonly string[] => (isTestName(path) ? [path] : [])

/** An import of what types tests of configs, from the package. */
const IMPORT = /^import\b[^;'"]*\b(?:defineTests|ConfigTests)\b[^;'"]*from\s*['"]portolan['"]/m

/** Modules of custom checks have tests in TypeScript too, for other tools. */
const testsOf = (path: string): readonly string[] =>
  isTestName(path) && (!path.endsWith('.ts') || IMPORT.test(readFileText(path).text ?? '')) ? [path] : []

/** The configs that standalone test files are named after, where they exist. */
function configsOf(files: readonly string[]): readonly string[] {
  const configs = files.flatMap(path => {
    const beside = EXTENSIONS.map(extension => join(dirname(path), `${testStem(path)}.${extension}`))
    return beside.filter(each => existsSync(each) && manifestsIn(dirname(each)).length === 0).slice(0, 1)
  })
  return [...new Set(configs)]
}
