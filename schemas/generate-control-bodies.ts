// Schemas → the bodies and replies of saved resources: their types, by operation too, and the validators of bodies.
import { compile } from 'json-schema-to-typescript'
import { makeReadonly } from './generate-types.ts'
import { generateRouteValidators } from './generate-validators.ts'
import { type ControlResource, inlineReferences, readControlResources, type Schema } from './sources.ts'

const BANNER = '// Generated from schemas/control/ by schemas/generate.ts. Do not edit.\n'

/** The names of the bodies that routes take, sorted. */
const bodyNames = (resources: readonly ControlResource[]): readonly string[] =>
  [
    ...new Set(
      resources.flatMap(({ routes }) => routes.flatMap(({ body, bulk }) => [body ?? [], bulk ?? []].flat())),
    ),
  ].sort()

/** The text of generated/control-types.ts. */
export async function generateControlTypes(): Promise<string> {
  const definitions = Object.assign({}, ...readControlResources().map(({ $defs }) => $defs)) as Schema
  const text = await compile(
    {
      title: 'ControlObjects',
      type: 'object',
      additionalProperties: false,
      $defs: inlineReferences(definitions),
    } as Parameters<typeof compile>[0],
    'ControlObjects',
    {
      bannerComment: '',
      ignoreMinAndMaxItems: true,
      unreachableDefinitions: true,
      additionalProperties: false,
      style: { semi: false, singleQuote: true, printWidth: 110 },
    },
  )
  const types = makeReadonly(text)
    .replace(/export interface ControlObjects \{\}\n/, '')
    // An alias is assignable to `JsonObject` where an interface is not, and what is not described further is JSON.
    .replaceAll(/^export interface (\w+) \{/gm, 'export type $1 = {')
    .replaceAll(/(?<=: )unknown$/gm, 'Json')
  return `${BANNER}
import type { Json } from '../values/json.ts'

${types}${operationBodies()}`
}

/** The type of the body of each operation that takes one. */
const operationBodies = (): string => `
/** The bodies of operations; those that take none are absent. */
export interface OperationBodies {
${readControlResources()
  .flatMap(({ routes }) => routes)
  .flatMap(({ operation, body }) => (body === undefined ? [] : `  readonly ${operation}: ${body}\n`))
  .join('')}}
`

/** The text of generated/control-bodies.js. */
export function generateControlBodies(): string {
  const resources = readControlResources()
  const definitions = Object.assign({}, ...resources.map(({ $defs }) => $defs)) as Schema
  return generateRouteValidators(definitions, bodyNames(resources))
}

/** The text of generated/control-bodies.d.ts. */
export const generateControlBodyTypes = (): string =>
  `${BANNER}
import type { Validator } from './validators.ts'

export type BodyName =
${bodyNames(readControlResources())
  .map(name => `  | '${name}'\n`)
  .join('')}
/** The validators of bodies by their names. */
export declare const bodyValidators: { readonly [Name in BodyName]: Validator }
`
