// The setup of a coding agent for one gateway: its settings with the values of this gateway in them, and how they are written.
import type { CodingAgent, SetupStep } from '../generated/types.ts'
import { asList, asObject, isList, isObject, type Json, type JsonObject } from '../values/json.ts'

/** The variable with the key of the gateway. */
export const KEY_VARIABLE = 'PORTOLAN_API_KEY'

/** The gateway and the models that an agent is set up for. */
export interface SetupValues {
  /** The URL of the gateway without a path. */
  readonly origin: string
  readonly model: string
  /** The model for titles, summaries and the like. */
  readonly small: string
  /** Whether the key is the token of a person who signed in, which a command prints. */
  readonly signedIn: boolean
}

/** The command that prints the key. */
export const keyPrinter = ({ origin, signedIn }: SetupValues): string =>
  signedIn ? `portolan token --gateway ${origin}` : `printenv ${KEY_VARIABLE}`

/** A text with the values in place of its placeholders. */
export const fillText = (text: string, values: SetupValues): string =>
  text.replace(PLACEHOLDERS, (whole, name: string) => filledIn(name, values) ?? whole)

const PLACEHOLDERS = /\{(\w+)\}/g

function filledIn(name: string, values: SetupValues): string | undefined {
  switch (name) {
    case 'origin':
      return values.origin
    case 'base':
      return `${values.origin}/v1`
    case 'model':
      return values.model
    case 'small':
      return values.small
    case 'key':
      return `$${KEY_VARIABLE}`
    case 'key_command':
      return keyPrinter(values)
    default:
      return undefined
  }
}

/** Settings with the values in them; two names of properties may become one. */
function fillSettings(settings: Json, values: SetupValues): Json {
  if (typeof settings === 'string') return fillText(settings, values)
  if (isList(settings)) return settings.map(each => fillSettings(each, values))
  if (!isObject(settings)) return settings
  return Object.fromEntries(
    Object.entries(settings).map(([name, value]) => [fillText(name, values), fillSettings(value, values)]),
  )
}

/** The settings that a step writes into its file. */
export function settingsOf({ content = {}, signedIn }: SetupStep, values: SetupValues): JsonObject {
  const written =
    values.signedIn && signedIn !== undefined
      ? mergeSettings(content as JsonObject, signedIn as JsonObject)
      : content
  return fillSettings(written as JsonObject, values) as JsonObject
}

/**
 * Settings merged into those that are there: objects by property, lists by the `name` or `id` of their entries. Null removes a property.
 */
export function mergeSettings(current: JsonObject, wanted: JsonObject): JsonObject {
  const merged: Record<string, Json> = { ...current }
  for (const [name, value] of Object.entries(wanted)) {
    const old = current[name]
    if (value === null) delete merged[name]
    else
      merged[name] =
        isObject(old) && isObject(value)
          ? mergeSettings(old, value)
          : isList(old) && isList(value)
            ? mergeLists(old, value)
            : value
  }
  return merged
}

const nameOf = (entry: Json): Json | undefined =>
  isObject(entry) ? (entry['id'] ?? entry['name']) : undefined

function mergeLists(current: readonly Json[], wanted: readonly Json[]): readonly Json[] {
  const replaced = current.map(
    old => wanted.find(each => nameOf(each) !== undefined && nameOf(each) === nameOf(old)) ?? old,
  )
  return [...replaced, ...wanted.filter(each => !replaced.includes(each))]
}

/** Settings as TOML: strings, lists of strings and tables are all that agents need. */
export function writeToml(settings: JsonObject, path: readonly string[] = []): string {
  const entries = Object.entries(settings)
  const own = entries
    .filter(([, value]) => !isObject(value))
    .map(([name, value]) => `${name} = ${JSON.stringify(value)}`)
  const tables = entries.flatMap(([name, value]) =>
    isObject(value) ? [writeToml(value, [...path, name])] : [],
  )
  const head = path.length > 0 && own.length > 0 ? [`[${path.join('.')}]`] : []
  return [[...head, ...own].join('\n'), ...tables].filter(text => text !== '').join('\n\n')
}

/** The lines of a shell that set variables. */
export const exportLines = (
  variables: Readonly<Record<string, string>>,
  values: SetupValues,
): readonly string[] =>
  Object.entries(variables).map(([name, value]) => `export ${name}=${quoted(fillText(value, values))}`)

const quoted = (text: string): string => (/^[\w:/.@-]+$/.test(text) ? text : `"${text}"`)

/** The text of a step's file where it does not exist yet. */
export function freshFile(
  step: SetupStep,
  values: SetupValues,
  writeYaml: (settings: JsonObject) => string,
): string {
  const { format = 'json', initial = {} } = step
  const wanted = settingsOf(step, values)
  if (format === 'toml') return `${writeToml(wanted)}\n`
  const fresh = mergeSettings(initial as JsonObject, wanted)
  return format === 'yaml' ? `${writeYaml(fresh)}\n` : `${JSON.stringify(fresh, null, 2)}\n`
}

/** The lines of a step without a file: what to run or to enter. */
export const stepLines = ({ variables, command, enter }: SetupStep, values: SetupValues): string =>
  variables === undefined
    ? fillText(command ?? enter?.replace(/[*`]/g, '') ?? '', values)
    : exportLines(variables, values).join('\n')

/** A model as the gateway lists it. */
export interface GatewayModel {
  readonly id: string
  /** US dollars for a million input tokens. */
  readonly price: number | undefined
}

/** The models in the reply of `/models`, in its order. */
export const modelsOfList = (reply: JsonObject): readonly GatewayModel[] =>
  asList(reply['data'])
    .map(asObject)
    .flatMap(({ id, prices }) => {
      const price = asObject(prices)['input']
      return typeof id === 'string' ? [{ id, price: typeof price === 'number' ? price : undefined }] : []
    })

/** The model of an agent: of those with a slug, since it is plain to read, else of all, such as aliases. */
export const agentModel = (agent: CodingAgent, listed: readonly GatewayModel[]): string | undefined =>
  suitingModel(
    agent,
    listed.filter(({ id }) => id.startsWith('@')),
  )?.id ?? suitingModel(agent, listed)?.id

/** The model for titles and the like: the first one listed of the same provider that costs less than half; else the same. */
export function smallModel(model: string, listed: readonly GatewayModel[]): string {
  const slug = model.slice(0, model.indexOf('/') + 1)
  const { price } = listed.find(({ id }) => id === model) ?? {}
  if (slug === '' || price === undefined) return model
  const cheaper = (each: GatewayModel): boolean => each.price !== undefined && each.price < price / 2
  return listed.find(each => each.id.startsWith(slug) && cheaper(each) && !/embed/.test(each.id))?.id ?? model
}

/** The first model of a list that suits an agent, by the beginnings of names that it prefers, else the first one. */
export function suitingModel<M extends { readonly id: string }>(
  { models }: Pick<CodingAgent, 'models'>,
  listed: readonly M[],
): M | undefined {
  for (const beginning of models) {
    const found = listed.find(({ id }) => id.slice(id.lastIndexOf('/') + 1).startsWith(beginning))
    if (found !== undefined) return found
  }
  return listed[0]
}
