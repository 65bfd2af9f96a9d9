// Converts configs of another gateway into a project: files in, files and findings out.
import { isObject, type Json, type JsonObject } from '../../schemas/values/json.ts'
import type { Diagnostic, Location, ReportDiagnostic } from '../diagnostics/diagnostic.ts'
import { asterisks, mask } from '../diagnostics/mask.ts'
import { createDiagnostic, locationAt } from '../read/create-diagnostic.ts'
import { readJson } from '../read/json.ts'
import type { SourceReader } from '../read/reader.ts'
import { writeCommentedYaml } from '../read/yaml/write-commented-yaml.ts'
import { readForeignYaml } from '../read/yaml.ts'
import type { ParsedSource, Source } from '../source.ts'
import {
  createImportContext,
  createSecretNames,
  type ImportHost,
  type SecretNames,
} from './import-context.ts'
import type { ImportFormat } from './import-format.ts'
import { IMPORT_FORMATS } from './import-formats.ts'
import { createDraft, type ProjectDraft } from './project-draft.ts'

export interface ImportedProject {
  /** Undefined if nothing can be imported. */
  readonly format: ImportFormat | undefined
  /** The text of each file by its path in the project's folder. */
  readonly files: ReadonlyMap<string, string>
  readonly diagnostics: readonly Diagnostic[]
}

/** `format`: its name, if the user named one; by default it is recognized. Several sources are parts of one configuration. */
export function importProject(
  sources: readonly Source[],
  format: string | undefined,
  host: ImportHost,
): ImportedProject {
  const diagnostics: Diagnostic[] = []
  const report: ReportDiagnostic = diagnostic => void diagnostics.push(diagnostic)
  const parsed = sources.flatMap(source => readSource(source, report) ?? [])
  const chosen = parsed.length < sources.length ? undefined : chooseFormat(parsed, format, report)
  if (chosen === undefined) return { format: undefined, files: new Map(), diagnostics }
  const convert = (secrets: SecretNames, onReport: ReportDiagnostic): ProjectDraft => {
    const contexts = parsed.map(each =>
      createImportContext(each, commentsOf(each.source, host), host, secrets, onReport),
    )
    const draft = createDraft()
    chosen.convert(contexts, draft)
    return draft
  }
  const draft = convert(createSecretNames(otherVariables(convert)), report)
  const origin = `${chosen.title}'s ${sources.map(({ name }) => name.split(/[\\/]/).at(-1)).join(', ')}`
  return { format: chosen, files: writeProject(draft, origin), diagnostics: withoutKeys(diagnostics) }
}

/** Placeholder of keys in clear text, which is the name of no variable. */
const UNNAMED = '-'

/** The variables that a source refers to or reads by itself: a key in clear text must not be set as one of them. */
function otherVariables(
  convert: (secrets: SecretNames, report: ReportDiagnostic) => ProjectDraft,
): ReadonlySet<string> {
  let hasKeys = false
  const nameOf = (): string => {
    hasKeys = true
    return UNNAMED
  }
  const { manifest, configs } = convert({ nameOf }, () => {})
  const written = hasKeys ? JSON.stringify([manifest, [...configs.values()]]) : ''
  return new Set(Array.from(written.matchAll(/\$\{env:(\w+)\}/g), ([, name = '']) => name))
}

const isJson = ({ name, text }: Source): boolean => name.endsWith('.json') || /^\s*(?:[{[]|\/\/)/.test(text)

/** JSON is read as such, and as YAML without its comments if it has some, or commas too many. */
function readSource(source: Source, report: ReportDiagnostic): ParsedSource | undefined {
  const mistakes: Diagnostic[] = []
  const attempts: readonly (readonly [SourceReader, Source])[] = isJson(source)
    ? [
        [readJson, source],
        [readForeignYaml, { ...source, text: blankComments(source.text).text }],
      ]
    : [[readForeignYaml, source]]
  for (const [read, attempt] of attempts) {
    const own: Diagnostic[] = []
    const parsed = read(attempt, diagnostic => void own.push(diagnostic))
    if (parsed !== undefined) {
      own.filter(({ severity, code }) => severity === 'warning' && code === 'duplicate-key').map(report)
      return withoutWrapper({ ...parsed, source })
    }
    if (mistakes.length === 0) mistakes.push(...own)
  }
  const unread = SCRIPT.test(source.text)
    ? 'The file is a program, which is not run. Write the configuration that it makes as JSON or YAML, and import that.'
    : TEMPLATE.test(source.text)
      ? 'The file is a template, which is not rendered. Render it, as "helm template" does, and import what it makes.'
      : undefined
  if (unread !== undefined)
    report(
      createDiagnostic(
        'import-unknown-format',
        locationAt(source, 0, Math.max(1, source.text.trimEnd().indexOf('\n'))),
        unread,
      ),
    )
  else mistakes.map(report)
  return undefined
}

/** The section of values of a chart that is the configuration itself. */
const WRAPPER = 'proxy_config'

function withoutWrapper(parsed: ParsedSource): ParsedSource {
  const inner = isObject(parsed.value) ? parsed.value[WRAPPER] : undefined
  if (!isObject(inner)) return parsed
  const prefix = `/${WRAPPER}`
  const origins = [...parsed.origins].flatMap(([pointer, origin]) =>
    pointer === prefix || pointer.startsWith(`${prefix}/`)
      ? [[pointer.slice(prefix.length), origin] as const]
      : [],
  )
  return { ...parsed, value: inner, origins: new Map(origins) }
}

/** Comments may have keys too, of settings that were taken out. */
function commentsOf(source: Source, { readComments }: ImportHost): ReturnType<ImportHost['readComments']> {
  const found = isJson(source)
    ? new Map([['', blankComments(source.text).comments]])
    : readComments(source.text)
  return new Map([...found].map(([at, lines]) => [at, lines.map(line => mask(line))]))
}

/** Names the kind of a source that is not a configuration of another gateway by itself. */
function otherFormat(value: Json | undefined): string | undefined {
  if (value === null || (isObject(value) && Object.keys(value).length === 0))
    return 'The file has no settings.'
  if (!isObject(value) || typeof value['apiVersion'] !== 'string' || typeof value['kind'] !== 'string')
    return undefined
  const kind = value['kind']
  return kind === 'ConfigMap' || kind === 'Secret'
    ? `It is a ${kind} of Kubernetes: write the configuration in its data to a file of its own, and import that.`
    : `It is a resource of Kubernetes (${kind}), which a controller translates: import the configuration that the gateway itself reads.`
}

/** Lines of Helm, Go and Jinja that are not values. */
const TEMPLATE = /^[^\S\r\n]*(?:\{\{-|\{\{\s*(?:if|range|with|end|include|define|else)\b|\{%)/m

/** Objects of JavaScript, as documentation writes them. */
const SCRIPT = /^\s*(?:(?:\/\/.*|\/\*[\s\S]*?\*\/)\s*)*(?:import|export|const|let|var|module\.exports)\b/

function chooseFormat(
  parsed: readonly ParsedSource[],
  name: string | undefined,
  report: ReportDiagnostic,
): ImportFormat | undefined {
  if (name !== undefined) return IMPORT_FORMATS.find(each => each.name === name)
  const of = (value: Json): ImportFormat | undefined => IMPORT_FORMATS.find(each => each.recognizes(value))
  const found = parsed.map(({ value }) => of(value))
  const [first] = found
  for (const [index, each] of found.entries()) {
    const source = parsed[index]?.source
    if (source === undefined || (each !== undefined && each === first)) continue
    const value = parsed[index]?.value
    const names = IMPORT_FORMATS.map(({ name: known, title }) => `${known} (${title})`).join(', ')
    report(
      createDiagnostic(
        'import-unknown-format',
        locationAt(source, 0, Math.max(1, source.text.trimEnd().indexOf('\n'))),
        each === undefined
          ? `The format was not recognized. ${otherFormat(value) ?? `Name it with --from: ${names}.`}`
          : `The files have several formats: this one is of ${each.title}. Import them one by one.`,
      ),
    )
    return undefined
  }
  return first
}

// Findings show lines of the source. Keys in clear text are asterisks there, whatever the property is called.

type NamedText = Location['source']

/** The diagnostics, with the values of literal keys masked in their sources. */
function withoutKeys(diagnostics: readonly Diagnostic[]): readonly Diagnostic[] {
  const masked = new Map<NamedText, NamedText>()
  for (const { code, location } of diagnostics) {
    if (code !== 'import-literal-key') continue
    const { source, span } = location
    const { name, text } = masked.get(source) ?? source
    const hidden =
      text.slice(0, span.start) + asterisks(text.slice(span.start, span.end)) + text.slice(span.end)
    masked.set(source, { name, text: hidden })
  }
  const maskedAt = (location: Location): Location => ({
    ...location,
    source: masked.get(location.source) ?? location.source,
  })
  return diagnostics.map(diagnostic => ({
    ...diagnostic,
    location: maskedAt(diagnostic.location),
    notes: diagnostic.notes.map(note => ({
      ...note,
      ...(note.location && { location: maskedAt(note.location) }),
    })),
  }))
}

// The files of an imported project as YAML, with the comments of the source.

/** The order of sections in gateway.yaml. */
const SECTIONS = [
  'name',
  'spelling',
  'header_prefix',
  'listen',
  'providers',
  'trusted_hosts',
  'defaults',
  'aliases',
]

/** The text of each file by its path; `origin` names the source. */
function writeProject(draft: ProjectDraft, origin: string): ReadonlyMap<string, string> {
  const { manifest, configs, cases, comments, head, hosts } = draft
  const sorted: Record<string, Json> = {}
  const all: JsonObject = { ...manifest, ...(hosts.size > 0 && { trusted_hosts: [...hosts].sort() }) }
  for (const name of [...SECTIONS.filter(each => Object.hasOwn(all, each)), ...Object.keys(all)])
    sorted[name] ??= all[name] ?? null
  const files = new Map<string, string>()
  files.set(
    'gateway.yaml',
    writeCommentedYaml(sorted, comments, [`Imported from ${origin} by portolan import.`, ...head]),
  )
  for (const [id, config] of configs) files.set(`configs/${id}.yaml`, writeCommentedYaml(config, comments))
  for (const [config, own] of Map.groupBy(cases, ({ config: name }) =>
    typeof name === 'string' ? name : '',
  ))
    files.set(
      config === '' ? 'gateway.test.yaml' : `configs/${config}.test.yaml`,
      writeCommentedYaml({ cases: own.map(({ config: _, ...each }) => each) }, comments, [
        `Behaviour of ${origin} as documented: run portolan test.`,
      ]),
    )
  return files
}

/** A string up to its end or that of its line, or the start of a comment. Each character is looked at once. */
const TOKENS = /"(?:[^"\\\n]|\\.)*"?|\/[/*]/g

/**
 * JSON with comments, as documentation and editors write it: the text with spaces in place of comments, so that locations are the same, and
 * the comments line by line. A comment that is not closed stays.
 */
function blankComments(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = []
  const parts: string[] = []
  let written = 0
  TOKENS.lastIndex = 0
  for (let token = TOKENS.exec(text); token !== null; token = TOKENS.exec(text)) {
    if (token[0].startsWith('"')) continue
    const close = token[0] === '//' ? '\n' : '*/'
    const found = text.indexOf(close, token.index + 2)
    if (found === -1 && close === '*/') break
    const end = found === -1 ? text.length : close === '\n' ? found : found + 2
    const comment = text.slice(token.index, end)
    comments.push(...linesOf(comment))
    parts.push(text.slice(written, token.index), comment.replaceAll(/[^\n]/g, ' '))
    written = end
    TOKENS.lastIndex = end
  }
  return { text: [...parts, text.slice(written)].join(''), comments }
}

const linesOf = (comment: string): readonly string[] =>
  comment
    .replace(/^\/[/*]+|\*+\/$/g, '')
    .split('\n')
    .map(line => line.replace(/^\s*\*?\s*/, '').trimEnd())
    .filter(line => line !== '')
