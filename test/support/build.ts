// `npm run build`: the sources as JavaScript in dist/, with the generated validators beside them and two bins. What an
// installation does not need is left out: source maps without sources, and declarations that no entry point refers to.
import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, resolve } from 'node:path'
import { copyModule } from './copy-module.ts'
import { ROOT } from './folder.ts'

rmSync(`${ROOT}dist`, { recursive: true, force: true })
execFileSync(
  process.execPath,
  [`${ROOT}node_modules/typescript/bin/tsc`, '-p', `${ROOT}.tsconfig.build.json`],
  { stdio: 'inherit' },
)
/** The validators, which are generated as JavaScript. */
const WRITTEN = readdirSync(`${ROOT}schemas/generated`)
  .filter(name => name.endsWith('.js'))
  .flatMap(name => [name, name.replace(/\.js$/, '.d.ts')])
for (const name of WRITTEN) {
  copyFileSync(`${ROOT}schemas/generated/${name}`, `${ROOT}dist/schemas/generated/${name}`)
}
for (const bin of ['compiler/cli/main.js', 'runtime/main.js']) chmodSync(`${ROOT}dist/${bin}`, 0o755)

/** Of this package, one file is used; its other files, and what it depends on, are 55 MB. */
const RECHECK = { file: 'recheck/lib/browser.js', loader: 'compiler/pattern-analysis/analyze-pattern.js' }
const copied = `${ROOT}dist/compiler/pattern-analysis/recheck`
mkdirSync(copied)
copyFileSync(`${ROOT}node_modules/${RECHECK.file}`, `${copied}/browser.cjs`)
copyFileSync(`${ROOT}node_modules/recheck/LICENSE`, `${copied}/LICENSE`)
loadInstead(RECHECK.loader, RECHECK.file, './recheck/browser.cjs')

/** Of this package, the smallest of four tables is used; the others are 8 MB. */
const ELD = { entry: 'entries/static.extrasmall.js', loader: 'runtime/guardrails/checks/language.js' }
const detector = `${ROOT}dist/runtime/guardrails/checks/eld`
copyModule(`${ROOT}node_modules/eld/src`, ELD.entry, detector)
copyFileSync(`${ROOT}node_modules/eld/LICENSE`, `${detector}/LICENSE`)
loadInstead(ELD.loader, 'eld/extrasmall', `./eld/${ELD.entry}`)

/** Lets a file of the build load a copy, where it loads a package once. */
function loadInstead(file: string, specifier: string, copy: string): void {
  const path = `${ROOT}dist/${file}`
  const loading = readFileSync(path, 'utf8').split(`'${specifier}'`)
  if (loading.length !== 2) throw new Error(`${file} should load '${specifier}' once.`)
  writeFileSync(path, loading.join(`'${copy}'`))
}

const needed = new Set<string>()
function addDeclaration(path: string): void {
  if (needed.has(path) || !existsSync(path)) return
  needed.add(path)
  for (const [, name = ''] of readFileSync(path, 'utf8').matchAll(
    /(?:from|import\()\s*['"](\.[^'"]+)\.[jt]s['"]/g,
  ))
    addDeclaration(resolve(dirname(path), `${name}.d.ts`))
}
// The types of configs are read by the compiler itself.
for (const entry of ['compiler/index', 'runtime/index', 'schemas/generated/types'])
  addDeclaration(`${ROOT}dist/${entry}.d.ts`)
for (const name of readdirSync(`${ROOT}dist`, { recursive: true, encoding: 'utf8' })) {
  const path = `${ROOT}dist/${name}`
  if (path.endsWith('.d.ts') && !needed.has(path)) rmSync(path)
}

/** With the packages that test/architecture/installation-size.test.ts bounds, below 25 MB for the runtime alone. */
const MAX_MEGABYTES = 15
const megabytes =
  readdirSync(`${ROOT}dist`, { recursive: true, withFileTypes: true })
    .filter(item => item.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(resolve(parentPath, name)).size, 0) / 1_000_000
if (megabytes > MAX_MEGABYTES)
  throw new Error(`The build has ${megabytes.toFixed(1)} MB: at most ${MAX_MEGABYTES}.`)
