// The providers as schemas/providers/README.md lists them: a table of those with more than chats, and two lists.
import { supportedRoutes } from '../../runtime/providers/supported-routes.ts'
import { catalogue } from '../../schemas/generated/catalogue.ts'
import type { ProviderSpec, Routes } from '../../schemas/generated/types.ts'

type Column = readonly [head: string, serves: (route: string) => boolean]

const COLUMNS: readonly Column[] = [
  ['chat', route => route === 'chat/completions'],
  ['text', route => route === 'completions'],
  ['vectors', route => route === 'embeddings'],
  ['rerank', route => route === 'rerank'],
  ['responses', route => route === 'responses'],
  ['messages', route => route === 'messages'],
  ['audio', route => route.startsWith('audio/')],
  ['images', route => route.startsWith('images/')],
  ['files, batches, tuning', route => /^(files|batches|fine_tuning)/.test(route)],
  ['realtime', route => route === 'realtime'],
]

/** Routes that every provider of chats has, or that are not worth a column. */
const PLAIN: readonly (keyof Routes)[] = ['chat/completions', 'models']

const titled = ({ id, name }: ProviderSpec): string => `${name} (\`${id}\`)`
function routesOf(spec: ProviderSpec): readonly string[] {
  const { native, translated } = supportedRoutes(spec)
  return [...native, ...translated]
}

const line = (spec: ProviderSpec): string => {
  const marks = COLUMNS.map(([, serves]) => (routesOf(spec).some(serves) ? '✓' : ''))
  return `| ${titled(spec)} | ${marks.join(' | ')} |`
}

/** A paragraph wrapped at the line length of the README. */
const paragraph = (head: string, items: readonly string[]): string =>
  items.reduce((text, item, index) => {
    const piece = `${item}${index === items.length - 1 ? '.' : ','}`
    const last = text.slice(text.lastIndexOf('\n') + 1)
    return `${text}${last.length + piece.length > 139 ? '\n' : ' '}${piece}`
  }, `${head}:`)

/** The text between the two comments of schemas/providers/README.md. */
export function providerTable(): string {
  const served = catalogue.filter(spec => spec.served)
  const passed = served.filter(spec => routesOf(spec).length === 0)
  const chats = served.filter(
    spec => routesOf(spec).length > 0 && routesOf(spec).every(route => PLAIN.some(plain => plain === route)),
  )
  const more = served.filter(spec => !passed.includes(spec) && !chats.includes(spec))
  return [
    `| ${more.length} of ${served.length} providers | ${COLUMNS.map(([head]) => head).join(' | ')} |`,
    `|---|${'---|'.repeat(COLUMNS.length)}`,
    ...more.map(line),
    '',
    paragraph('Chats', chats.map(titled)),
    '',
    paragraph('Address and credential, with every path passed through', passed.map(titled)),
    '',
  ].join('\n')
}
