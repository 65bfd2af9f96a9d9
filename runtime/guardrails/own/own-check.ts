// What the module of a check of one's own exports: what it says of itself, the schema of its parameters, and the check.
// The types of the parameters are read off the schema, so that an author writes them once.
import type { Check, CheckContext, Judge } from '../check.ts'

/** A schema of the dialect (schemas/README.md), as the parameters of own checks may use it. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  /** One sentence; every parameter has one. */
  readonly description?: string
  /** Written out by the compiler where a config leaves the parameter out. */
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression of the RE2 syntax. */
  readonly pattern?: string
  readonly items?: ParameterSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | ParameterSchema
  readonly anyOf?: readonly ParameterSchema[]
  /** Holds a credential for the service at `address`: a reference in files, given by `context.credential`. */
  readonly 'x-secret'?: boolean
  /** A regular expression, which the compiler judges. */
  readonly 'x-pattern'?: boolean
  /** A JSON Schema, which must be one that can be judged by. */
  readonly 'x-json-schema'?: boolean
  /** Names a stored provider as `@slug`, which the gateway must have. */
  readonly 'x-slug'?: boolean
  /** Bounds the time of the check in milliseconds. */
  readonly 'x-timeout'?: boolean
}

/** The schema of the parameters: a closed object, unless it says otherwise. */
export interface ParametersSchema extends ParameterSchema {
  readonly title: string
  /** What the check does, as one sentence. */
  readonly description: string
  readonly properties: Readonly<Record<string, ParameterSchema>>
}

export interface OwnCheck<Schema extends ParametersSchema = ParametersSchema>
  extends Check<ParametersOf<Schema>> {
  /** Where it may stand; both when absent. */
  readonly sides?: readonly ('request' | 'reply')[]
  /** What it looks at; the texts when absent. */
  readonly reads?: 'texts' | 'request'
  /** Whether it may replace what it looks at. */
  readonly rewrites?: boolean
  /** Whether it can judge a streamed reply by windows of sentences. */
  readonly windows?: boolean
  /** The URL of the service that it asks, with `{parameter}` in the place of parameters; secrets are bound to its origin. */
  readonly address?: string
  /** Whether it waits for somebody at no address of its own, such as a model. */
  readonly asks?: boolean
  readonly schema: Schema
  /** Called once for each use when a plan is loaded; what it throws refuses the plan. */
  readonly link: (parameters: ParametersOf<Schema>, context: CheckContext) => Judge
}

/** The parameters as the check is linked with them: defaults written out, without secrets and its limit of time. */
export type ParametersOf<Schema> = Schema extends { readonly properties: infer Properties }
  ? Members<LinkedOf<Properties>, RequiredOf<Schema>>
  : Readonly<Record<string, unknown>>

type LinkedOf<Properties> = {
  readonly [Name in keyof Properties as Properties[Name] extends
    | { readonly 'x-secret': true }
    | { readonly 'x-timeout': true }
    ? never
    : Name]: Properties[Name]
}

type RequiredOf<Schema> = Schema extends { readonly required: readonly (infer Name)[] } ? Name : never

type Given<Properties, Required> = {
  [Name in keyof Properties]: Name extends Required
    ? Name
    : Properties[Name] extends { readonly default: unknown }
      ? Name
      : never
}[keyof Properties]

type Members<Properties, Required> = {
  readonly [Name in Given<Properties, Required>]: ValueOf<Properties[Name]>
} & {
  readonly [Name in Exclude<keyof Properties, Given<Properties, Required>>]?: ValueOf<Properties[Name]>
}

interface Kinds {
  readonly string: string
  readonly integer: number
  readonly number: number
  readonly boolean: boolean
  readonly null: null
}

type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly type: infer Kind extends keyof Kinds }
    ? Kinds[Kind]
    : Schema extends { readonly type: 'array' }
      ? readonly (Schema extends { readonly items: infer Items } ? ValueOf<Items> : unknown)[]
      : Schema extends { readonly type: 'object'; readonly properties: infer Properties }
        ? Members<Properties, RequiredOf<Schema>>
        : Schema extends { readonly type: 'object'; readonly additionalProperties: infer Values }
          ? Readonly<Record<string, ValueOf<Values>>>
          : unknown
