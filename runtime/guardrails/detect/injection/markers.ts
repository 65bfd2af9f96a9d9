// Forged prompt markers inside a text: chat template tokens, role headings, ends of user input. Patterns of bounded
// length over the original text.
import type { InjectionSignal } from './signal.ts'

/** A placeholder in braces follows: that is template code, not a forgery. */
const NOT_TEMPLATE_CODE = '(?!\\s{0,4}(?:\\\\n)?\\s{0,4}[{$%<])'

// biome-ignore format: a table
const markerPatterns: readonly (readonly [weight: number, pattern: RegExp])[] = [
  [0.6, new RegExp(`<\\|(?:im_start|start_header_id|start|role)\\|>\\s{0,4}(?:system|developer)(?:<\\|end_header_id\\|>)?${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.6, new RegExp(`<\\|(?:system|developer)\\|>${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.55, new RegExp(`<start_of_turn>\\s{0,4}(?:system|developer)${NOT_TEMPLATE_CODE}`, 'gi')],
  [0.55, /<<SYS>>(?!\s{0,4}[{$%])/g],
  [0.35, /\[\/INST\][^[]{0,200}\[INST\]|\[INST\][^[{]{1,200}\[\/INST\]/g],
  [0.45, /<\/system>\s{0,20}<system>|<\/(?:user|user_input|document|context)>\s{0,20}<(?:system|instructions)>/gi],
  [0.25, /<system>(?!\s{0,4}[{$%])/gi],
  [0.5, /(?:^|\n)#{2,4} {0,2}system(?: (?:message|prompt|instructions?|override|note))? {0,2}(?:#{1,4}|:)(?!\s{0,4}[{$%])/gi],
  [0.45, /\n(?:user|human|assistant|answer|question|bot):[^\n]{0,200}\s{1,4}system: ?(?=\S)/gi],
  [0.45, /\n\s{0,4}human:[^\n]{1,300}\s{1,6}assistant: ?(?:sure|of course|ok|yes|certainly)/gi],
  [0.6, /["'}\]]{2,4}\s{0,4},?\s{0,4}\{\s{0,4}["']role["']\s{0,4}:\s{0,4}["'](?:system|developer)["']/gi],
  [0.6, /-{3,9} ?end of (?:user |the )?(?:input|message|prompt|document|query)\b/gi],
  [0.4, /-{3,9} ?begin (?:new )?(?:system|developer|admin)\b/gi],
  [0.55, /\[\s?(?:system|admin|developer)[ _-](?:override|message|note|command|instructions?|notice)\s?\]/gi],
  [0.55, /\[system\]\(#/gi],
  [0.5, /\bend of (?:file|document|page|text|e-?mail|results?|data|context)\b[^\p{L}\p{N}]{0,20}\n[ \t]{0,8}(?:user|human|system|assistant|developer): ?(?=\S)/giu],
  [0.25, /\bsystem (?:notice|override|alert|message|update) ?(?:to|for|:)/gi],
  [0.25, /\n\s{0,4}\[?(?:system|admin)\]?: {0,2}(?=\S)/gi],
]

export function* markerSignals(text: string): Iterable<InjectionSignal> {
  for (const [weight, pattern] of markerPatterns)
    for (const { index } of text.matchAll(pattern))
      yield { start: index, signal: pattern.source, family: 'marker', weight }
}
