// api/*.schema.json → generated/parameters.ts: the parameters of inference requests by name, with what at least one
// route accepts, so that an override or a blocked key can be checked without knowing the route; and those of resources by route.
import { readKnownParameters, readProviderSpecs, readRequestSchema, type Schema } from './sources.ts'

const HEAD = `// Generated from schemas/api/ by schemas/generate.ts. Do not edit.

/** What at least one route accepts for a parameter. */
export interface ParameterFact {
  /** JSON types, \`integer\` included; absent: any. */
  readonly types?: readonly string[]
  /** Limits of a number, or of the numbers in an object. */
  readonly minimum?: number
  readonly maximum?: number
}

`

/** The files of requests with parameters that an override may set. */
const INFERENCE = ['completion', 'run'] as const

/** Routes of resources with the files of the bodies that create one. */
const CREATED = [
  ['batches', 'batch'],
  ['fine_tuning/jobs', 'fine-tuning-job'],
  ['threads', 'run'],
] as const

const fieldsOf = (name: (typeof CREATED)[number][1]): readonly string[] =>
  Object.keys(readRequestSchema(name)['properties'] as object)

const typesOf = (schema: Schema): readonly string[] | undefined =>
  schema['type'] === undefined ? undefined : [schema['type']].flat().map(String)

/** The limits of a number, or of every number in an object. */
function limitsOf(schema: Schema): Schema {
  const inner = schema['additionalProperties']
  return typeof inner === 'object' && inner !== null && 'minimum' in inner ? (inner as Schema) : schema
}

const widest = (
  pick: (...values: number[]) => number,
  schemas: readonly Schema[],
  keyword: string,
): object => {
  const numeric = schemas.filter(
    schema => schema['type'] === undefined || /integer|number|object/.test(String(schema['type'])),
  )
  const values = numeric.map(schema => limitsOf(schema)[keyword])
  return values.length > 0 && values.every(value => typeof value === 'number')
    ? { [keyword]: pick(...values) }
    : {}
}

/** The fact of a parameter that several routes describe: what one of them accepts is accepted. */
function factOf(schemas: readonly Schema[]): object {
  const types = schemas.map(typesOf)
  return {
    ...(types.includes(undefined) ? {} : { types: Array.from(new Set(types.flat())).sort() }),
    ...widest(Math.min, schemas, 'minimum'),
    ...widest(Math.max, schemas, 'maximum'),
  }
}

/** The text of generated/parameters.ts. */
export function generateParameters(): string {
  const byName = new Map<string, Schema[]>()
  for (const schema of [...INFERENCE.map(readRequestSchema), readKnownParameters()])
    for (const [name, property] of Object.entries(schema['properties'] as Record<string, Schema>))
      byName.set(name, [...(byName.get(name) ?? []), property])
  for (const spec of readProviderSpecs())
    for (const name of (spec['accepts'] ?? []) as readonly string[])
      if (name !== '*' && !byName.has(name)) byName.set(name, [{}])
  const facts = Object.fromEntries(
    Array.from(byName, ([name, schemas]) => [name, factOf(schemas)] as const).sort(([one], [other]) =>
      one < other ? -1 : 1,
    ),
  )
  const lines = Object.entries(facts).map(
    ([name, fact]) => `  ${JSON.stringify(name)}: ${JSON.stringify(fact)},\n`,
  )
  return `${HEAD}/** Every known parameter of an inference request. */
export const parameters: { readonly [name: string]: ParameterFact } = {
${lines.join('')}}

/** The parameters of what is created by a body that the interface constrains. */
export const createdWith = {
${CREATED.map(([route, name]) => `  '${route}': ${JSON.stringify(fieldsOf(name))},\n`).join('')}} as const
`
}
