// Published prices of hosts and marketplaces: of models that others have made, too.
import { chat, claude, message, type PricePage, read, tier } from './price-page.ts'

export const HOSTED: readonly PricePage[] = [
  {
    address: 'https://docs.fireworks.ai/serverless/pricing',
    read,
    prices: {
      'Kimi K2.6': { input: 0.95, cached: 0.16, output: 4 },
      'DeepSeek V4 Pro': { input: 1.74, cached: 0.145, output: 3.48 },
      'OpenAI GPT OSS 120B': {
        input: 0.15,
        cached: 0.015,
        output: 0.6,
        batch: { input: 0.075, cached: 0.0075, output: 0.3 },
      },
      'Qwen3 VL 30B A3B': { input: 0.15, cached: 0.075, output: 0.6 },
    },
    cases: [
      ['Kimi K2.6', chat(999, 9, 99), 906_840],
      ['fireworks/accounts/fireworks/models/kimi-k2p6', chat(999, 9, 99), 906_840],
      ['DeepSeek V4 Pro', chat(1000, 1, 1000), 148_480],
      ['OpenAI GPT OSS 120B', tier('batch', chat(1001, 1)), 75_375],
      ['fireworks/accounts/fireworks/models/gpt-oss-120b', tier('batch', chat(1001, 1)), 75_375],
      ['OpenAI GPT OSS 120B', chat(1, 0, 1), 15],
      ['Qwen3 VL 30B A3B', chat(1, 0, 1), 75],
    ],
  },
  {
    address: 'https://docs.z.ai/guides/overview/pricing.md',
    read,
    prices: {
      'GLM-5': { input: 1, cached: 0.2, output: 3.2 },
      'GLM-4.7-FlashX': { input: 0.07, cached: 0.01, output: 0.4 },
      'GLM-4.5-X': { input: 2.2, cached: 0.45, output: 8.9 },
      'GLM-4.7-Flash': { input: 0, output: 0 },
    },
    cases: [
      ['GLM-5', chat(1500, 250, 500), 1_900_000],
      ['GLM-4.7-FlashX', chat(1, 1, 1), 410],
      ['GLM-4.5-X', chat(10, 10), 111_000],
      ['GLM-4.7-Flash', chat(1000, 1000, 10), 0],
    ],
  },
  {
    address: 'https://novita.ai/pt/models/llm/moonshotai-kimi-k3',
    read,
    prices: { 'moonshotai/kimi-k3': claude(3, 3, 6, 0.3, 15) },
    cases: [['moonshotai/kimi-k3', message(10, 20, 30, 40, 50), 1_032_000]],
  },
  {
    address: 'https://docs.apiyi.com/api-capabilities/kimi-k3-1/overview.md',
    read,
    prices: {
      'kimi-k3.1-pro': claude(2, 2, 4, 0.2, 10),
      'kimi-k3.1-pro-highspeed': claude(4, 4, 8, 0.2, 20),
    },
    cases: [
      ['kimi-k3.1-pro', message(1, 1, 1, 1, 1), 18_200],
      ['kimi-k3.1-pro-highspeed', message(1, 1, 1, 1, 1), 36_200],
    ],
  },
  {
    address: 'https://docs.apiyi.com/en/models/kimi-k3.md',
    read,
    prices: { 'kimi-k3': { input: 3, cached: 0.3, output: 15 } },
    cases: [
      ['kimi-k3', chat(100, 10, 50), 315_000],
      ['moonshot/kimi-k3', chat(100, 10, 50), 315_000],
    ],
  },
  {
    address: 'https://docs.apiyi.com/models/grok-4-5.md',
    read,
    prices: {
      'grok-4.5': { input: 2, cached: 0.5, output: 6, above: [{ tokens: 204_800, input: 4, output: 12 }] },
    },
    cases: [
      ['grok-4.5', chat(204_800, 1), 409_606_000],
      ['grok-4.5', chat(204_801, 1), 819_216_000],
    ],
  },
  {
    address: 'https://vercel.com/ai-gateway/models/voyage/voyage-3.5.md',
    read,
    prices: { 'voyage-3.5': { input: 0.06 } },
    cases: [
      ['voyage-3.5', { prompt_tokens: 12_345, total_tokens: 12_345 }, 740_700],
      ['voyage/voyage-3.5', { total_tokens: 1 }, 60],
    ],
  },
  {
    address: 'https://vercel.com/ai-gateway/models/gpt-oss-safeguard-120b.md',
    read,
    prices: { 'gpt-oss-safeguard-120b': { input: 0.15, output: 0.6 } },
    cases: [['gpt-oss-safeguard-120b', chat(3, 2), 1650]],
  },
  {
    address: 'https://openrouter.ai/~z-ai/glm-latest',
    read,
    prices: { 'glm-latest': { input: 1.4, cached: 0.26, output: 4.4 } },
    cases: [['glm-latest', chat(11, 1, 1), 18_660]],
  },
  {
    address: 'https://openrouter.ai/google/gemini-2.0-flash-001',
    read,
    prices: { 'gemini-2.0-flash-001': { input: 0.1, output: 0.4, audio_input: 0.7 } },
    cases: [
      ['gemini-2.0-flash-001', chat(150, 10, 0, { prompt: { audio_tokens: 50 } }), 49_000],
      ['vertex/gemini-2.0-flash-001', chat(150, 10, 0, { prompt: { audio_tokens: 50 } }), 49_000],
    ],
  },
  {
    address: 'https://docs.mistral.ai/inference/model-selection-guide.md',
    read,
    prices: {
      'zai-glm-5-3-flash': { input: 0.15, cached: 0.03, output: 0.5 },
      'deepseek-v4-1-flash-1017': { input: 0.3, cached: 0.007, output: 1.2 },
    },
    cases: [
      ['deepseek-v4-1-flash-1017', chat(1001, 1, 1000), 8500],
      ['zai-glm-5-3-flash', chat(1, 0, 1), 30],
    ],
  },
  {
    address: 'https://docs.venice.ai/fr/models/glm-5-2.md',
    read,
    prices: { 'e2ee-glm-5-2-p': { input: 1.75, output: 5.75 } },
    cases: [['e2ee-glm-5-2-p', chat(4, 4), 30_000]],
  },
  {
    address: 'https://apify.com/apify/aws-bedrock-proxy',
    read,
    prices: {
      'Opus 5.5': claude(4.4, 5.5, 8.8, 0.22, 22),
      'Haiku 5.5': claude(0.11, 0.1375, 0.22, 0.011, 0.55),
    },
    cases: [
      ['Opus 5.5', message(1, 1, 1, 1, 1), 40_920],
      // 148.5, rounded up.
      ['Haiku 5.5', message(0, 1, 0, 1, 0), 149],
      ['bedrock/us.anthropic.claude-opus-5-5', message(1, 1, 1, 1, 1), 40_920],
    ],
  },
  {
    address: 'https://docs.apiyi.com/en/models/glm-5-2.md',
    read,
    prices: { 'glm-5.2': { input: 1.142, cached: 0.2284, output: 3.997 } },
    // 233,310.6, rounded up.
    cases: [['glm-5.2', chat(1000, 1, 999), 233_311]],
  },
]
