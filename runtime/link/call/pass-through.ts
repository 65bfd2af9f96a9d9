// Pass-through to any other path of a provider: bytes, status and headers as received, both ways (semantics, section
// 16). Of a JSON body, fields that the config overrides are replaced, and the slug is removed from its model, since
// providers do not know the gateway's slugs.

import { asText } from '../../../schemas/values/json.ts'
import { resourceAdaptersOf } from '../../providers/resource-adapters.ts'
import { idleLimit } from '../../streams/idle-limit.ts'
import { acceptsCodings } from '../../values/accepted-codings.ts'
import { encodeJson, spliceFields } from '../../values/body/splice.ts'
import { readAll } from '../../values/byte-stream.ts'
import type { Call, NativePath, Reply } from '../../values/call.ts'
import { isCompaction } from '../../values/endpoints.ts'
import { failureReply } from '../../values/error-reply.ts'
import { type Failure, failure, isFailure, quoted } from '../../values/failures.ts'
import { type Headers, headerValue, passedOnHeaders } from '../../values/headers.ts'
import { modelOfPassedPath, nativeCall } from '../../values/native-calls.ts'
import type { UpstreamReply, UpstreamRequest } from '../../values/ports.ts'
import { hasState, STATE_PREFIX } from '../../wire/fit-history.ts'
import type { LinkContext } from '../link-context.ts'
import { maskBytes, maskFailure, withSentToken } from '../target/mask-credentials.ts'
import { sign, unsignable } from '../target/sign.ts'
import type { Target } from '../target/target.ts'
import { anthropicPath } from './anthropic-request.ts'
import { recordNative } from './examine-reply.ts'
import { recordAttempt, sendAttempt } from './exchange.ts'
import { toGeminiCall, withUploadUrl } from './gemini-request.ts'
import { openTunnel } from './open-tunnel.ts'
import { type Overrides, overrideBody } from './overrides.ts'
import { consumeRemainder } from './request-body.ts'
import { passThroughHeaders } from './request-headers.ts'
import { resourcePath } from './resource-path.ts'
import { runResourceOperation } from './run-resource-operation.ts'

/** Requests without an endpoint: WebSocket tunnels, resource operations, and requests that pass through. */
export async function sendWithoutEndpoint(
  sent: Call,
  overrides: Overrides,
  target: Target,
  targetName: string,
  milliseconds: number,
  context: LinkContext,
  forward: readonly string[],
): Promise<Reply> {
  const { spec } = target
  const { native } = sent.options
  const foreign = native && foreignPath(native, target)
  if (foreign !== undefined) return failureReply(foreign, targetName, spec.id)
  if (sent.upgrade === true) {
    const model = overrides.model ?? sent.model
    return await openTunnel(sent, model, target, targetName, milliseconds, context, forward)
  }
  const refusal = (reason: Failure): Reply =>
    failureReply(maskFailure(reason, target.mask), targetName, spec.id)
  const overridden = overrideBody(sent, overrides)
  if (isFailure(overridden)) return refusal(overridden)
  const gemini = toGeminiCall(overridden.call, overrides.model, target, context)
  if (isFailure(gemini)) return refusal(gemini)
  const { call } = gemini ?? overridden
  // The model of a Gemini client is in the path, where it is always overridden.
  const dropped =
    gemini === undefined ? overridden.dropped : overridden.dropped.filter(name => name !== 'model')
  const reply =
    gemini === undefined
      ? await sendOverridden(call, target, targetName, milliseconds, context, forward)
      : withUploadUrl(
          await passThrough(
            call,
            gemini.path,
            target,
            targetName,
            milliseconds,
            context,
            forward,
            gemini.prefix,
          ),
          call,
          context.gateway.publicUrl,
        )
  return dropped.length === 0 ? reply : { ...reply, dropped: [...(reply.dropped ?? []), ...dropped] }
}

/** Why a target does not have a path of a vendor's own API; below its own path a base URL of the operator is never left upwards. */
function foreignPath(
  { providers, fromHost }: NativePath,
  { spec, prefix, hostAuthor }: Target,
): Failure | undefined {
  if (!providers.includes(spec.id))
    return failure(
      'unsupported_endpoint',
      `The path is one of the API of ${providers.join(' or ')}, which ${spec.name} does not have.`,
      { param: 'provider' },
    )
  return fromHost && prefix !== '' && hostAuthor !== 'catalog'
    ? failure(
        'unsupported_endpoint',
        `The path is outside of the base URL of the provider, which ends with ${quoted(prefix)}. Only paths below it are sent there.`,
        { param: 'custom_host' },
      )
    : undefined
}

/** Results of Anthropic's own batches, which have the usage of each message. */
const BATCH_RESULTS = /^\/messages\/batches\/[^/?]+\/results(?:\?|$)/

/** Whether the reply may have the usage of a finished batch. */
const readsBatch = ({ resource, method, path }: Call): boolean =>
  resource === undefined
    ? method === 'GET' && BATCH_RESULTS.test(path)
    : resource.route === 'batches' && resource.operation !== 'create'

async function sendOverridden(
  call: Call,
  target: Target,
  targetName: string,
  milliseconds: number,
  context: LinkContext,
  forward: readonly string[],
): Promise<Reply> {
  const { claimBatch } = context.stored
  if (claimBatch === undefined || !readsBatch(call))
    return await sendOnce(call, target, targetName, milliseconds, context, forward)
  const { countBatches } = await import('./count-batches.ts')
  // A reply that is read is decoded.
  const read = { ...call, readsReply: true } as const
  const reply = await sendOnce(read, target, targetName, milliseconds, context, forward)
  return await countBatches(reply, call, target.spec.id, claimBatch, context.gateway.limits.reply_bytes)
}

async function sendOnce(
  call: Call,
  target: Target,
  targetName: string,
  milliseconds: number,
  context: LinkContext,
  forward: readonly string[],
): Promise<Reply> {
  const { resource } = call
  const { spec } = target
  const refusal = (reason: Failure): Reply =>
    failureReply(maskFailure(reason, target.mask), targetName, spec.id)
  if (isCompaction(call) && spec.compactsResponses !== true)
    return refusal(
      failure(
        'unsupported_endpoint',
        `${spec.name} does not serve /responses/compact. Send the conversation to /responses and ask for a summary of it.`,
      ),
    )
  if (isCompaction(call) && hasState(call.body.bytes))
    return refusal(
      failure(
        'invalid_request',
        `The input has reasoning of another provider, which ${spec.name} cannot compact: leave out items whose encrypted_content begins with ${STATE_PREFIX}.`,
        { param: 'input' },
      ),
    )
  const native = anthropicPath(call, target, context)
  if (isFailure(native)) return refusal(native)
  if (resource === undefined || native !== undefined)
    return await passThrough(call, native ?? call.path, target, targetName, milliseconds, context, forward)
  const resources = resourceAdaptersOf(spec, target.adapter, target.ownAdapter)?.[resource.route]
  const operation = resources?.[resource.operation]
  const isTranslated = resources?.create !== undefined
  const isNative = spec.routes[resource.route] !== undefined
  // A collection that the provider lacks is refused as an endpoint is; /proxy passes any path.
  if (!isNative && (operation === undefined || !isTranslated)) {
    const part = isTranslated ? `"${resource.operation}" of ` : ''
    return refusal(failure('unsupported_endpoint', `${spec.name} does not serve ${part}/${resource.route}.`))
  }
  if (operation !== undefined)
    return await runResourceOperation(call, resource, operation, target, targetName, milliseconds, context)
  const path = resourcePath(resource, call.model, target)
  return isFailure(path)
    ? refusal(path)
    : await passThrough(call, path, target, targetName, milliseconds, context, forward)
}

/** Sends the call unchanged to a path below the base URL; the reply is committed to with its headers. */
async function passThrough(
  call: Call,
  path: string,
  target: Target,
  targetName: string,
  milliseconds: number,
  { gateway, propagateTrace }: LinkContext,
  forward: readonly string[],
  prefix = prefixOf(call, target),
): Promise<Reply> {
  const { ports } = target.client
  if (target.signer !== undefined && call.body.remainder !== undefined)
    return failureReply(unsignable(target), targetName, target.spec.id)
  const body = call.body.bytes.length === 0 ? undefined : bodyWithoutSlug(call)
  const unsigned: UpstreamRequest = {
    method: call.method,
    origin: target.origin,
    path: prefix + (call.resource === undefined ? adapterPath(path, target) : path),
    headers: withBeta(passThroughHeaders(call, target, gateway.headerPrefix, forward), call, target),
    body,
    hostAuthor: target.hostAuthor,
    remainder: consumeRemainder(call, body?.length ?? 0),
  }
  const request = target.signer === undefined ? unsigned : await sign(unsigned, target.signer, target.client)
  if (isFailure(request)) return failureReply(maskFailure(request, target.mask), targetName, target.spec.id)
  const native = NATIVE_PROVIDERS.has(target.spec.id) ? nativeCall(call) : undefined
  const reading =
    native === undefined || native.uses === 'free' ? undefined : await import('./native-usage.ts')
  if (reading !== undefined && call.model === undefined) call.record.servedModel ??= modelOfPassedPath(call)
  const failed = (reason: Failure): Reply =>
    failureReply({ ...reason, message: `${target.spec.name}: ${reason.message}` }, targetName, target.spec.id)
  const started = ports.clock.monotonic()
  const sent = propagateTrace === undefined ? request : propagateTrace(request, call, target.spec.id)
  const reply = await sendAttempt<Reply>(sent, call, milliseconds, ports, {
    receive: ({ status, headers, body }, settle) => {
      const mask = status < 400 ? undefined : withSentToken(target.mask, request.headers)
      const passed = passedOnHeaders(headers, gateway.headerPrefix)
      const about = {
        status,
        headers: mask === undefined ? passed : passed.map(mask.text),
        target: targetName,
        provider: target.spec.id,
        retries: 0,
        cache: undefined,
      }
      const limited = idleLimit(body, ports.clock, gateway.limits.idle_timeout, reason => {
        call.record.streamError = reason
      })
      if (native !== undefined && reading !== undefined && mask === undefined)
        return settle({ ...about, body: reading.readNativeUsage(limited, native.form, headers, call.record) })
      const isMetered = mask === undefined && isCompaction(call)
      if (!isMetered && (call.resource === undefined || mask === undefined))
        return settle({ ...about, body: limited })
      // An error of a known route may repeat the credential.
      const finish = (bytes: Uint8Array | Failure): void => {
        if (isFailure(bytes)) return settle(failed(bytes))
        if (isMetered) recordNative(call, bytes, 'responses')
        settle({ ...about, body: mask === undefined ? bytes : maskBytes(bytes, mask) })
      }
      readAll(limited, gateway.limits.reply_bytes, finish, call.memory)
    },
    fail: failed,
    keepsCoding: head => (reading === undefined || head.status >= 400) && keepsCoding(call, head),
  })
  recordAttempt(call, targetName, reply, target, { started }, ports.clock.monotonic())
  return reply
}

/** Providers with APIs of their own whose usage is known. */
const NATIVE_PROVIDERS: ReadonlySet<string> = new Set([
  'google',
  'vertex',
  'bedrock',
  'cohere',
  'mistral',
  'ollama',
])

/** A reply that nothing reads retains its content coding if the client accepts it; parts and HEAD cannot be decoded. */
const keepsCoding = (call: Call, { status, headers }: Pick<UpstreamReply, 'status' | 'headers'>): boolean =>
  call.method === 'HEAD' ||
  status === PARTIAL_CONTENT ||
  status === NOT_MODIFIED ||
  (call.readsReply !== true &&
    !isCompaction(call) &&
    (call.resource === undefined || status < 400) &&
    acceptsCodings(call.headers, headers))

const PARTIAL_CONTENT = 206
const NOT_MODIFIED = 304

/** A path of a vendor's host is not below the base URL. */
const prefixOf = ({ options }: Call, { prefix }: Target): string =>
  options.native?.fromHost === true ? '' : prefix

/** Some providers require a parameter in every path: their API version. */
const adapterPath = (path: string, { adapter, settings }: Target): string =>
  adapter?.passThroughPath?.(path, settings) ?? path

/** The vendor serves its older Assistants routes only with a beta header. */
const ASSISTANT_ROUTES = /^\/(assistants|threads)(\/|\?|$)/
const BETA_HEADERS = 'openai-beta'

function withBeta(headers: Headers, { path }: Call, { adapter }: Target): Headers {
  if (
    adapter !== undefined ||
    !ASSISTANT_ROUTES.test(path) ||
    headerValue(headers, BETA_HEADERS) !== undefined
  )
    return headers
  return [...headers, BETA_HEADERS, 'assistants=v2']
}

function bodyWithoutSlug(call: Call): Uint8Array {
  const fields = call.slug === undefined || call.body.form !== undefined ? undefined : call.body.fields()
  if (fields === undefined || isFailure(fields)) return call.body.bytes
  const isResource = asText(call.body.field('model'))?.startsWith('models/') === true
  const model =
    isResource && call.model?.startsWith('models/') === false ? `models/${call.model}` : call.model
  return spliceFields(call.body.bytes, fields, [{ name: 'model', value: encodeJson(model) }])
}
