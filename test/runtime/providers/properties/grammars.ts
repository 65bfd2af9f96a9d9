// The dialects that the properties are tested with.
import { anthropicGrammar } from './anthropic-grammar.ts'
import { bedrockGrammar } from './bedrock-grammar.ts'
import { cohereGrammar } from './cohere-grammar.ts'
import { googleGrammar } from './google-grammar.ts'
import type { Grammar } from './grammar.ts'
import { ollamaGrammar } from './ollama-grammar.ts'

export const grammars: readonly (readonly [string, Grammar])[] = [
  ['anthropic', anthropicGrammar],
  ['google', googleGrammar],
  ['bedrock', bedrockGrammar],
  ['cohere', cohereGrammar],
  ['ollama', ollamaGrammar],
]
