// The formats that can be imported, in the order in which they are recognized.
import { agentgatewayFormat } from './agentgateway/format.ts'
import { bifrostFormat } from './bifrost/format.ts'
import { cloudflareFormat } from './cloudflare/format.ts'
import { litellmFormat } from './litellm/format.ts'
import { portkeyFormat } from './portkey/format.ts'
import type { SourceFormat } from './source-format.ts'

export const SOURCE_FORMATS: readonly SourceFormat[] = [
  litellmFormat,
  cloudflareFormat,
  bifrostFormat,
  agentgatewayFormat,
  portkeyFormat,
]
