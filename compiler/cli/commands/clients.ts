// `portolan clients [SDK]`: the lines with which an SDK or framework calls the gateway of the current folder, and what its providers serve of it.
import { namesOfManifest } from '../../../runtime/gateway/target-names.ts'
import { inboundApis } from '../../../runtime/inbound/inbound-apis.ts'
import { supportedRoutes } from '../../../runtime/providers/supported-routes.ts'
import {
  exampleCode,
  fillExample,
  installCommand,
  LANGUAGE_NAMES,
} from '../../../schemas/contracts/client-library.ts'
import { suitingModel } from '../../../schemas/contracts/coding-agent.ts'
import { clientLibraries } from '../../../schemas/generated/client-libraries.ts'
import type { ClientCall, ClientLibrary, Gateway, ProviderSpec } from '../../../schemas/generated/types.ts'
import { quoteName } from '../../../schemas/values/format-names.ts'
import { didYouMean, suggest } from '../../../schemas/values/suggest.ts'
import type { Catalog } from '../../facts/catalog.ts'
import { findPlain, plainNames, storedModels } from '../../facts/known-models.ts'
import { cliCatalog } from '../cli-catalog.ts'
import { type Command, EXIT, usageError } from '../command.ts'
import { compileOne, NOT_COMPILED } from '../compile-groups.ts'
import { findFiles } from '../files/find-files.ts'
import { readGatewayAddress } from '../gateway/gateway-address.ts'
import { formatTable, wrapText } from '../layout/text-table.ts'
import { isListFormat, LIST_FORMAT_USAGE } from '../list-format.ts'
import type { Terminal } from '../terminal.ts'

const LOCAL = 'http://127.0.0.1:8787'
const LANGUAGES = Object.keys(LANGUAGE_NAMES)

export const clientsCommand: Command = {
  usage: '[SDK] [--language L] [--gateway URL] [--format pretty|json]',
  help: `Prints the lines with which an SDK or framework calls the gateway of the current folder: its address, the key, one of its models, and which
of its providers serve each part of the SDK. Without SDK it lists them. With --language it prints only the program, ready to run.

  --language L    python, node, go, java or curl
  --gateway URL   the address of the gateway (default: public_url of the project, else its port on this machine)
  --format F      pretty or json`,
  words: () => ({ '': clientLibraries.map(({ id }) => id), language: LANGUAGES, format: ['pretty', 'json'] }),
  options: {
    language: { type: 'string' },
    gateway: { type: 'string' },
    format: { type: 'string', default: 'pretty' },
  },
  run: async ([id, ...others], { language, gateway: url, format }, terminal) => {
    if (!isListFormat(format)) return usageError(terminal, LIST_FORMAT_USAGE, 'clients')
    if (others.length > 0) return usageError(terminal, 'Name only one SDK.', 'clients')
    const library = clientLibraries.find(each => each.id === id)
    if (id !== undefined && library === undefined) {
      const near = suggest(
        id,
        clientLibraries.map(each => each.id),
      )
      return usageError(terminal, `${quoteName(id)} is not a known SDK.${didYouMean(near)}`, 'clients')
    }
    if (language !== undefined && (library === undefined || !LANGUAGES.includes(String(language))))
      return usageError(
        terminal,
        `--language must be one of ${LANGUAGES.join(', ')}, and needs an SDK.`,
        'clients',
      )
    const address = url === undefined ? undefined : readGatewayAddress(String(url))
    if (address !== undefined && 'fault' in address) return usageError(terminal, address.fault, 'clients')
    const project = await readProject(terminal)
    if (typeof project === 'number') return project
    const served = project && { ...project, providers: storedProviders(project.gateway, cliCatalog()) }
    const origin = address?.origin ?? (project === undefined ? LOCAL : originOf(project.gateway))
    if (library === undefined) return listClients(origin, served, format, terminal)
    return showClient(library, { origin, language: language as string | undefined, format }, served, terminal)
  },
}

interface ClientProject {
  readonly gateway: Gateway
}

/** The project of the folder, undefined if it has none; the exit code if the project does not compile. */
async function readProject(terminal: Terminal): Promise<ClientProject | number | undefined> {
  const { groups } = findFiles(terminal.folder, [])
  if (!groups.some(({ manifests }) => manifests.length > 0)) return undefined
  const compiled = await compileOne([], 'clients', terminal)
  if (typeof compiled === 'number') return compiled
  if (compiled.gateway !== undefined) return { gateway: compiled.gateway }
  terminal.writeStderr(NOT_COMPILED)
  return EXIT.findings
}

interface StoredProvider {
  readonly slug: string
  readonly spec: ProviderSpec
}

interface ServedProject extends ClientProject {
  readonly providers: readonly StoredProvider[]
}

/** Pools are called by their own slug, and are what their first member is. */
const storedProviders = (gateway: Gateway, catalog: Pick<Catalog, 'provider'>): readonly StoredProvider[] =>
  namesOfManifest(gateway).flatMap(({ slug, provider }) => {
    const spec = catalog.provider(provider)
    return spec === undefined ? [] : [{ slug, spec }]
  })

function originOf({ publicUrl, listen: { host, port, tls } }: Gateway): string {
  if (publicUrl !== undefined) return new URL(publicUrl).origin
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host.includes(':') ? `[${host}]` : host
  return `${tls === undefined ? 'http' : 'https'}://${name}:${port}`
}

/** How a provider serves a part of a library; undefined where it does not. */
function servingOf(
  { route, vendors }: ClientCall,
  { vendor }: ClientLibrary,
  spec: ProviderSpec,
): 'native' | 'translated' | undefined {
  if (route === undefined) return (vendors ?? [vendor]).includes(spec.id) ? 'native' : undefined
  const { native, translated } = supportedRoutes(spec)
  if (native.includes(route)) return 'native'
  const isChat = route in inboundApis || route === 'messages/count_tokens'
  return translated.includes(route) || (isChat && native.includes('chat/completions'))
    ? 'translated'
    : undefined
}

interface ServedCall {
  readonly name: string
  /** Slugs, native ones first. */
  readonly native: readonly string[]
  readonly translated: readonly string[]
}

const servedCalls = (library: ClientLibrary, providers: readonly StoredProvider[]): readonly ServedCall[] =>
  library.calls.map(call => {
    const slugs = (how: 'native' | 'translated') =>
      providers.filter(({ spec }) => servingOf(call, library, spec) === how).map(({ slug }) => slug)
    return { name: call.name, native: slugs('native'), translated: slugs('translated') }
  })

/** Names of models that chats do not have. */
const NOT_CHAT = /embed|tts|whisper|image|dall-e|rerank|moderation|realtime|audio|transcribe|voyage/

/** The model in the lines: a bare one where the base URL belongs to the vendor or `aliases` serve plain names, else with its slug. */
function exampleModel(library: ClientLibrary, project: ServedProject | undefined): string {
  const {
    vendor,
    suits,
    models: [first = ''],
  } = library
  if (project === undefined) return vendor === undefined ? '@slug/model' : first
  const { gateway, providers } = project
  const catalog = cliCatalog()
  const candidates = storedModels(gateway, catalog)
    .filter(({ spec }) => vendor === undefined || spec.id === vendor)
    .map(({ slug, model }) => ({ id: `@${slug}/${model}`, model }))
    .filter(({ model }) => suits !== 'chat' || !NOT_CHAT.test(model))
  const found = suitingModel(library, candidates)
  if (found === undefined) return vendor === undefined ? `@${providers[0]?.slug ?? 'slug'}/model` : first
  const isPlain = gateway.plainNames === true && findPlain(plainNames(gateway, catalog), found.model)
  return vendor === undefined && !isPlain ? found.id : found.model
}

/** Why the library reaches nothing in the project; undefined where it does. */
function missingProvider(library: ClientLibrary, project: ServedProject | undefined): string | undefined {
  const { vendor, name } = library
  if (project === undefined) return undefined
  if (servedCalls(library, project.providers).some(each => each.native.length + each.translated.length > 0))
    return undefined
  return vendor === undefined
    ? `No stored provider serves ${name}.`
    : `${name} needs a stored provider of the kind ${quoteName(vendor)}.`
}

function listClients(
  origin: string,
  project: ServedProject | undefined,
  format: string,
  terminal: Terminal,
): number {
  const rows = clientLibraries.map(library => ({
    id: library.id,
    name: library.name,
    base: fillExample(library.base, { origin, model: '' }),
    languages: library.languages.map(({ language }) => language),
    missing: missingProvider(library, project),
  }))
  if (format === 'json') terminal.writeStdout(JSON.stringify(rows, null, 2))
  else {
    const table = rows.map(({ id, base, languages, missing }) => [
      id,
      base,
      languages.join(', '),
      missing === undefined ? '' : 'no provider',
    ])
    const head = ['SDK', 'base URL', 'languages', project === undefined ? '' : 'here']
    terminal.writeStdout(formatTable([head, ...table], { width: terminal.width }).join('\n'))
  }
  return EXIT.clean
}

interface ShownClient {
  readonly origin: string
  readonly language: string | undefined
  readonly format: string
}

function showClient(
  library: ClientLibrary,
  { origin, language, format }: ShownClient,
  project: ServedProject | undefined,
  terminal: Terminal,
): number {
  const values = { origin, model: exampleModel(library, project) }
  const examples = library.languages
    .filter(each => language === undefined || each.language === language)
    .map(each => ({ ...each, install: installCommand(each), code: exampleCode(each, values) }))
  if (examples.length === 0)
    return usageError(
      terminal,
      `${library.name} has examples in ${library.languages.map(each => each.language).join(', ')}, not in ${language}.`,
      'clients',
    )
  const { name, base, notes = [], calls: _, models: _models, suits: _suits, ...about } = library
  const calls = project && servedCalls(library, project.providers)
  const missing = missingProvider(library, project)
  const needed = [...(missing === undefined ? [] : [missing]), ...projectNotes(library, project)]
  const shown = fillExample(base, values)
  if (format === 'json') {
    const text = {
      ...about,
      name,
      base: shown,
      model: values.model,
      languages: examples,
      calls,
      notes,
      needed,
    }
    terminal.writeStdout(JSON.stringify(text, null, 2))
    return EXIT.clean
  }
  if (language !== undefined) {
    terminal.writeStdout(examples[0]?.code ?? '')
    for (const sentence of needed) terminal.writeStderr(sentence)
    return EXIT.clean
  }
  const { writeStdout, paint, width } = terminal
  writeStdout(`${paint('place', name)}  ${shown}\n\n`)
  for (const each of examples) {
    const version = each.tried === undefined ? '' : `, tried with ${each.tried}`
    writeStdout(paint('place', `${LANGUAGE_NAMES[each.language]}${version}`))
    writeStdout(`${each.install === undefined ? '' : `${each.install}\n`}${each.code}\n\n`)
  }
  const column = Math.max(...library.calls.map(call => call.name.length)) + 2
  for (const { name: part, native, translated } of calls ?? []) {
    const slugs = [...native, ...translated.map(slug => `${slug} (translated)`)]
    const served = slugs.length === 0 ? 'no provider serves it' : slugs.join(', ')
    writeStdout(wrapText(part, 2, column, served, width))
  }
  for (const sentence of [...needed, ...notes.map(plainText)])
    writeStdout(wrapText('-', 0, 2, sentence, width))
  return EXIT.clean
}

/** Without the marks of the page: links and backticks. */
const plainText = (text: string): string =>
  text.replaceAll(/\[([^\]]+)\]\([^)]+\)/g, '$1').replaceAll('`', '')

function projectNotes({ id }: ClientLibrary, project: ServedProject | undefined): readonly string[] {
  if (project === undefined)
    return ['There is no project here: @slug names a stored provider of the gateway.']
  const { apiKeys, authentication, store, headerPrefix } = project.gateway
  return [
    ...(id === 'portkey' && headerPrefix !== 'x-portkey-'
      ? ['Its headers are not read here: write header_prefix: x-portkey- and spelling: peer.']
      : []),
    ...(apiKeys.length === 0 && authentication === undefined && store === undefined
      ? ['The gateway has no API keys: PORTOLAN_API_KEY may be any text.']
      : []),
  ]
}
