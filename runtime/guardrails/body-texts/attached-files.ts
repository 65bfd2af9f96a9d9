// Text files that are attached to a message as bytes: data URLs (`data:text/csv;base64,...`), and base64 beside its media type. They are
// read as the text that a model reads, and a replacement is encoded again. Of other files of a request, addresses and names are read.
import { isList, isObject, type Json, type JsonObject } from '../../../schemas/values/json.ts'
import type { FileForm, TextLocation, TextPath, TextReader } from './text-location.ts'

/** Media types of texts. */
const TEXT_TYPE =
  /^(?:text\/[\w.+-]+|application\/(?:json|jsonl|x-ndjson|ld\+json|xml|yaml|x-yaml|toml|csv|sql|graphql|javascript|typescript|x-sh|x-python|rtf|[\w.-]+\+(?:json|xml|yaml)))(?:;|$)/i
const DATA_URL = /^data:([\w.+-]+\/[\w.+-]+(?:;(?!base64,)[^,;]{1,80}){0,4})?(;base64)?,/i
const BASE64 = /^[A-Za-z0-9+/_-]*={0,2}\s*$/

/** Fields of a part that hold a file, in the dialects of providers; nothing else of a part is one. */
const FILE_FIELDS: ReadonlySet<string> = new Set([
  'audio_url',
  // Of MCP servers and of agents.
  'blob',
  'bytes',
  'data',
  'document_url',
  'file',
  'fileData',
  'fileUri',
  'file_data',
  'file_uri',
  'file_url',
  'filename',
  'image_url',
  'inlineData',
  'inline_data',
  'source',
  'url',
  'video_url',
])
/** `data` in `source` in a part. */
const MAX_DEPTH = 3

/** An address rather than bytes. */
const ADDRESS = /^(?!data:)[a-z][a-z\d+.-]*:/i

/** The text files of a part. */
export const attachedFiles: TextReader = (part, path) =>
  addFiles(part, path, MAX_DEPTH, []).filter(({ form }) => form === 'file')

/** The text files of a part, and addresses and names of files. */
export const attachedFilesAndAddresses: TextReader = (part, path) => addFiles(part, path, MAX_DEPTH, [])

/** The text files anywhere in a value. */
export const anyFiles: TextReader = (value, path) => {
  const found: TextLocation[] = addFiles(value, path, 1, []).filter(({ form }) => form === 'file')
  if (isList(value))
    for (const [step, item] of value.entries()) found.push(...anyFiles(item, { parent: path, step }))
  else if (isObject(value))
    for (const step of Object.keys(value)) found.push(...anyFiles(value[step], { parent: path, step }))
  return found
}

function addFiles(
  value: Json | undefined,
  path: TextPath,
  depth: number,
  found: TextLocation[],
): TextLocation[] {
  if (!isObject(value) || isList(value) || depth === 0) return found
  for (const step of Object.keys(value)) {
    if (!FILE_FIELDS.has(step)) continue
    const item = value[step]
    const at = { parent: path, step }
    if (typeof item !== 'string') {
      addFiles(item, at, depth - 1, found)
      continue
    }
    const form = formOf(item, value)
    if (form !== undefined) found.push(fileLocation(item, at, form))
    else if (step === 'filename' || ADDRESS.test(item))
      found.push({ path: at, text: withoutSignature(item), form: 'address' })
  }
  return found
}

/**
 * Signatures by which a provider may fetch one file for a while: of AWS (Signature Version 4), Google Cloud (V4) and Azure (SAS), each in
 * its form. https://docs.aws.amazon.com/AmazonS3/latest/API/sigv4-query-string-auth.html,
 * https://cloud.google.com/storage/docs/access-control/signed-urls,
 * https://learn.microsoft.com/rest/api/storageservices/create-service-sas
 */
const SIGNATURES: readonly (readonly [sign: RegExp, parameters: RegExp])[] = [
  [
    /[?&]X-Amz-Signature=[0-9a-f]{64}(?:&|$)/,
    /(?<=[?&])(?:X-Amz-Signature=[0-9a-f]{64}|X-Amz-Credential=[A-Z0-9]{16,32}(?:%2F|\/)[\w%/-]{1,80}|X-Amz-Security-Token=[\w%+/=-]{1,4000})/g,
  ],
  [
    /[?&]X-Goog-Signature=[0-9a-f]{128,1024}(?:&|$)/,
    /(?<=[?&])(?:X-Goog-Signature=[0-9a-f]{128,1024}|X-Goog-Credential=[\w%@.-]{1,200})/g,
  ],
  // Required since version 2012-02-12; a stored access policy may hold the end of its time instead.
  [/[?&]sv=\d{4}-\d{2}-\d{2}(?:&|$)/, /(?<=[?&])sig=[\w%+/=]{40,60}(?=&|$)/g],
]

/** The address as guards read it: the signature is for the provider that fetches the file, which no key of a caller is. */
function withoutSignature(address: string): string {
  let read = address
  for (const [sign, parameters] of SIGNATURES) if (sign.test(read)) read = read.replaceAll(parameters, '')
  return read
}

/** Undefined for what is not a text file: a URL, or other bytes. */
function formOf(text: string, { media_type, mime_type, mimeType }: JsonObject): FileForm | undefined {
  const url = DATA_URL.exec(text)
  if (url !== null)
    return TEXT_TYPE.test(url[1] ?? 'text/plain')
      ? { prefix: url[0], isBase64: url[2] !== undefined }
      : undefined
  const type = media_type ?? mime_type ?? mimeType
  return typeof type === 'string' && TEXT_TYPE.test(type) && BASE64.test(text.replace(/\s/g, ''))
    ? { prefix: '', isBase64: true }
    : undefined
}

/** Decoded when it is read, since few checks read files. */
function fileLocation(written: string, path: TextPath, file: FileForm): TextLocation {
  let text: string | undefined
  return {
    path,
    get text() {
      text ??= decodeFile(written, file)
      return text
    },
    form: 'file',
    file,
    origin: 'external',
  }
}

const decoder = new TextDecoder()

function decodeFile(written: string, { prefix, isBase64 }: FileForm): string {
  const encoded = written.slice(prefix.length)
  if (isBase64) return decoder.decode(Buffer.from(encoded, 'base64'))
  try {
    return decodeURIComponent(encoded)
  } catch {
    return encoded
  }
}

/** A text as the file is written; undefined where its character set is another one than that of texts here. */
export function encodeFile(text: string, { prefix, isBase64 }: FileForm): string | undefined {
  if (/;charset=(?!"?utf-?8|"?us-ascii)/i.test(prefix)) return undefined
  return prefix + (isBase64 ? Buffer.from(text).toString('base64') : encodeURIComponent(text))
}
