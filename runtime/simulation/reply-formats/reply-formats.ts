// The form of a reply by the path of the request: each provider's own, as far as one string is enough to write it.
import { messages } from './anthropic.ts'
import { converse } from './bedrock.ts'
import { cohereChat } from './cohere.ts'
import { generateContent } from './google.ts'
import { ollamaChat } from './ollama.ts'
import type { ReplyFormat } from './reply-format.ts'
import { vendorFormats } from './vendor.ts'

const FORMATS: readonly ReplyFormat[] = [
  ...vendorFormats,
  messages,
  generateContent,
  cohereChat,
  ollamaChat,
  converse,
]

/** Undefined for endpoints whose replies are more than one string: a case writes their bodies. */
export function replyFormatOf(path: string): ReplyFormat | undefined {
  const [route = ''] = path.split('?', 1)
  return FORMATS.find(format => format.path.test(route))
}
