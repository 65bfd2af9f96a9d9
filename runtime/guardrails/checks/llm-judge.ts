// default.llmJudge: a model, called through the gateway, scores how well a text meets a rubric.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isFailure } from '../../failures.ts'
import { erred } from '../asking/erred.ts'
import { requestText } from '../asking/request-text.ts'
import { withToldReason } from '../asking/told-reason.ts'
import type { Check } from '../check.ts'
import { joined, NO_TEXT } from '../judging/judge-text.ts'
import { beyondLimit } from '../judging/outcome.ts'
import { judgePrompt } from '../rubric/judge-prompt.ts'
import { readScore } from '../rubric/read-score.ts'

/** Maximum UTF-16 code units of the text, and of the prompt that is sent with it. */
const LONGEST = 200_000
const LONGEST_QUESTION = 20_000

export const llmJudge: Check<CheckParameters['default.llmJudge']> = {
  link:
    ({ provider, model, threshold, showReason, ...rubric }, { hash }) =>
    async (subject, ports) => {
      const { texts, side, trace } = subject
      if (texts.length === 0) return NO_TEXT
      const text = joined(texts)
      if (text.length > LONGEST)
        return beyondLimit(`The text is longer than the ${LONGEST} characters that the judge model accepts.`)
      const asked = side === 'reply' ? requestText(subject) : undefined
      const question = asked === undefined || asked === '' ? undefined : asked.slice(-LONGEST_QUESTION)
      const nonce = hash(`${trace}\n${question ?? ''}\n${text}`).slice(0, 24)
      const reply = await ports.model(provider, 'chat/completions', {
        model,
        messages: judgePrompt(rubric, { text, question, nonce }),
        temperature: 0,
        response_format: { type: 'json_object' },
      })
      if (isFailure(reply)) return erred(`The call to the judge model failed (${reply.cause ?? reply.code}).`)
      const found = readScore(reply)
      if (found === undefined) return erred('The judge model did not return a score from 0 to 1.')
      const passed = found.score >= threshold
      const sentence = `The score is ${found.score}; the threshold is ${threshold}.`
      return {
        passed,
        reason: withToldReason(sentence, found.reason, showReason),
        facts: { score: found.score, threshold },
      }
    },
}
