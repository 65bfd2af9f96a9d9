// Decodes and validates a bundle before a runtime uses it: form, versions, digest, secrets, and everything the
// linker relies on. Never throws; all errors are returned, unless one hides the next.
import type { Bundle } from '../../schemas/generated/types.ts'
import { bundle as isBundle } from '../../schemas/generated/validators/plan.js'
import type { SchemaValidationError } from '../../schemas/generated/validators.ts'
import { joinNames } from '../../schemas/values/format-names.ts'
import { formatPointer } from '../../schemas/values/pointer.ts'
import { bundleSecrets } from './bundle-secrets.ts'
import { digestOf, type Hash } from './emit.ts'
import { FORMAT, isEarlierFormat, READ_FORMATS, upgradeBundle } from './upgrade-bundle.ts'
import { planErrors, promptErrors } from './validate-plan.ts'

export type DecodeResult =
  | { readonly bundle: Bundle; readonly errors?: never }
  /** Sentences for the operator's log; at least one. */
  | {
      readonly bundle?: never
      readonly errors: readonly string[]
      /** The format, where this version reads it not yet or no more. */
      readonly unreadFormat?: number
    }

const MAX_ERRORS = 20

/** Decodes a bundle, or returns why it is invalid. `hash` is SHA-256, as in `seal`. */
export function decodeBundle(text: string, hash: Hash): DecodeResult {
  try {
    const value: unknown = JSON.parse(text)
    return validateBundle(value, hash)
  } catch (failure) {
    // Only the parser and a stack overflow by deep nesting throw here.
    const reason =
      failure instanceof SyntaxError ? 'The bundle is not JSON.' : 'The bundle is nested too deeply.'
    return { errors: [reason] }
  }
}

function validateBundle(decoded: unknown, hash: Hash): DecodeResult {
  // The digest is that of the text as it was written; the upgraded bundle is identified by it, too.
  const isEarlier = isEarlierFormat(decoded)
  const value = isEarlier ? upgradeBundle(decoded) : decoded
  const versionErrors = unknownVersions(value)
  if (versionErrors.length > 0) {
    const format = member(value, 'format')
    return {
      errors: versionErrors,
      ...(typeof format === 'number' && format !== FORMAT && { unreadFormat: format }),
    }
  }
  if (!isBundle(value)) return rejection(formatSchemaErrors(isBundle.errors ?? []))
  // The validator and the type are generated from the same schema.
  const bundle = value as Bundle
  const errors = [
    ...digestErrors(isEarlier ? (decoded as unknown as Bundle) : bundle, hash),
    ...secretErrors(bundle),
    ...Object.entries(bundle.plans).flatMap(planErrors),
    ...promptErrors(bundle),
  ]
  return errors.length === 0 ? { bundle } : rejection(errors)
}

function rejection(errors: readonly string[]): DecodeResult {
  if (errors.length <= MAX_ERRORS) return { errors }
  return {
    errors: [...errors.slice(0, MAX_ERRORS), `There are ${errors.length - MAX_ERRORS} more errors.`],
  }
}

const member = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null
    ? new Map<string, unknown>(Object.entries(value)).get(key)
    : undefined

/** `1 and 2`. */
const readable = joinNames(READ_FORMATS.map(String), 'and')

/** Only an unknown version is reported, because it would cause all other errors. */
function unknownVersions(value: unknown): readonly string[] {
  const format = member(value, 'format')
  if (typeof format === 'number' && format !== FORMAT)
    return [
      `The bundle has the format ${format}; this version reads the formats ${readable}. ${
        format > FORMAT
          ? 'It was compiled by a newer version: upgrade this one.'
          : 'Run "portolan compile" in its project with this version.'
      }`,
    ]
  const plans = member(value, 'plans')
  const entries = typeof plans === 'object' && plans !== null ? Object.entries(plans) : []
  return entries.flatMap(([id, plan]) => {
    const version = member(plan, 'version')
    if (typeof version !== 'number' || version === FORMAT) return []
    return [`The plan "${id}" has the version ${version}; this version reads the versions ${readable}.`]
  })
}

function digestErrors(bundle: Bundle, hash: Hash): readonly string[] {
  if (digestOf(bundle, hash) === bundle.digest) return []
  return ['The digest does not match: the bundle was changed after it was compiled.']
}

const secretErrors = (bundle: Bundle): readonly string[] =>
  bundleSecrets(bundle).flatMap(({ secret: { source, name }, location }) => {
    if (source === 'literal')
      return [`The bundle contains a literal secret (${location}); only references are allowed.`]
    const isUnknown =
      source === 'secret' &&
      (location.startsWith('secret reference') || !Object.hasOwn(bundle.gateway.secretReferences ?? {}, name))
    return isUnknown ? [`The bundle names the secret reference "${name}" (${location}), which it lacks.`] : []
  })

// Formats the validation errors of a bundle as sentences.

const text = (value: unknown): string => JSON.stringify(value) ?? 'nothing'

const PHRASE_OF_KEYWORD: Readonly<Record<string, (params: SchemaValidationError['params']) => string>> = {
  required: params => `is missing ${text(params['missingProperty'])}`,
  additionalProperties: params => `has an unknown property, ${text(params['additionalProperty'])}`,
  type: params => `must be of the type ${String(params['type']).replaceAll(',', ' or ')}`,
  const: params => `must be ${text(params['allowedValue'])}`,
  enum: params => `must be one of ${text(params['allowedValues'])}`,
  pattern: params => `must match ${text(params['pattern'])}`,
  minimum: params => `must be at least ${text(params['limit'])}`,
  maximum: params => `must be at most ${text(params['limit'])}`,
  minItems: params => `must have at least ${text(params['limit'])} items`,
  maxItems: params => `must have at most ${text(params['limit'])} items`,
  discriminator: params => `has an unknown ${text(params['tag'])}, ${text(params['tagValue'])}`,
  oneOf: () => 'matches none of the allowed forms',
}

/** One sentence per error, without duplicates. */
function formatSchemaErrors(errors: readonly SchemaValidationError[]): readonly string[] {
  const sentences = errors.map(({ instancePath, keyword, params }) => {
    const phrase = PHRASE_OF_KEYWORD[keyword]?.(params) ?? `violates the ${text(keyword)} rule of the format`
    return `${instancePath === '' ? 'The bundle' : formatPointer(instancePath)} ${phrase}.`
  })
  return [...new Set(sentences)]
}
