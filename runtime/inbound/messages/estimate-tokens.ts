// An estimate of the tokens of a messages request, for providers that count none. Agents compact their history by it,
// so it errs on the high side: the tokens of its content, and those that the template of a chat adds.
import type { Json, JsonObject } from '../../../schemas/values/json.ts'
import { asList, asObject, isList, isObject, writeJson } from '../../../schemas/values/json.ts'
import type { FamilyFacts } from '../../values/family-facts.ts'
import { createTextEstimate, type TextEstimate } from '../../values/text-tokens.ts'

/** Tokens around each message and each tool. */
const PER_MESSAGE = 3
const PER_TOOL = 8

/** Tokenizers differ, and an estimate that is too low costs more than one that is too high. */
const MARGIN = 1.1

/** An image of unknown size, and a page of a document, which has about as many bytes of Base64. */
const PER_IMAGE = 1600
const PER_PAGE = 2000
const BYTES_OF_PAGE = 60_000

/** `template` is the number of tokens that the model's template adds. */
export function estimateInputTokens(
  { system = null, messages = null, tools = null }: JsonObject,
  template: FamilyFacts['template'],
): number {
  const textTokens = createTextEstimate()
  const contentTokens = (content: Json | undefined): number => tokensOfContent(content, textTokens)
  const turns = asList(messages).map(message => PER_MESSAGE + contentTokens(asObject(message)['content']))
  const instructions = system === null || system === '' ? 0 : PER_MESSAGE + contentTokens(system)
  const offered = asList(tools).map(tool => PER_TOOL + textTokens(writeJson(toolText(tool))))
  const sum = [...turns, ...offered].reduce((total, each) => total + each, instructions)
  const added = (template?.chat ?? 0) + (offered.length === 0 ? 0 : (template?.tools ?? 0))
  return Math.ceil(sum * MARGIN + added)
}

/** Cache markers are not tokens. */
function toolText(tool: Json): Json {
  const { cache_control: _, ...declared } = asObject(tool)
  return declared
}

function tokensOfContent(content: Json | undefined, textTokens: TextEstimate): number {
  if (typeof content === 'string') return textTokens(content)
  return isList(content) ? content.reduce<number>((sum, block) => sum + blockTokens(block, textTokens), 0) : 0
}

function blockTokens(block: Json, textTokens: TextEstimate): number {
  if (!isObject(block)) return 0
  const { type, text, thinking, name, input = null, content, source } = block
  switch (type) {
    case 'text':
      return textTokens(String(text ?? ''))
    case 'thinking':
      return textTokens(String(thinking ?? ''))
    case 'tool_use':
      return PER_TOOL + textTokens(String(name ?? '')) + textTokens(writeJson(input))
    case 'tool_result':
      return PER_TOOL + tokensOfContent(content, textTokens)
    case 'image':
      return PER_IMAGE
    case 'document':
      return documentTokens(asObject(source), textTokens)
    default:
      return textTokens(writeJson(block))
  }
}

function documentTokens({ type, data, content }: JsonObject, textTokens: TextEstimate): number {
  if (type === 'text') return textTokens(String(data ?? ''))
  if (type === 'content') return tokensOfContent(content, textTokens)
  const bytes = typeof data === 'string' ? data.length : 0
  return PER_PAGE * Math.max(1, Math.ceil(bytes / BYTES_OF_PAGE))
}
