// Schemas → generated/ and reference/. Without a flag it checks that the committed files are current and the schemas
// follow the dialect (as CI does); with --write it rewrites them.
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { pathToFileURL } from 'node:url'
import { generateChecks } from './generate-checks.ts'
import { generateClientLibraries, generateClientsPage } from './generate-client-libraries.ts'
import { generateCodingAgents, generateCodingAgentsPage } from './generate-coding-agents.ts'
import { generateControlRoutes } from './generate-control.ts'
import {
  generateControlBodies,
  generateControlBodyTypes,
  generateControlTypes,
} from './generate-control-bodies.ts'
import { generateEditorSchemas } from './generate-editor-schemas.ts'
import { generateEntrances } from './generate-entrances.ts'
import { generateErrorKinds } from './generate-errors.ts'
import { generateCatalog, generateFacts, generateReplyFields } from './generate-facts.ts'
import { generateFailureAdvice, generateFailures } from './generate-failures.ts'
import { generateFamilies } from './generate-families.ts'
import { generateLives } from './generate-lives.ts'
import { generateModels } from './generate-models.ts'
import { generateOpenApi } from './generate-openapi.ts'
import { generateParameters } from './generate-parameters.ts'
import { generateProviderState } from './generate-provider-state.ts'
import { generateReference } from './generate-reference.ts'
import { generateTypes } from './generate-types.ts'
import { generateUsageFields } from './generate-usage.ts'
import {
  generateCheckValidators,
  generateCheckValidatorTypes,
  generateRequestTypes,
  generateRequestValidators,
  generateValidators,
  generateValidatorTypes,
} from './generate-validators.ts'
import { lint } from './lint.ts'

const FOLDER = new URL('.', import.meta.url)

/** Every generated file by its path below schemas/, with its current content. */
async function generateAll(): Promise<ReadonlyMap<string, string>> {
  return new Map([
    ['generated/types.ts', await generateTypes()],
    ['generated/validators.ts', generateValidatorTypes()],
    ...generateValidators().map(([name, text]) => [`generated/validators/${name}`, text] as const),
    ['generated/requests.js', generateRequestValidators()],
    ['generated/requests.d.ts', generateRequestTypes()],
    ['generated/checks.ts', await generateChecks()],
    ['generated/check-validators.js', generateCheckValidators()],
    ['generated/check-validators.d.ts', generateCheckValidatorTypes()],
    ['generated/control-routes.ts', generateControlRoutes()],
    ['generated/control-types.ts', await generateControlTypes()],
    ['generated/control-bodies.js', generateControlBodies()],
    ['generated/control-bodies.d.ts', generateControlBodyTypes()],
    ['generated/openapi.json', generateOpenApi()],
    ['generated/facts.ts', generateFacts()],
    ['generated/catalogue.ts', generateCatalog()],
    ['generated/families.ts', generateFamilies()],
    ['generated/reply-fields.ts', generateReplyFields()],
    ['generated/entrances.ts', generateEntrances()],
    ['generated/error-kinds.ts', generateErrorKinds()],
    ['generated/failures.ts', generateFailures()],
    ['generated/failure-advice.ts', generateFailureAdvice()],
    ['generated/parameters.ts', generateParameters()],
    ['generated/provider-state.ts', generateProviderState()],
    ['generated/models.ts', await generateModels()],
    ['generated/lives.ts', generateLives()],
    ['generated/usage-fields.ts', generateUsageFields()],
    ['generated/coding-agents.ts', generateCodingAgents()],
    ['coding-agents.md', generateCodingAgentsPage()],
    ['generated/client-libraries.ts', generateClientLibraries()],
    ['clients.md', generateClientsPage()],
    ...generateEditorSchemas().map(([name, text]) => [`generated/editors/${name}`, text] as const),
    ...generateReference().map(([name, text]) => [`reference/${name}`, text] as const),
  ])
}

/** The paths of generated files that are not up to date with the schemas. */
export async function staleFiles(): Promise<readonly string[]> {
  const current = (name: string): string | undefined => {
    const path = new URL(name, FOLDER)
    return existsSync(path) ? readFileSync(path, 'utf8') : undefined
  }
  return [...(await generateAll())].filter(([name, text]) => current(name) !== text).map(([name]) => name)
}

async function main(write: boolean): Promise<number> {
  const violations = lint()
  for (const violation of violations) console.error(violation)
  if (violations.length > 0) return 1
  if (write) {
    for (const [name, text] of await generateAll()) writeFileSync(new URL(name, FOLDER), text)
    return 0
  }
  const names = await staleFiles()
  for (const name of names) console.error(`schemas/${name} is stale: run npm run generate.`)
  return names.length === 0 ? 0 : 1
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  process.exitCode = await main(process.argv.includes('--write'))
