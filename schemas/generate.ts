// Schemas → generated/. Without a flag it checks that the committed files are current and the schemas follow the
// dialect (as CI does); with --write it rewrites them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { emitChecks } from './emit-checks.ts'
import { emitCatalogue, emitFacts } from './emit-facts.ts'
import { emitModels } from './emit-models.ts'
import { emitTypes } from './emit-types.ts'
import {
  emitCheckValidators,
  emitCheckValidatorTypes,
  emitRequestTypes,
  emitRequestValidators,
  emitValidators,
  emitValidatorTypes,
} from './emit-validators.ts'
import { lint } from './lint.ts'

const FOLDER = new URL('generated/', import.meta.url)

/** Every generated file by name, with its current content. */
export async function generated(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['types.ts', await emitTypes()],
    ['validators.js', emitValidators()],
    ['validators.d.ts', emitValidatorTypes()],
    ['requests.js', emitRequestValidators()],
    ['requests.d.ts', emitRequestTypes()],
    ['checks.ts', await emitChecks()],
    ['check-validators.js', emitCheckValidators()],
    ['check-validators.d.ts', emitCheckValidatorTypes()],
    ['facts.ts', emitFacts()],
    ['catalogue.ts', emitCatalogue()],
    ['models.ts', await emitModels()],
  ])
}

/** The names of generated files that differ from what the schemas say. */
export async function stale(): Promise<readonly string[]> {
  const current = (name: string): string | undefined => {
    const path = new URL(name, FOLDER)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return [...(await generated())].filter(([name, text]) => current(name) !== text).map(([name]) => name)
}

async function main(write: boolean): Promise<number> {
  const breaches = lint()
  for (const breach of breaches) console.error(breach)
  if (breaches.length > 0) return 1
  if (write) {
    for (const [name, text] of await generated()) writeFileSync(new URL(name, FOLDER), text)
    return 0
  }
  const names = await stale()
  for (const name of names) console.error(`schemas/generated/${name} is stale: run npm run generate.`)
  return names.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv.includes('--write'))
