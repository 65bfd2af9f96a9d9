// Runs the tests of prompts: variables in, messages out. Nothing is sent.
import { linkPrompt } from '../../../runtime/prompts/link-prompt.ts'
import { isFailure } from '../../../runtime/values/failures.ts'
import { asList, asObject, asText, isList, type Json } from '../../../schemas/values/json.ts'
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { CompiledPrompt, CompiledPrompts } from '../../compile-prompts.ts'
import { type Diagnostic, locationOf } from '../../diagnostics/diagnostic.ts'
import { createDiagnostic } from '../../read/create-diagnostic.ts'
import { differenceOf } from './mismatch.ts'

/** What the prompts of a project render otherwise than their tests expect. */
export const runPromptTests = ({
  prompts: { prompts, partials },
}: {
  readonly prompts: CompiledPrompts
}): readonly Diagnostic[] =>
  Array.from(prompts, ([id, compiled]) => testPrompt(id, compiled, partials)).flat()

function testPrompt(
  id: string,
  { prompt, parsed }: CompiledPrompt,
  partials: CompiledPrompts['partials'],
): readonly Diagnostic[] {
  const tests = asList(asObject(parsed.value)['tests'])
  const { render } = linkPrompt(id, 1, prompt, name => partials.get(name))
  return tests.flatMap((each, index) => {
    const test = asObject(each)
    const at = childPointer('/tests', index)
    const unmet = (pointer: string, message: string): readonly Diagnostic[] => [
      createDiagnostic('unmet-expectation', locationOf(parsed, pointer), message),
    ]
    const rendered = render(asObject(test['variables']))
    const error = asText(test['error'])
    if (error !== undefined) {
      if (!isFailure(rendered)) return unmet(childPointer(at, 'error'), 'The prompt is rendered.')
      return rendered.message.includes(error)
        ? []
        : unmet(childPointer(at, 'error'), `The error is: ${rendered.message}`)
    }
    if (isFailure(rendered)) return unmet(at, rendered.message)
    const expected = asList(test['messages'])
    const difference = differenceOf(expected, rendered, true)
    return difference === undefined
      ? []
      : unmet(
          childPointer(at, 'messages') + difference.at,
          `${place(difference.at)} is ${shown(difference.received)}, not ${shown(difference.expected)}.`,
        )
  })
}

/** `/1/content` as `messages[1].content`. */
const place = (at: string): string => `messages${at.replaceAll(/\/(\d+)/g, '[$1]').replaceAll('/', '.')}`

const shown = (value: Json | undefined): string =>
  value === undefined ? 'absent' : isList(value) ? `a list of ${value.length}` : JSON.stringify(value)
