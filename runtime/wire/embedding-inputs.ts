// The inputs of an embeddings request for models that embed pictures too: a string, a picture as a data URL, or, in a
// list, an object with either or both, `{ text, image: { base64 } }`.
import type { Json, JsonObject } from '../../schemas/values/json.ts'
import { asText, isList, isObject } from '../../schemas/values/json.ts'
import type { Media } from '../values/adapter.ts'
import type { ReportConversionError } from './conversion-errors.ts'

export interface EmbeddingInput {
  readonly text?: string
  readonly image?: Media
}

const DATA_URL = /^data:(image\/[\w.+-]+);base64,([A-Za-z0-9+/=_-]+)$/
/** Bytes without a media type are taken for the kind that most pictures have. */
const DEFAULT_TYPE = 'image/png'

/** Undefined after the errors were reported. */
export function readEmbeddingInputs(
  input: Json | undefined,
  report: ReportConversionError,
): readonly EmbeddingInput[] | undefined {
  const list = isList(input) ? input : typeof input === 'string' ? [input] : []
  const inputs = list.map(readInput)
  if (inputs.length > 0 && inputs.every(each => each !== undefined)) return inputs
  report(
    'input must consist of strings, data URLs of images, and objects such as {"text": "...", "image": {"base64": "..."}} for this model.',
    'input',
  )
  return undefined
}

function readInput(entry: Json): EmbeddingInput | undefined {
  if (typeof entry === 'string') {
    const image = readDataUrl(entry)
    return image === undefined ? { text: entry } : { image }
  }
  if (!isObject(entry)) return undefined
  const text = asText(entry['text'])
  const image = isObject(entry['image']) ? readImage(entry['image']) : undefined
  const isUnreadable = entry['image'] !== undefined && image === undefined
  if (isUnreadable || (text === undefined && image === undefined)) return undefined
  return { ...(text === undefined ? {} : { text }), ...(image === undefined ? {} : { image }) }
}

function readImage({ base64, url }: JsonObject): Media | undefined {
  const written = asText(base64) ?? asText(url) ?? ''
  const image = readDataUrl(written)
  if (image !== undefined || base64 === undefined || written === '') return image
  return { mediaType: DEFAULT_TYPE, base64: written }
}

function readDataUrl(text: string): Media | undefined {
  const [, mediaType, base64] = DATA_URL.exec(text) ?? []
  return mediaType === undefined || base64 === undefined ? undefined : { mediaType, base64 }
}
