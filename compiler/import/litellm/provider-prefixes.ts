// The names of providers in front of models of LiteLLM, as its documentation lists them, with what they are called here.
import { byForeignName } from '../foreign-names.ts'

/** How an address of a provider is written: `root` without the /v1 that follows here. */
type AddressForm = 'same' | 'root'

export interface ProviderPrefix {
  /** The provider of the catalog. */
  readonly provider: string
  /** The variable that is read if a deployment names no key. */
  readonly variable?: string
  readonly address?: AddressForm
  /** Fails without an address. */
  readonly selfHosted?: true
}

const of = (provider: string, variable?: string, address?: AddressForm): ProviderPrefix => ({
  provider,
  ...(variable !== undefined && { variable }),
  ...(address !== undefined && { address }),
})

/** Servers of the user's own, which need no key. */
const hosted = (provider: string): ProviderPrefix => ({ provider, selfHosted: true })

export const PROVIDER_PREFIXES: Readonly<Record<string, ProviderPrefix>> = byForeignName({
  openai: of('openai', 'OPENAI_API_KEY'),
  'text-completion-openai': of('openai', 'OPENAI_API_KEY'),
  azure: of('azure', 'AZURE_API_KEY'),
  azure_text: of('azure', 'AZURE_API_KEY'),
  azure_ai: of('azure-foundry', 'AZURE_AI_API_KEY'),
  anthropic: of('anthropic', 'ANTHROPIC_API_KEY', 'root'),
  anthropic_text: of('anthropic', 'ANTHROPIC_API_KEY', 'root'),
  bedrock: of('bedrock'),
  bedrock_converse: of('bedrock'),
  vertex_ai: of('vertex'),
  vertex_ai_beta: of('vertex'),
  gemini: of('google', 'GEMINI_API_KEY'),
  mistral: of('mistral', 'MISTRAL_API_KEY'),
  codestral: of('mistral', 'CODESTRAL_API_KEY'),
  'text-completion-codestral': of('mistral', 'CODESTRAL_API_KEY'),
  cohere: of('cohere', 'COHERE_API_KEY'),
  cohere_chat: of('cohere', 'COHERE_API_KEY'),
  groq: of('groq', 'GROQ_API_KEY'),
  together_ai: of('together', 'TOGETHERAI_API_KEY'),
  fireworks_ai: of('fireworks', 'FIREWORKS_AI_API_KEY'),
  openrouter: of('openrouter', 'OPENROUTER_API_KEY'),
  deepseek: of('deepseek', 'DEEPSEEK_API_KEY'),
  xai: of('xai', 'XAI_API_KEY'),
  perplexity: of('perplexity', 'PERPLEXITYAI_API_KEY'),
  huggingface: of('huggingface', 'HUGGINGFACE_API_KEY'),
  replicate: of('replicate', 'REPLICATE_API_KEY'),
  cerebras: of('cerebras', 'CEREBRAS_API_KEY'),
  sambanova: of('sambanova', 'SAMBANOVA_API_KEY'),
  nvidia_nim: of('nvidia', 'NVIDIA_NIM_API_KEY'),
  cloudflare: of('cloudflare', 'CLOUDFLARE_API_KEY'),
  voyage: of('voyage', 'VOYAGE_API_KEY'),
  jina_ai: of('jina', 'JINA_AI_API_KEY'),
  deepinfra: of('deepinfra', 'DEEPINFRA_API_KEY'),
  ai21: of('ai21', 'AI21_API_KEY'),
  ai21_chat: of('ai21', 'AI21_API_KEY'),
  github: of('github', 'GITHUB_API_KEY'),
  friendliai: of('friendli', 'FRIENDLI_TOKEN'),
  volcengine: of('volcengine', 'VOLCENGINE_API_KEY'),
  dashscope: of('dashscope', 'DASHSCOPE_API_KEY'),
  moonshot: of('moonshot', 'MOONSHOT_API_KEY'),
  minimax: of('minimax', 'MINIMAX_API_KEY'),
  zai: of('zai', 'ZAI_API_KEY'),
  zhipu: of('bigmodel', 'ZHIPU_API_KEY'),
  novita: of('novita', 'NOVITA_API_KEY'),
  nebius: of('nebius', 'NEBIUS_API_KEY'),
  hyperbolic: of('hyperbolic', 'HYPERBOLIC_API_KEY'),
  featherless_ai: of('featherless', 'FEATHERLESS_AI_API_KEY'),
  siliconflow: of('siliconflow', 'SILICONFLOW_API_KEY'),
  meta_llama: of('meta-llama', 'LLAMA_API_KEY'),
  lambda_ai: of('lambda', 'LAMBDA_API_KEY'),
  nscale: of('nscale', 'NSCALE_API_KEY'),
  ovhcloud: of('ovhcloud', 'OVHCLOUD_API_KEY'),
  wandb: of('wandb', 'WANDB_API_KEY'),
  heroku: of('heroku', 'HEROKU_API_KEY'),
  baseten: of('baseten', 'BASETEN_API_KEY'),
  bytez: of('bytez', 'BYTEZ_API_KEY'),
  cometapi: of('cometapi', 'COMETAPI_KEY'),
  clarifai: of('clarifai', 'CLARIFAI_API_KEY'),
  morph: of('morph', 'MORPH_API_KEY'),
  modelscope: of('modelscope', 'MODELSCOPE_API_KEY'),
  elevenlabs: of('elevenlabs', 'ELEVENLABS_API_KEY'),
  deepgram: of('deepgram', 'DEEPGRAM_API_KEY'),
  assemblyai: of('assemblyai', 'ASSEMBLYAI_API_KEY'),
  recraft: of('recraft', 'RECRAFT_API_KEY'),
  stability: of('stability', 'STABILITY_API_KEY'),
  vercel_ai_gateway: of('vercel-ai-gateway', 'VERCEL_AI_GATEWAY_API_KEY'),
  snowflake: of('snowflake', 'SNOWFLAKE_JWT'),
  ollama: of('ollama-native'),
  ollama_chat: of('ollama-native'),
  hosted_vllm: hosted('vllm'),
  vllm: hosted('vllm'),
  openai_like: hosted('openai-compatible'),
  custom_openai: hosted('openai-compatible'),
  'openai-compatible': hosted('openai-compatible'),
  litellm_proxy: hosted('openai-compatible'),
  llamafile: hosted('openai-compatible'),
  docker_model_runner: hosted('openai-compatible'),
  infinity: hosted('openai-compatible'),
  lm_studio: hosted('lmstudio'),
  xinference: hosted('xinference'),
  databricks: hosted('databricks'),
  watsonx: hosted('watsonx'),
  triton: hosted('triton'),
})

/** Models that are written without a provider, by the beginning of their names. */
const BARE_NAMES: readonly (readonly [pattern: RegExp, prefix: string])[] = [
  [
    /^(?:gpt-|chatgpt|o[1345](?:-|$)|ft:|text-embedding-|text-moderation|omni-moderation|dall-e|tts-1|whisper-1|davinci|babbage|computer-use|codex|sora)/,
    'openai',
  ],
  [/^claude-/, 'anthropic'],
  [/^(?:command|embed-|rerank-)/, 'cohere'],
  [/^(?:gemini|textembedding-gecko|text-bison|chat-bison|imagen|veo)/, 'vertex_ai'],
  [/^(?:deepseek-(?:chat|reasoner|coder)$)/, 'deepseek'],
  [/^(?:[a-z]{2,4}\.)?(?:anthropic|amazon|meta|mistral|cohere|ai21|deepseek)\./, 'bedrock'],
]

export interface NamedModel {
  /** As it is written. */
  readonly prefix: string
  readonly spec: ProviderPrefix | undefined
  /** Without the prefix. */
  readonly model: string
}

/** The provider and the model in a name; undefined for a name without a provider that is not known. */
export function splitModelName(name: string, provider: string | undefined): NamedModel | undefined {
  const [first = '', ...others] = name.split('/')
  const written = others.length > 0 && !name.startsWith('ft:') ? first : undefined
  const specOf = (prefix: string): ProviderPrefix | undefined =>
    Object.hasOwn(PROVIDER_PREFIXES, prefix) ? PROVIDER_PREFIXES[prefix] : undefined
  if (provider !== undefined)
    return {
      prefix: provider,
      spec: specOf(provider),
      model: written === provider ? others.join('/') : name,
    }
  if (written !== undefined && (specOf(written) !== undefined || bareName(name) === undefined))
    return { prefix: written, spec: specOf(written), model: others.join('/') }
  const bare = bareName(name)
  return bare === undefined ? undefined : { prefix: bare, spec: specOf(bare), model: name }
}

const bareName = (name: string): string | undefined => BARE_NAMES.find(([pattern]) => pattern.test(name))?.[1]
