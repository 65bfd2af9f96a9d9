// entrances.json and the provider specs → generated/entrances.ts: the native API of each vendor below `/{name}`.
import { BANNER } from './generate-facts.ts'
import { readEntrances, readProviderSpecs } from './sources.ts'

interface SpecFacts {
  readonly id: string
  readonly aliases?: readonly string[]
  readonly served: boolean
  readonly dialect: string
  readonly baseUrl?: string
  readonly auth: { readonly form: string; readonly name?: string }
  readonly routes: Readonly<Record<string, string>>
}

/** Endpoints that every provider with chats serves, natively or translated. */
const CHATS = ['chat/completions', 'responses', 'messages', 'messages/count_tokens']
/** Routes whose bodies have another form at each vendor that has them. */
const OWN_FORMS = new Set(['rerank', 'models', 'files', 'batches', 'fine_tuning/jobs', 'threads', 'realtime'])
const RESOURCES = ['files', 'batches', 'fine_tuning/jobs', 'threads']

const pathOf = (baseUrl: string | undefined): string =>
  baseUrl === undefined ? '/v1' : baseUrl.replace(/^[a-z]+:\/\/[^/]+/, '')

function factsOf(spec: SpecFacts): object {
  const { entrances, dialects } = readEntrances()
  const { id, dialect, baseUrl, routes } = spec
  const { providers = [id], errors = dialects[dialect], base = pathOf(baseUrl) } = entrances[id] ?? {}
  const hasChats = routes['chat/completions'] !== undefined
  const hasSamePath = (route: string): boolean => routes[route] === `/${route}`
  return {
    id,
    providers,
    base,
    endpoints: [
      ...(hasChats ? CHATS : []),
      ...Object.keys(routes).filter(
        each => hasSamePath(each) && !OWN_FORMS.has(each) && !CHATS.includes(each),
      ),
    ],
    resources: dialect === 'vendor' ? RESOURCES.filter(hasSamePath) : [],
    ...(errors !== undefined && { errors }),
  }
}

const lines = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `  ${JSON.stringify(name)}: ${JSON.stringify(value)},\n`)
    .join('')

/** The text of generated/entrances.ts. */
export function generateEntrances(): string {
  const specs = (readProviderSpecs() as readonly unknown[] as readonly SpecFacts[]).filter(
    ({ served }) => served,
  )
  const { errors } = readEntrances()
  const keyHeaders = new Set(
    specs.flatMap(({ auth: { form, name } }) => (form === 'header' && name ? name : [])),
  )
  const forms = Object.fromEntries(Object.entries(errors).map(([name, { body }]) => [name, body]))
  return `${BANNER}import type { EntranceFacts } from '../contracts/entrance.ts'
import type { JsonObject } from '../values/json.ts'

/** Entrances by provider of the catalogue. */
export const entrances: { readonly [id: string]: EntranceFacts } = {
${lines(Object.fromEntries(specs.map(spec => [spec.id, factsOf(spec)])))}}

/** Other names of them. */
export const entranceAliases: { readonly [alias: string]: string } = {
${lines(Object.fromEntries(specs.flatMap(({ id, aliases = [] }) => aliases.map(alias => [alias, id]))))}}

/** Headers in which the clients of vendors send their keys, in lower case. */
export const keyHeaders: readonly string[] = ${JSON.stringify([...keyHeaders].map(name => name.toLowerCase()).sort())}

/** Errors in the forms of vendors, with placeholders in braces. */
export const vendorErrorForms: { readonly [name: string]: JsonObject } = {
${lines(forms)}}
`
}
