// Text to image with the Gemini image models: a chat of one turn whose answer may contain images.
import type { JsonObject } from '../../../../schemas/values/json.ts'
import { asCount, asList, asObject, asText } from '../../../../schemas/values/json.ts'
import type { AdapterContext } from '../../../values/adapter.ts'
import type { Failure } from '../../../values/failures.ts'
import { copyTo, singleChoice } from '../../../wire/conversions.ts'
import { aspectRatio, imageParameters, imageReply, noImage } from '../../../wire/images.ts'
import {
  type ConvertParameters,
  ignoredWhen,
  joinFields,
  parameterConverter,
} from '../../../wire/parameters.ts'

const ASPECT_RATIOS = ['1:1', '2:3', '3:2', '3:4', '4:3', '4:5', '5:4', '9:16', '16:9', '21:9']
/** Square sizes are the same for every model; of other sizes only the aspect ratio is. */
const SQUARE_SIZES = {
  '1024x1024': { aspectRatio: '1:1' },
  '2048x2048': { aspectRatio: '1:1', imageSize: '2K' },
  '4096x4096': { aspectRatio: '1:1', imageSize: '4K' },
}

const generation = (settings: JsonObject): JsonObject => ({ generationConfig: settings })
const image = (settings: JsonObject): JsonObject => generation({ imageConfig: settings })

const convert: ConvertParameters = parameterConverter([
  ...imageParameters,
  ['n', singleChoice],
  ['size', aspectRatio(ASPECT_RATIOS, SQUARE_SIZES, image)],
  ['quality', ignoredWhen('auto')],
  ['output_format', ignoredWhen('png')],
  ['seed', copyTo(seed => generation({ seed }))],
  ['safety_settings safetySettings', copyTo(safetySettings => ({ safetySettings }))],
  ['image_config imageConfig', copyTo(imageConfig => generation({ imageConfig }))],
])

export function geminiImageRequest(prompt: string, ...args: Parameters<ConvertParameters>) {
  const { parameters, dropped } = convert(...args)
  const body: JsonObject = {
    contents: [{ role: 'user', parts: [{ text: prompt }] }],
    generationConfig: { responseModalities: ['TEXT', 'IMAGE'] },
  }
  return { body: joinFields(body, parameters), dropped }
}

export function readGeminiImages(body: unknown, context: AdapterContext): JsonObject | Failure {
  const { candidates, promptFeedback, usageMetadata } = asObject(body)
  const all = asList(candidates).map(asObject)
  const parts = all.flatMap(({ content }) => asList(asObject(content)['parts'])).map(asObject)
  const imageBytes = parts
    .filter(part => part['thought'] !== true)
    .flatMap(({ inlineData }) => asText(asObject(inlineData)['data']) || [])
  if (imageBytes.length > 0) return imageReply(imageBytes, context, usageOf(asObject(usageMetadata)))
  const text = parts.map(part => asText(part['text']) ?? '').join('')
  const reasons = [asObject(promptFeedback)['blockReason'], text, ...all.map(each => each['finishReason'])]
  return noImage(reasons.map(asText).find(reason => reason !== undefined && reason.trim() !== ''))
}

/** Thoughts are counted separately here, and are output tokens for OpenAI. */
function usageOf(counts: JsonObject): JsonObject {
  const input = asCount(counts['promptTokenCount'])
  if (input === undefined) return {}
  const output = (asCount(counts['candidatesTokenCount']) ?? 0) + (asCount(counts['thoughtsTokenCount']) ?? 0)
  const details = { text_tokens: input, image_tokens: 0 }
  return {
    usage: {
      input_tokens: input,
      output_tokens: output,
      total_tokens: input + output,
      input_tokens_details: details,
    },
  }
}
