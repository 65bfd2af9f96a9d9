// The interface of a custom check module: declarations, the schema of its parameters, and the check. Parameter types
// are inferred from the schema, so that an author writes them once.
import type { CheckContext, Evaluate } from './check.ts'

/** The subset of JSON Schema (schemas/README.md) that parameters of custom checks may use. */
export interface ParameterSchema {
  readonly type?: string | readonly string[]
  /** One sentence; required for every parameter. */
  readonly description?: string
  /** Filled in by the compiler when a config omits the parameter. */
  readonly default?: unknown
  readonly enum?: readonly unknown[]
  readonly const?: unknown
  readonly minimum?: number
  readonly maximum?: number
  readonly minLength?: number
  readonly maxLength?: number
  /** A regular expression in RE2 syntax. */
  readonly pattern?: string
  readonly items?: ParameterSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly properties?: Readonly<Record<string, ParameterSchema>>
  readonly required?: readonly string[]
  readonly additionalProperties?: boolean | ParameterSchema
  readonly anyOf?: readonly ParameterSchema[]
  /** Is a credential for the service at `address`: a reference in files, available through `context.credential`. */
  readonly 'x-secret'?: boolean
  /** Is a regular expression, which the compiler validates. */
  readonly 'x-pattern'?: boolean
  /** Is a JSON Schema, which the compiler validates. */
  readonly 'x-json-schema'?: boolean
  /** References a stored provider as `@slug`, which must exist. */
  readonly 'x-slug'?: boolean
  /** Is the timeout of the check in milliseconds. */
  readonly 'x-timeout'?: boolean
}

/** The schema of the parameters: a closed object by default. */
export interface CustomCheckSchema extends ParameterSchema {
  readonly title: string
  /** What the check does, in one sentence. */
  readonly description: string
  readonly properties: Readonly<Record<string, ParameterSchema>>
}

export interface CustomCheck<Schema extends CustomCheckSchema = CustomCheckSchema> {
  /** The hooks it supports; default both. */
  readonly hooks?: readonly ('request' | 'reply')[]
  /** What it evaluates; default `texts`. */
  readonly input?: 'texts' | 'request'
  /** Whether it may rewrite its input. */
  readonly rewrites?: boolean
  /** Whether it can evaluate a streamed reply in windows of sentences. */
  readonly streaming?: boolean
  /** The URL of the service that it calls, with `{parameter}` placeholders; secrets are bound to its origin. */
  readonly address?: string
  /** Whether it does I/O without an address, such as calling a model. */
  readonly callsService?: boolean
  /** Its result depends on the provider, so it is evaluated again for each one. */
  readonly perProvider?: true
  readonly schema: Schema
  /** Called once per use when a plan is loaded; if it throws, the plan is rejected. */
  readonly link: (parameters: ParametersOf<Schema>, context: CheckContext) => Evaluate
}

/** The parameters that the check is linked with: defaults filled in, without secrets and timeout. */
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

type GivenNames<Properties, Required> = {
  [Name in keyof Properties]: Name extends Required
    ? Name
    : Properties[Name] extends { readonly default: unknown }
      ? Name
      : never
}[keyof Properties]

type Members<Properties, Required> = {
  readonly [Name in GivenNames<Properties, Required>]: ValueOf<Properties[Name]>
} & {
  readonly [Name in Exclude<keyof Properties, GivenNames<Properties, Required>>]?: ValueOf<Properties[Name]>
}

interface TypesByName {
  readonly string: string
  readonly integer: number
  readonly number: number
  readonly boolean: boolean
  readonly null: null
}

type ValueOf<Schema> = Schema extends { readonly enum: readonly (infer Value)[] }
  ? Value
  : Schema extends { readonly type: infer Kind extends keyof TypesByName }
    ? TypesByName[Kind]
    : Schema extends { readonly type: 'array' }
      ? readonly (Schema extends { readonly items: infer Items } ? ValueOf<Items> : unknown)[]
      : Schema extends { readonly type: 'object'; readonly properties: infer Properties }
        ? Members<Properties, RequiredOf<Schema>>
        : Schema extends { readonly type: 'object'; readonly additionalProperties: infer Values }
          ? Readonly<Record<string, ValueOf<Values>>>
          : unknown
