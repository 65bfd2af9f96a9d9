// The kind of a provider's error, by the tables of all dialects, and the error as clients of another dialect recognize the kind. Loaded if
// a plan lists kinds, and at the first error of a provider that a client gets.
import {
  broadNames,
  configKinds,
  type ErrorDialect,
  type ErrorForm,
  errorNames,
  errorTexts,
  kindForms,
  otherwiseKinds,
  type SpecificKind,
  statusKinds,
} from '../../schemas/generated/error-kinds.ts'
import type { ErrorKind } from '../../schemas/generated/types.ts'
import { asObject, isObject, type Json, type JsonObject, present } from '../../schemas/values/json.ts'
import type { VendorError } from '../values/adapter.ts'
import { encodeJson } from '../values/body/splice.ts'
import type { ProviderError, Reply } from '../values/call.ts'
import { codeText } from '../values/error-reply.ts'
import { type Headers, isAnthropicClient } from '../values/headers.ts'
import { errorType, vendorErrorBody } from './error.ts'
import { extraFields, messagesErrorType } from './messages-error.ts'

const NAMES: ReadonlyMap<unknown, SpecificKind> = new Map(errorNames)
const BROAD_NAMES: ReadonlyMap<unknown, SpecificKind> = new Map(broadNames)
const ALWAYS: ReadonlyMap<number, SpecificKind> = new Map(statusKinds)
const OTHERWISE: ReadonlyMap<number, SpecificKind> = new Map(otherwiseKinds)

/** Characters of a message that are read; its subject is at its beginning. */
const MAX_READ = 1000

/**
 * A code is more specific than a type, and both more than a message, unless they are names of refusals of any kind. The
 * status decides if the body names nothing. Undefined for errors of no kind, such as 500.
 */
function namedKind({ code, type, message, details }: VendorError, status: number): SpecificKind | undefined {
  const name = code === undefined || code === null ? code : String(code)
  return (
    NAMES.get(name) ??
    NAMES.get(type) ??
    NAMES.get(details?.['error_code']) ??
    kindOfText(message.slice(0, MAX_READ).toLowerCase()) ??
    BROAD_NAMES.get(name) ??
    ALWAYS.get(status) ??
    // An error without a type was given that of its status, which adds nothing.
    (type === errorType(status) ? undefined : BROAD_NAMES.get(type))
  )
}

/** The kind that clients recognize. */
export const specificKind = (error: VendorError, status: number): SpecificKind | undefined =>
  namedKind(error, status) ?? OTHERWISE.get(status)

/** Accounts without credit are not limited for a time, so only what the body names is a kind that configs list. */
const UNPAID = 402

/** The kind that configs list. */
export function errorKind(error: VendorError, status: number): ErrorKind | undefined {
  const kind = namedKind(error, status) ?? (status === UNPAID ? undefined : OTHERWISE.get(status))
  return kind && configKinds[kind]
}

const kindOfText = (text: string): SpecificKind | undefined =>
  errorTexts.find(([part]) => text.includes(part))?.[1]

/** The error as a client of another dialect recognizes its kind: in words, after which the provider's sentence follows. */
export function errorForm(
  error: VendorError,
  status: number,
  dialect: ErrorDialect,
): (ErrorForm & { readonly kind: SpecificKind }) | undefined {
  const kind = specificKind(error, status)
  if (kind === undefined) return undefined
  const form = kindForms[dialect][kind]
  // What is wrong with a request, the status may say more precisely.
  const isPrecise = kind === 'invalid_request' && dialect !== 'converse' && status >= 400 && status < 500
  return { ...form, kind, ...(isPrecise && { status }) }
}

/** The sentence of a provider after what clients search for. */
export function inWords(message: string, { words }: Pick<ErrorForm, 'words'>): string {
  if (words === undefined || message.toLowerCase().includes(words.toLowerCase())) return message
  return `${words}: ${message}`
}

/** What an entrance writes of a provider's error, or its body as it came in the entrance's own dialect. */
export type EntranceError = ErrorForm & { readonly message: string; readonly body?: JsonObject }

/** The error of a provider for the clients of an entrance; undefined if it has no kind. */
export function entranceError(
  { providerError, status }: Reply,
  dialect: 'gemini' | 'converse',
): EntranceError | undefined {
  if (providerError === undefined) return undefined
  const { error, name } = providerError
  const body = error.body?.()
  const isOwn =
    dialect === 'converse'
      ? providerError.dialect === 'cloud1'
      : typeof asObject(body?.['error'])['status'] === 'string'
  if (isOwn && body !== undefined) return { status, type: error.type ?? '', message: error.message, body }
  const form = errorForm(error, status, dialect)
  return form && { ...form, message: inWords(`${name}: ${error.message}`, form) }
}

/** An error of the gateway's chats within a stream, where no status states its kind; one without a kind has its status as its code. */
export function chatError(error: VendorError, status: number | undefined): VendorError {
  const form = errorForm(error, status ?? 500, 'chat')
  if (form === undefined) return status === undefined ? error : { ...error, code: status }
  return {
    ...error,
    type: form.type,
    code: form.code ?? status ?? null,
    message: inWords(error.message, form),
  }
}

/** The error of a provider for the client that called the endpoint: one of Messages, or one of chats and what has their errors. */
export function inClientDialect(reply: Reply, endpoint: string | undefined, headers: Headers): Reply {
  const { providerError, status, provider } = reply
  if (providerError === undefined) return reply
  const isMessages = endpoint === undefined ? isAnthropicClient(headers) : endpoint.startsWith('messages')
  const dialect = isMessages ? 'messages' : 'chat'
  const { error, name } = providerError
  const isOwn =
    dialect === 'messages' ? providerError.dialect === 'anthropic' : CHATS.has(providerError.dialect)
  const isVendor = provider === VENDOR || providerError.dialect === 'cloud2'
  const native = dialect === 'messages' ? nativeMessage(error) : nativeChat(providerError, status, isVendor)
  const form = errorForm(error, status, dialect)
  if (native !== undefined) {
    // Clients look for a prompt that is too long among refused requests only.
    const isRefused = form?.kind === 'context_length' && dialect === 'chat' && !isVendor
    return { ...reply, status: isRefused ? form.status : status, body: encodeJson(native) }
  }
  if (form === undefined) return reply
  const message = inWords(`${name}: ${error.message}`, form)
  const body =
    dialect === 'messages'
      ? { type: 'error', error: { type: typeOf(form), message, ...extraFields(error) } }
      : vendorErrorBody({ ...error, message, type: form.type, code: form.code ?? ownCode(error) })
  return {
    ...reply,
    status: isOwn ? status : form.status,
    body: encodeJson({ ...body, ...present({ provider }) }),
  }
}

const typeOf = ({ kind, type, status }: ErrorForm & { readonly kind: SpecificKind }): string =>
  kind === 'invalid_request' ? messagesErrorType(status) : type

/** A code that is not the status. */
const ownCode = ({ code }: VendorError): string | null =>
  typeof code === 'string' && !/^\d+$/.test(code) ? code : null

/** An error of Messages, of any provider that has them. */
const nativeMessage = ({ body: read }: VendorError): JsonObject | undefined => {
  const body = read?.()
  const { type = null, message = null } = asObject(body?.['error'])
  return body?.['type'] === 'error' && typeof type === 'string' && typeof message === 'string'
    ? body
    : undefined
}

/** Dialects of provider specs whose errors are OpenAI's. */
const CHATS: ReadonlySet<string> = new Set(['vendor', 'compatible', 'cloud2', 'cloud2-models'])
/** The provider whose errors define what clients read; its cloud does too. */
const VENDOR = 'openai'

/** The error of a provider of OpenAI's schema as it came, with the code of its kind where it has none that clients know. */
function nativeChat(
  { error, dialect }: ProviderError,
  status: number,
  isVendor: boolean,
): JsonObject | undefined {
  const body = CHATS.has(dialect) ? error.body?.() : undefined
  if (body === undefined || body['type'] === 'error') return undefined
  const { error: inner } = body
  const written = isObject(inner) && typeof inner['message'] === 'string' ? inner : undefined
  const form = errorForm(error, status, 'chat')
  const { code = null } = written ?? {}
  if (written !== undefined && isVendor) return body
  const isRead = written !== undefined && isKnown(code, form)
  const named = isRead ? codeText(code as VendorError['code']) : (form?.code ?? ownCode(error))
  const message = form === undefined || isRead ? error.message : inWords(error.message, form)
  const { error: read } = vendorErrorBody({ ...error, message, code: named })
  // The vendor's schema has four keys, which not every provider writes.
  return { ...body, error: { ...written, ...asObject(read) } }
}

/** Whether clients read the kind from the code, if there is one to read. */
const isKnown = (code: Json, form: ErrorForm | undefined): boolean =>
  form?.code === undefined || code === form.code || (form.words === undefined && NAMES.has(code))
