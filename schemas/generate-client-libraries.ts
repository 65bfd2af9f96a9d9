// client-libraries/*.json → generated/client-libraries.ts, and the programs in clients.md.
import { readFileSync } from 'node:fs'
import { exampleCode, fillExample, LANGUAGE_NAMES } from './contracts/client-library.ts'
import type { ClientExample, ClientLibrary } from './generated/types.ts'
import { readClientLibraries } from './sources.ts'

const PAGE = new URL('clients.md', import.meta.url)
const BEGIN = '<!-- Generated from client-libraries/ by schemas/generate.ts. Do not edit. -->'
const END = '<!-- End of the generated part. -->'

export const generateClientLibraries = (): string =>
  `// Generated from schemas/client-libraries/ by schemas/generate.ts. Do not edit.
import type { ClientLibrary } from './types.ts'

/** The SDKs and frameworks that \`portolan clients\` knows, sorted by identifier. */
export const clientLibraries: readonly ClientLibrary[] = ${JSON.stringify(readClientLibraries(), null, 2)}
`

/** The page with its generated part. */
export function generateClientsPage(): string {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.slice(rest.indexOf(END) + END.length)
  const libraries = readClientLibraries() as readonly unknown[] as readonly ClientLibrary[]
  return `${before}${BEGIN}\n\n${libraries.map(sectionOf).join('\n\n')}\n\n${END}${after}`
}

const ORIGIN = 'http://127.0.0.1:8787'

const FENCES: Readonly<Record<ClientExample['language'], string>> = {
  python: 'python',
  node: 'js',
  go: 'go',
  java: 'java',
  curl: 'sh',
}

/** The model of the page: of the stored provider that `npm start` has, or of the vendor. */
const modelOf = ({ vendor, models: [first = ''] }: ClientLibrary): string =>
  vendor === undefined ? '@mock/echo' : first

function sectionOf(library: ClientLibrary): string {
  const { name, base, entrance, languages, notes = [], vendor } = library
  const values = { origin: ORIGIN, model: modelOf(library) }
  const served = vendor === undefined ? '' : ` A stored provider of the kind \`${vendor}\` serves it.`
  const [shown, folded] = [languages.slice(0, 2), languages.slice(2)]
  const block = (example: ClientExample): string => {
    const { language, tried, package: packageName } = example
    const version = tried === undefined ? '' : `, \`${packageName}\` ${tried}`
    return `${LANGUAGE_NAMES[language]}${version}:\n\n\`\`\`${FENCES[language]}\n${exampleCode(example, values)}\n\`\`\``
  }
  const others =
    folded.length === 0
      ? []
      : [
          `<details><summary>${folded.map(({ language }) => LANGUAGE_NAMES[language]).join(', ')}</summary>`,
          ...folded.map(block),
          '</details>',
        ]
  const other =
    entrance === undefined || base.endsWith(entrance)
      ? ''
      : ` Below \`${ORIGIN}${entrance}\` bare models are those of the vendor.`
  const text = [`Base URL \`${fillExample(base, values)}\`.${other}${served}`, ...notes].join(' ')
  return [`## ${name}`, text, ...shown.map(block), ...others].join('\n\n')
}
