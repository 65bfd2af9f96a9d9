// coding-agents/*.json → generated/coding-agents.ts, and the settings in coding-agents.md.
import { readFileSync } from 'node:fs'
import { stringify } from 'yaml'
import {
  exportLines,
  fillText,
  mergeSettings,
  type SetupValues,
  settingsOf,
  suitingModel,
  writeToml,
} from './contracts/coding-agent.ts'
import type { CodingAgent, SetupStep } from './generated/types.ts'
import { readCodingAgents } from './sources.ts'
import type { JsonObject } from './values/json.ts'

const PAGE = new URL('coding-agents.md', import.meta.url)
const BEGIN = '<!-- Generated from coding-agents/ by schemas/generate.ts. Do not edit. -->'
const END = '<!-- End of the generated part. -->'

/** The models of the page: of each provider the one for work, and the one for titles and the like. */
const EXAMPLES = [
  { id: '@anthropic/claude-sonnet-5-5', small: '@anthropic/claude-haiku-5-5' },
  { id: '@openai/gpt-6.1-sol', small: '@openai/gpt-6-luna' },
  { id: '@google/gemini-3.8-flash', small: '@google/gemini-3.5-flash-lite' },
]

export const generateCodingAgents = (): string =>
  `// Generated from schemas/coding-agents/ by schemas/generate.ts. Do not edit.
import type { CodingAgent } from './types.ts'

/** The coding agents that \`portolan connect\` knows, sorted by identifier. */
export const codingAgents: readonly CodingAgent[] = ${JSON.stringify(readCodingAgents(), null, 2)}
`

/** The page with its generated part. */
export function generateCodingAgentsPage(): string {
  const page = readFileSync(PAGE, 'utf8')
  const [before = '', rest = ''] = page.split(BEGIN)
  const after = rest.slice(rest.indexOf(END) + END.length)
  const sections = (readCodingAgents() as readonly unknown[] as readonly CodingAgent[]).map(sectionOf)
  return `${before}${BEGIN}\n\n${sections.join('\n\n')}\n\n${END}${after}`
}

function sectionOf(agent: CodingAgent): string {
  const example = suitingModel(agent, EXAMPLES) ?? EXAMPLES[0]
  const values: SetupValues = {
    origin: 'http://127.0.0.1:8787',
    model: example?.id ?? '',
    small: example?.small ?? '',
    signedIn: false,
  }
  const { id, name, start, notes = [], steps } = agent
  const tried = agent.tried === undefined ? '' : ` Tried with version ${agent.tried}.`
  const command = steps.some(({ enter }) => enter === undefined) ? `\`portolan connect ${id}\`.` : ''
  return [
    `## ${name}`,
    [`${API_OF[agent.api]}${tried}`, command].filter(text => text !== '').join(' '),
    ...steps.map(step => stepText(step, values)),
    ...(start === undefined ? [] : [block('sh', fillText(start, values))]),
    ...(notes.length === 0 ? [] : [notes.join(' ')]),
  ].join('\n\n')
}

const API_OF: Readonly<Record<CodingAgent['api'], string>> = {
  messages:
    "Calls `/v1/messages`, which the gateway passes through to Anthropic's dialect, and serves as chats at other providers.",
  responses:
    'Calls `/v1/responses`, which the gateway passes through to OpenAI, and serves as chats at other providers.',
  chat: 'Calls `/v1/chat/completions`.',
  gemini: 'Calls `/v1beta/models/{model}:streamGenerateContent`.',
}

const block = (language: string, text: string): string => `\`\`\`${language}\n${text}\n\`\`\``

function stepText(step: SetupStep, values: SetupValues): string {
  const { file, format = 'json', variables, command, enter } = step
  if (enter !== undefined) return `${fillText(enter, values)}.`
  if (command !== undefined) return block('sh', fillText(command, values))
  if (variables !== undefined) return block('sh', exportLines(variables, values).join('\n'))
  const settings = mergeSettings((step.initial ?? {}) as JsonObject, settingsOf(step, values))
  const text =
    format === 'toml'
      ? writeToml(settings)
      : format === 'yaml'
        ? stringify(settings).trimEnd()
        : JSON.stringify(settings, null, 2)
  return `In \`~/${file}\`:\n\n${block(format, text)}`
}
