// A config through the phase of validation, with stored providers that it may name.
import { collectDiagnostics } from '../../../compiler/diagnostics/diagnostic.ts'
import type { CompileEnvironment } from '../../../compiler/facts/environment.ts'
import { readJson } from '../../../compiler/read/json.ts'
import { validateConfig } from '../../../compiler/validate/validate-config.ts'
import { realCatalog } from '../../support/catalog.ts'

export const FILE: CompileEnvironment = { origin: 'file', providers: {}, trustedHosts: [] }

export function validateValue(value: unknown, environment: CompileEnvironment = FILE) {
  const { report, diagnostics } = collectDiagnostics()
  const parsed = readJson({ name: 'config.json', text: JSON.stringify(value, null, 2) }, report)
  const config = parsed && validateConfig(parsed, realCatalog, environment, report)
  return { parsed, config, diagnostics, codes: diagnostics.map(({ code }) => code) }
}

export const KEY = '${env:KEY}'
export const LARGE = { name: 'large', provider: '@large' }
export const SMALL = { name: 'small', provider: '@small' }

/** What depends on where the text came from: a file beside a manifest, a file alone, a header. */
const STORED = {
  from: 'own',
  provider: 'openai',
  baseUrl: 'https://api.openai.com/v1',
  custom: false,
  credentials: { api_key: { source: 'env', name: 'KEY', origins: ['https://api.openai.com'] } },
  settings: {},
  allowedOrigins: ['https://eu.api.openai.com'],
} as const
export const PROVIDERS = { main: STORED }
