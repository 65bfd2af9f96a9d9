// What the conversion of one source needs: its value with places and comments, what is known of the machine that it ran on, and where
// findings go.
import type { ProviderSpec } from '../../schemas/generated/types.ts'
import type { Json } from '../../schemas/values/json.ts'
import type { Pointer } from '../../schemas/values/pointer.ts'
import { locationOf, type ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import type { DiagnosticCode } from '../diagnostics/messages.ts'
import type { Catalog } from '../facts/catalog.ts'
import { createDiagnostic } from '../read/create-diagnostic.ts'
import type { ParsedSource } from '../source.ts'

/** Codes of findings about a source, in `diagnostics/messages/importing.ts`. */
type ImportCode = Extract<DiagnosticCode, `import-${string}`>

export interface ImportContext {
  readonly parsed: ParsedSource
  /** Lines of comments by the pointers of their values; none of a source in JSON. */
  readonly comments: ReadonlyMap<Pointer, readonly string[]>
  /** Variables of the environment, for settings that are not secret. */
  readonly environment: Readonly<Record<string, string | undefined>>
  readonly provider: (name: string) => ProviderSpec | undefined
  /** The names of the models that are known of a provider of the catalog. */
  readonly modelsOf: (provider: string) => readonly string[]
  /** The check of guardrails with this name. */
  readonly check: Catalog['check']
  /** Variables in place of keys in clear text, of all sources. */
  readonly secrets: SecretNames
  /** SHA-256 in hexadecimal digits, of keys of clients. */
  readonly hash: (text: string) => string
  /** Reports a finding at a value of the source, or at its key. */
  readonly report: (code: ImportCode, at: Pointer, message: string, part?: 'key' | 'value') => void
}

export interface ImportHost
  extends Pick<ImportContext, 'environment' | 'provider' | 'modelsOf' | 'check' | 'hash'> {
  readonly readComments: (text: string) => ReadonlyMap<Pointer, readonly string[]>
}

export function createImportContext(
  parsed: ParsedSource,
  comments: ImportContext['comments'],
  { environment, provider, modelsOf, check, hash }: ImportHost,
  secrets: SecretNames,
  report: ReportDiagnostic,
): ImportContext {
  const reported = new Set<string>()
  return {
    parsed,
    comments,
    environment,
    provider,
    modelsOf,
    check,
    secrets,
    hash,
    report: (code, at, message, part = 'value') => {
      const key = `${code} ${at} ${message}`
      if (!reported.has(key)) report(createDiagnostic(code, locationOf(parsed, at, part), message))
      reported.add(key)
    },
  }
}

/** The comments at a value and at everything below it, in the order of the text. */
export function commentsBelow({ comments }: ImportContext, at: Pointer): readonly string[] {
  return [...comments]
    .filter(([pointer]) => pointer === at || pointer.startsWith(`${at}/`))
    .flatMap(([, lines]) => lines)
}

/** A number, or a string that is written as one. */
export function numberIn(value: Json | undefined): number | undefined {
  if (typeof value === 'number') return value
  return typeof value === 'string' && /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined
}

/** The variables in place of keys in clear text: each key has a separate one. */
export interface SecretNames {
  /** The name of the variable for a key: the wanted one, or with a number. */
  readonly nameOf: (wanted: string, key: string) => string
}

/** `taken`: variables that have other values, since the source refers to them, or its environment has them. */
export function createSecretNames(taken: ReadonlySet<string> = new Set()): SecretNames {
  const named = new Map<string, string>()
  return {
    nameOf: (wanted, key) => {
      for (let number = 1; ; number += 1) {
        const name = number === 1 ? wanted : `${wanted}_${number}`
        if (named.get(name) === key) return name
        if (named.has(name) || taken.has(name)) continue
        named.set(name, key)
        return name
      }
    },
  }
}
