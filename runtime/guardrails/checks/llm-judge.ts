// default.llmJudge: a model, called through the gateway, scores how well a text meets a rubric.
import type { CheckParameters } from '../../../schemas/generated/checks.ts'
import { isFailure } from '../../values/failures.ts'
import { requestText } from '../body-texts/request-text.ts'
import type { Check } from '../check.ts'
import { joinTexts, NO_TEXT_RESULT } from '../on-text.ts'
import { checkError, limitExceeded } from '../result.ts'
import { withServiceReason } from '../services/call-service.ts'
import {
  isSafetyPreset,
  judgeMessages,
  presets,
  readJudgeScore,
  readSafety,
  safetyMessages,
} from './llm-judge/judge-models.ts'

/** Maximum UTF-16 code units of the text, and of the prompt that is sent with it. */
const MAX_TEXT_LENGTH = 200_000
const MAX_PROMPT_LENGTH = 20_000

export const llmJudge: Check<CheckParameters['default.llmJudge']> = {
  link: ({ provider, model, threshold, showReason, rubric, preset, examples }, { hash }) => {
    const rubrics = [
      ...(preset === undefined || isSafetyPreset(preset) ? [] : [presets[preset]]),
      ...(rubric === undefined ? [] : [rubric]),
    ].join('\n')
    return async (input, ports) => {
      const { texts, side, trace } = input
      if (texts.length === 0) return NO_TEXT_RESULT
      const text = joinTexts(texts)
      if (text.length > MAX_TEXT_LENGTH)
        return limitExceeded(
          `The text is longer than the ${MAX_TEXT_LENGTH} characters that the judge model accepts.`,
        )
      const requestPrompt = side === 'reply' ? requestText(input) : undefined
      const prompt =
        requestPrompt === undefined || requestPrompt === ''
          ? undefined
          : requestPrompt.slice(-MAX_PROMPT_LENGTH)
      const nonce = hash(`${trace}\n${prompt ?? ''}\n${text}`).slice(0, 24)
      const question = isSafetyPreset(preset)
        ? { messages: safetyMessages(text, prompt) }
        : {
            messages: judgeMessages(
              { rubric: rubrics, ...(examples && { examples }) },
              { text, prompt, nonce },
            ),
            response_format: { type: 'json_object' },
          }
      const reply = await ports.callModel(provider, 'chat/completions', {
        model,
        temperature: 0,
        ...question,
      })
      if (isFailure(reply))
        return checkError(`The call to the judge model failed (${reply.cause ?? reply.code}).`)
      const judgement = isSafetyPreset(preset) ? readSafety(preset, reply, side) : readJudgeScore(reply)
      if (judgement === undefined)
        return checkError(
          isSafetyPreset(preset)
            ? 'The safety model did not return a verdict in its format.'
            : 'The judge model did not return a score from 0 to 1.',
        )
      const passed = judgement.score >= threshold
      const sentence = `The score is ${judgement.score}; the threshold is ${threshold}.`
      return {
        passed,
        reason: withServiceReason(sentence, judgement.reason, showReason),
        facts: { score: judgement.score, threshold },
      }
    }
  },
}
