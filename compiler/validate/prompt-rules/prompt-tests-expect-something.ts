// A test of a prompt expects messages or an error.
import { childPointer } from '../../../schemas/values/pointer.ts'
import type { PromptRule } from '../nodes/prompt-context.ts'
import { isJsonArray, isJsonObject, ownProperty } from '../values/json-values.ts'

export const promptTestsExpectSomething: PromptRule = ({ prompt }, report) => {
  const tests = ownProperty(prompt, 'tests')
  for (const [index, test] of isJsonArray(tests) ? tests.entries() : []) {
    if (!isJsonObject(test)) continue
    const at = childPointer('/tests', index)
    const [messages, error] = [ownProperty(test, 'messages'), ownProperty(test, 'error')]
    if (messages === undefined && error === undefined)
      report('missing-property', at, 'The test expects nothing: add "messages" or "error".')
    else if (messages !== undefined && error !== undefined)
      report(
        'setting-without-effect',
        { key: childPointer(at, 'messages') },
        '"messages" have no effect beside "error": a call that is rejected renders none.',
      )
  }
}
