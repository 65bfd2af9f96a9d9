// The configs that a test file may name, by a search in its text: what its findings depend on.
import type { SourceInput } from '../../project-input.ts'

const NAMED = /\bconfig["']?\s*:\s*["']?([^\s"',#}]+)/g

/** Also names that are no configs: the caller looks them up. */
export const namedConfigs = ({ source: { text } }: SourceInput, stem: string): readonly string[] => [
  stem,
  ...new Set(Array.from(text.matchAll(NAMED), ([, name = '']) => name)),
]
