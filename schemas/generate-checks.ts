// schemas/checks/ → generated/checks.ts: the facts of every check as data, and the types of its parameters.
import { compile } from 'json-schema-to-typescript'
import { checkDeclaration, linkedParameters } from './check-schema.ts'
import { makeReadonly } from './generate-types.ts'
import { checkTypeName } from './guard-shorthand.ts'
import { checkIds, mapObjects, readCheckSchema, readSharedParameters, type Schema } from './sources.ts'

const BANNER = '// Generated from schemas/checks/ by schemas/generate.ts. Do not edit.\n'

const DECLARATION = `/** The static facts of a check. */
export interface CheckDeclaration {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where it may run: on requests, on replies. */
  readonly hooks: readonly ('request' | 'reply')[]
  /** Whether it reads content, and so takes \`scope\`. */
  readonly readsTexts: boolean
  /** Whether it may rewrite its input; such a check runs sequentially, never in parallel with others. */
  readonly rewrites: boolean
  /** The parameter that makes it rewrite; false if only its service decides; absent if it always may. */
  readonly rewritesWhen?: string | false
  /** Whether it can check a reply in windows of sentences. */
  readonly streaming: boolean
  /** The parameters with which windows mean the same as the whole, as alternatives; absent if any do. */
  readonly streamingWhen?: readonly Readonly<Record<string, unknown>>[]
  /** The parameters with which it rewrites a stream in windows, as alternatives; absent if it needs the whole. */
  readonly rewritesInWindows?: readonly Readonly<Record<string, unknown>>[]
  /** The URL of the service that it calls, with \`{parameter}\` placeholders; absent when it calls none. */
  readonly address?: string
  /** The parameter that limits its time, in milliseconds; absent when it calls no service. */
  readonly timeLimit?: string
  /** The parameters that hold credentials for that service. */
  readonly secrets: readonly string[]
  /** The parameters that name a stored provider. */
  readonly slugs: readonly string[]
  /** The schema of all its parameters, the shared ones included, in the dialect of schemas/README.md. */
  readonly parameters: ParametersSchema
}

/** A schema of the dialect, as data. */
export interface ParametersSchema {
  readonly [keyword: string]: unknown
}
`

/** A parameter with a default is always present, since lowering applies defaults. */
const withDefaults = (object: Schema): Schema => {
  const { title: _title, ...untitled } = object
  if (typeof object['properties'] !== 'object' || object['properties'] === null) return untitled
  const properties = object['properties'] as Record<string, Schema>
  const defaulted = Object.keys(properties).filter(name => 'default' in (properties[name] ?? {}))
  const required = (object['required'] ?? []) as readonly string[]
  return {
    ...untitled,
    required: [...new Set([...required, ...defaulted])].filter(name => name in properties),
  }
}

async function typeOf(id: string): Promise<string> {
  const schema = mapObjects(linkedParameters(readCheckSchema(id)), withDefaults) as Schema
  return await compile(
    { ...schema, title: checkTypeName(id) } as Parameters<typeof compile>[0],
    checkTypeName(id),
    {
      bannerComment: '',
      ignoreMinAndMaxItems: true,
      style: { semi: false, singleQuote: true, printWidth: 110 },
    },
  )
}

/** The text of generated/checks.ts. */
export async function generateChecks(): Promise<string> {
  const ids = checkIds()
  const types = await Promise.all(ids.map(typeOf))
  const shared = readSharedParameters()
  const declarations = ids.map(id => checkDeclaration(id, readCheckSchema(id), shared))
  return [
    BANNER,
    DECLARATION,
    makeReadonly(types.join('\n')),
    `/** The parameters that each check is linked with: defaults applied, without credentials and without what the runtime handles. */
export interface CheckParameters {
${ids.map(id => `  readonly '${id}': ${checkTypeName(id)}\n`).join('')}}

export type CheckId = keyof CheckParameters

/** Every check, sorted by identifier. */
export const checkDeclarations: readonly (CheckDeclaration & { readonly id: CheckId })[] = ${JSON.stringify(declarations, null, 2)}

/** The parameters that checks share, by name. */
export const sharedParameters: { readonly [name: string]: ParametersSchema } = ${JSON.stringify(shared, null, 2)}
`,
  ].join('\n')
}
