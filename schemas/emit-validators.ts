// Schemas → validators that need no library at run time: Ajv writes them as code. They judge structure only;
// what a rule says better (property groups, completeness of a strategy) is left out of them.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { parametersOf } from './check-schema.ts'
import {
  checkIds,
  inlined,
  REQUEST_NAMES,
  readCheckSchema,
  readRequestSchema,
  readSchema,
  readSharedParameters,
  SCHEMA_NAMES,
  structureOnly,
} from './sources.ts'

const BANNER = '// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.\n'
const KEYWORDS = [
  'tsType',
  'x-secret',
  'x-rotates',
  'x-machine',
  'x-binding',
  'x-inherit',
  'x-header',
  'x-unsupported',
  'x-alias-of',
  'x-contexts',
  'x-operators',
  'x-pattern',
  'x-json-schema',
  'x-slug',
  'x-timeout',
]

/** Ajv copies all complaints found so far for each object below; a hostile text would cost the square of its length. */
const gathering = (code: string): string =>
  code.replaceAll(
    /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
    'if(vErrors === null)vErrors = $1.errors;else for(const each of $1.errors)vErrors.push(each);',
  )

function createAjv({ unicodeRegExp }: { readonly unicodeRegExp: boolean }): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    discriminator: true,
    unicodeRegExp,
    unicode: false,
    logger: false,
    messages: false,
    verbose: false,
    code: { source: true, esm: true, lines: false },
  } as ConstructorParameters<typeof Ajv2020>[0])
  for (const keyword of KEYWORDS) ajv.addKeyword(keyword)
  return ajv
}

/** The code of validators, by the names that they are exported under. */
function emitCode(ajv: Ajv2020, names: Readonly<Record<string, string>>): string {
  const emit = standalone as unknown as (ajv: Ajv2020, names: Readonly<Record<string, string>>) => string
  const code = gathering(emit(ajv, names))
  if (code.includes('require('))
    throw new Error(
      'A validator needs a library at run time: a keyword of the schema is outside the dialect.',
    )
  return `${BANNER}${code}\n`
}

/** The text of generated/validators.js: one function a schema, named after it. */
export function emitValidators(): string {
  const ajv = createAjv({ unicodeRegExp: false })
  const names: Record<string, string> = {}
  for (const name of SCHEMA_NAMES.filter(each => each !== 'provider')) {
    const schema = structureOnly(inlined(readSchema(name)))
    ajv.addSchema(schema, name)
    names[name === 'plan' ? 'bundle' : name] = name
  }
  return emitCode(ajv, { ...names, plan: 'plan.schema.json#/$defs/Plan' })
}

/** The text of generated/requests.js: validators of the bodies that the interface bounds, all complaints told. */
export function emitRequestValidators(): string {
  const ajv = createAjv({ unicodeRegExp: true })
  const names: Record<string, string> = {}
  for (const name of REQUEST_NAMES) {
    ajv.addSchema(readRequestSchema(name), name)
    names[camelCase(name)] = name
  }
  return emitCode(ajv, names)
}

/** The text of generated/check-validators.js: one function a check, found by its identifier, all complaints told. */
export function emitCheckValidators(): string {
  const ajv = createAjv({ unicodeRegExp: false })
  const names: Record<string, string> = {}
  for (const id of checkIds()) {
    ajv.addSchema(parametersOf(readCheckSchema(id), readSharedParameters()), id)
    names[camelCase(id)] = id
  }
  const entries = Object.entries(names).map(([name, id]) => `  '${id}': ${name},\n`)
  return `${emitCode(ajv, names)}\nexport const checkValidators = {\n${entries.join('')}}\n`
}

/** The text of generated/check-validators.d.ts. */
export const emitCheckValidatorTypes = (): string =>
  `${BANNER}
import type { CheckId } from './checks.ts'
import type { Validator } from './validators.js'

/** The validators of checks' parameters. */
export declare const checkValidators: { readonly [Id in CheckId]: Validator }
`

const camelCase = (name: string): string =>
  name.replaceAll(/[-.](.)/g, (_, letter: string) => letter.toUpperCase())

/** The text of generated/requests.d.ts. */
export const emitRequestTypes = (): string =>
  `${BANNER}
import type { Validator } from './validators.js'

${REQUEST_NAMES.map(name => `export declare const ${camelCase(name)}: Validator\n`).join('')}`

/** The text of generated/validators.d.ts. */
export function emitValidatorTypes(): string {
  return `${BANNER}
/** One complaint of a validator, in Ajv's terms: \`params\` says what was expected. */
export interface Complaint {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
  /** The name of a property that is itself what is complained of. */
  readonly propertyName?: string
}

export interface Validator {
  (value: unknown): boolean
  errors?: readonly Complaint[] | null
}

export declare const config: Validator
export declare const manifest: Validator
export declare const bundle: Validator
export declare const plan: Validator
`
}
