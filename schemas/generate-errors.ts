// errors/*.json and error-kinds.json → generated/error-kinds.ts: how the kind of a provider's error is read, and how it is written. The
// tables of all dialects are one, since hosts relay the errors of others; a name or text with two kinds does not pass the lint.
import { type ErrorKindFacts, errorFormTables, readErrorTables } from './error-tables.ts'

const BANNER = '// Generated from schemas/ by schemas/generate.ts. Do not edit.\n'

/** Kinds whose names say little: every refusal may have them, so messages are read first. */
const BROAD: ReadonlySet<string> = new Set(['key', 'permission', 'model', 'invalid_request'])

type Fact = Exclude<keyof ErrorKindFacts, undefined>
type Pair = readonly [value: string | number, kind: string]

/** What all tables say of one fact: each value with its kind, and where they contradict each other. */
export function errorFacts(fact: Fact): readonly Pair[] {
  const pairs = readErrorTables().flatMap(({ kinds }) =>
    Object.entries(kinds).flatMap(([kind, facts]) =>
      (facts[fact] ?? []).map((value): Pair => [value, kind] as const),
    ),
  )
  return [...new Map(pairs.map(pair => [String(pair), pair])).values()]
}

/** The text of generated/error-kinds.ts. */
export function generateErrorKinds(): string {
  const names = errorFacts('names')
  const { kinds, forms } = errorFormTables()
  const dialects = Object.entries(forms).map(([dialect, { kinds: written }]) => [dialect, written])
  return [
    BANNER,
    "import type { ErrorKind } from './types.ts'\n",
    `/** A kind of errors that clients recognize. */\nexport type SpecificKind = ${union(Object.keys(kinds))}\n`,
    `/** A dialect of clients. */\nexport type ErrorDialect = ${union(Object.keys(forms))}\n`,
    `/** An error of a kind as the clients of a dialect recognize it; they search its message for the words. */
export interface ErrorForm {
  readonly status: number
  readonly type: string
  readonly code?: string
  readonly words?: string
}\n`,
    `/** The kind of \`on_errors\` that each is a part of. */
export const configKinds: Readonly<Record<SpecificKind, ErrorKind>> = ${JSON.stringify(kinds)}\n`,
    `/** The form of each kind, by the dialect of the client. */
export const kindForms: Readonly<Record<ErrorDialect, Readonly<Record<SpecificKind, ErrorForm>>>> = ${JSON.stringify(Object.fromEntries(dialects), null, 2)}\n`,
    'type Kinds<Value> = readonly (readonly [value: Value, kind: SpecificKind])[]\n',
    constant(
      'statusKinds',
      'Statuses that are always of a kind, whatever the body says.',
      'number',
      errorFacts('statuses'),
    ),
    constant(
      'otherwiseKinds',
      'The kinds of statuses whose body names none.',
      'number',
      errorFacts('otherwise'),
    ),
    constant(
      'errorNames',
      'Codes and types of errors.',
      'string',
      names.filter(([, kind]) => !BROAD.has(kind)),
    ),
    constant(
      'broadNames',
      'Codes and types that many errors have: texts say more.',
      'string',
      names.filter(([, kind]) => BROAD.has(kind)),
    ),
    constant('errorTexts', 'Parts of messages, in lower case.', 'string', errorFacts('texts')),
  ].join('\n')
}

const union = (names: readonly string[]): string => names.map(name => JSON.stringify(name)).join(' | ')

const constant = (name: string, description: string, type: string, pairs: readonly Pair[]): string =>
  `/** ${description} */\nexport const ${name}: Kinds<${type}> = [\n${pairs.map(pair => `  [${pair.map(each => JSON.stringify(each)).join(', ')}],\n`).join('')}]\n`
