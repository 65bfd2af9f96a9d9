// The tools that Claude defines itself. Its caller runs some of them, Anthropic others, such as its search.
import type { JsonObject } from '../../schemas/values/json.ts'
import { asText } from '../../schemas/values/json.ts'

/** A tool that the caller runs, named with its version: `bash_20250124`. */
export const isClaudeTool = ({ type, name }: JsonObject): boolean =>
  typeof name === 'string' && /^(bash|computer|text_editor|memory)_\d{8}$/.test(asText(type) ?? '')
