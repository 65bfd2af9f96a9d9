// Schemas → validators that need no library at run time: Ajv writes them as code. They judge structure only;
// what a rule says better (property groups, completeness of a strategy) is left out of them.
import { Ajv2020 } from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import { inlined, readSchema, SCHEMA_NAMES, structureOnly } from './sources.ts'

const BANNER = '// Generated from schemas/*.schema.json by schemas/generate.ts. Do not edit.\n'
const KEYWORDS = [
  'tsType',
  'x-secret',
  'x-binding',
  'x-inherit',
  'x-header',
  'x-unsupported',
  'x-alias-of',
  'x-contexts',
  'x-operators',
]

/** Ajv copies all complaints found so far for each object below; a hostile text would cost the square of its length. */
const gathering = (code: string): string =>
  code.replaceAll(
    /vErrors = vErrors === null \? ([\w.]+)\.errors : vErrors\.concat\(\1\.errors\);/g,
    'if(vErrors === null)vErrors = $1.errors;else for(const each of $1.errors)vErrors.push(each);',
  )

/** The text of generated/validators.js: one function a schema, named after it. */
export function emitValidators(): string {
  const ajv = new Ajv2020({
    allErrors: true,
    strict: true,
    strictRequired: false,
    strictTypes: false,
    allowUnionTypes: true,
    discriminator: true,
    unicodeRegExp: false,
    unicode: false,
    logger: false,
    messages: false,
    verbose: false,
    code: { source: true, esm: true, lines: false },
  } as ConstructorParameters<typeof Ajv2020>[0])
  for (const keyword of KEYWORDS) ajv.addKeyword(keyword)
  const names: Record<string, string> = {}
  for (const name of SCHEMA_NAMES.filter(each => each !== 'provider')) {
    const schema = structureOnly(inlined(readSchema(name)))
    ajv.addSchema(schema, name)
    names[name === 'plan' ? 'bundle' : name] = name
  }
  const emit = standalone as unknown as (ajv: Ajv2020, names: Record<string, string>) => string
  const code = gathering(emit(ajv, { ...names, plan: 'plan.schema.json#/$defs/Plan' }))
  if (code.includes('require('))
    throw new Error(
      'A validator needs a library at run time: a keyword of the schema is outside the dialect.',
    )
  return `${BANNER}${code}\n`
}

/** The text of generated/validators.d.ts. */
export function emitValidatorTypes(): string {
  return `${BANNER}
/** One complaint of a validator, in Ajv's terms: \`params\` says what was expected. */
export interface Complaint {
  readonly instancePath: string
  readonly schemaPath: string
  readonly keyword: string
  readonly params: Readonly<Record<string, unknown>>
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
