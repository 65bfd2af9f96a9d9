// The rules about prompts, in the order of evaluation.
import type { PromptRule } from './nodes/prompt-context.ts'
import { constantTextComesFirst } from './prompt-rules/constant-text-comes-first.ts'
import { defaultsFitTheirTypes } from './prompt-rules/defaults-fit-their-types.ts'
import { partialsExist } from './prompt-rules/partials-exist.ts'
import { promptHasOneTarget, promptModelHasNotEnded } from './prompt-rules/prompt-has-one-target.ts'
import { promptParametersAreKnown, promptParametersAreSupported } from './prompt-rules/prompt-parameters.ts'
import { promptTestsExpectSomething } from './prompt-rules/prompt-tests-expect-something.ts'
import { variablesAreDeclared } from './prompt-rules/variables-are-declared.ts'

/** All of them: S 19. */
export const promptRules: readonly PromptRule[] = [
  promptParametersAreKnown,
  promptHasOneTarget,
  promptModelHasNotEnded,
  promptParametersAreSupported,
  defaultsFitTheirTypes,
  partialsExist,
  variablesAreDeclared,
  constantTextComesFirst,
  promptTestsExpectSomething,
]
