// The texts in content parts. `type` names the kind of a part, but providers accept parts of their own dialects
// besides the vendor's, so everything is read except bytes and metadata.
import { isObject, type JsonObject } from '../../../schemas/values/json.ts'
import { attachedFiles, attachedFilesAndAddresses } from './attached-files.ts'
import {
  anyText,
  asExternalWhere,
  concat,
  inEach,
  inField,
  plainText,
  type TextLocation,
  type TextPath,
  type TextReader,
} from './text-location.ts'

/** Fields that are not text in any body: kinds, states, settings, and what repeats the adjacent text. */
export const FIELDS_WITHOUT_TEXT = ['cache_control', 'logprobs', 'status', 'type'] as const

/** Bytes and metadata, fields that are read as files are, and those that repeat the adjacent text. */
export const NON_TEXT_FIELDS: ReadonlySet<string> = new Set([
  ...FIELDS_WITHOUT_TEXT,
  'annotations',
  'data',
  'detail',
  'file',
  'file_data',
  'file_id',
  'file_url',
  'fileData',
  'filename',
  'id',
  'image_url',
  'inlineData',
  'input_audio',
  'signature',
  'tool_use_id',
  'video_url',
])

/** The text of a document source; other sources are bytes or URLs. */
export const documentSource: TextReader = (value, path) =>
  isObject(value) && value['type'] === 'text'
    ? inField('data', plainText)(value, path)
    : inField('content', contentTexts)(value, path)

/** Kinds of parts that hold the content of a tool or a document, in the dialects of providers. */
const EXTERNAL_PARTS: ReadonlySet<unknown> = new Set(['document', 'search_result', 'tool_result'])

export const isExternalPart = ({ type }: JsonObject): boolean => EXTERNAL_PARTS.has(type)

/** Content as a string, a list of parts, or a single part; `readField`: what a field of a part holds, unless it is bytes or metadata. */
export const contentReader = (
  readField: (name: string, part: JsonObject, path: TextPath) => readonly TextLocation[],
  files = attachedFiles,
): TextReader => {
  const readPart: TextReader = (value, path) => {
    if (!isObject(value)) return plainText(value, path)
    const texts = Object.keys(value).flatMap(name => {
      if (NON_TEXT_FIELDS.has(name)) return []
      return name === 'source' ? inField(name, documentSource)(value, path) : readField(name, value, path)
    })
    return [...texts, ...files(value, path)]
  }
  const part = asExternalWhere(isExternalPart, readPart)
  return concat(part, inEach(part))
}

const requestContent = contentReader(
  (name, part, path) => inField(name, anyText)(part, path),
  attachedFilesAndAddresses,
)

/** The content of a request. */
export const contentTexts: TextReader = (value, path) => requestContent(value, path)
