// Overrides have the types and ranges that the interface gives its parameters. Where chats and completions differ
// (`logprobs`, the number of stop sequences), either is accepted.
import { completion } from '../../../schemas/generated/requests.js'
import { childPointer, pointerTokens } from '../../../schemas/values/pointer.ts'
import { objectProperty } from '../config-node.ts'
import { describeValue, ownProperty } from '../json-values.ts'
import { OVERRIDES } from '../overrides.ts'
import type { Rule } from '../rule.ts'

/** Reported by another rule, or of different types in chats. */
const NOT_COMPARED: ReadonlySet<string> = new Set(['model', 'stream', 'prompt', 'logprobs'])
const VALID = { model: 'model', prompt: 'prompt' }

const CLAUSES: Readonly<Record<string, (bound: string) => string>> = {
  minimum: bound => `at least ${bound}`,
  maximum: bound => `at most ${bound}`,
}
const TYPE_NAMES: Readonly<Record<string, string>> = {
  string: 'a string',
  integer: 'an integer',
  number: 'a number',
  boolean: 'true or false',
  object: 'an object',
  array: 'a list',
}

export const overrideIsInRange: Rule = ({ nodes }, report) => {
  for (const node of nodes) {
    const overrides = objectProperty(node, OVERRIDES)
    if (overrides === undefined) continue
    const compared = Object.entries(overrides).filter(([name]) => !NOT_COMPARED.has(name))
    if (completion({ ...VALID, ...Object.fromEntries(compared) })) continue
    for (const { instancePath, keyword, params } of completion.errors ?? []) {
      const [name, ...below] = pointerTokens(instancePath)
      if (name === undefined) continue
      const at = childPointer(childPointer(node.pointer, OVERRIDES), name)
      const shown = below.length === 0 ? `, not ${describeValue(ownProperty(overrides, name))}` : ''
      const subject =
        below.length === 0 ? `The override of "${name}"` : `"${below.join('.')}" in the override of "${name}"`
      const bound = CLAUSES[keyword]?.(String(params['limit']))
      if (bound !== undefined) report('out-of-range', at, `${subject} must be ${bound}${shown}.`)
      if (keyword !== 'type') continue
      const types = [params['type']].flat().flatMap(type => TYPE_NAMES[String(type)] ?? [])
      report('wrong-type', at, `${subject} must be ${types.join(' or ')}${shown}.`)
    }
  }
}
