// The formats that can be imported, in the order in which they are recognized.
import { agentgatewayFormat } from './agentgateway/format.ts'
import { bifrostFormat } from './bifrost/format.ts'
import { cloudflareFormat } from './cloudflare/format.ts'
import type { ImportFormat } from './import-format.ts'
import { litellmFormat } from './litellm/format.ts'
import { portkeyFormat } from './portkey/format.ts'

export const IMPORT_FORMATS: readonly ImportFormat[] = [
  litellmFormat,
  cloudflareFormat,
  bifrostFormat,
  agentgatewayFormat,
  portkeyFormat,
]
