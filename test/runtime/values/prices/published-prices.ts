// Prices as vendors publish them, and what calls cost by them: computed by hand, in billionths of a US dollar.
import { chat, claude, message, type PricePage, priority, read, tier } from './price-page.ts'

export const PAGES: readonly PricePage[] = [
  {
    address: 'https://openai.com/api-priority-processing/',
    read,
    prices: {
      'gpt-5.5': priority(12.5, 75, 1.25),
      'gpt-5.4': priority(5, 30, 0.5),
      'gpt-5.4 mini': priority(1.5, 9, 0.15),
      'gpt-5.2': priority(3.5, 28, 0.35),
      'gpt-5 mini': priority(0.45, 3.6, 0.045),
      'gpt-4.1': priority(3.5, 14, 0.875),
      'gpt-4o-2024-05-13': priority(8.75, 26.25),
      'gpt-4o mini': priority(0.25, 1, 0.125),
    },
    cases: [
      ['gpt-5.5', tier('priority', chat(1000, 200, 400)), 23_000_000],
      [
        'gpt-5.4',
        {
          input_tokens: 10_000,
          output_tokens: 1000,
          input_tokens_details: { cached_tokens: 8000 },
          service_tier: 'priority',
        },
        44_000_000,
      ],
      ['gpt-5.4 mini', tier('priority', chat(333, 77)), 1_192_500],
      ['gpt-5.2', tier('priority', chat(1, 1)), 31_500],
      ['gpt-5 mini', tier('priority', chat(7, 3, 5)), 11_925],
      ['gpt-4.1', tier('priority', chat(1_000_000, 0, 1_000_000)), 875_000_000],
      ['gpt-4o-2024-05-13', tier('priority', chat(12, 34)), 997_500],
      ['gpt-4o mini', tier('priority', chat(123_456, 789)), 31_653_000],
      ['openai/gpt-5.5', tier('priority', chat(1000, 200, 400)), 23_000_000],
      ['openai/gpt-4o-mini-2024-07-18', tier('priority', chat(123_456, 789)), 31_653_000],
    ],
  },
  {
    address: 'https://platform.claude.com/docs/en/about-claude/pricing',
    read,
    prices: {
      'Claude Fable 5.1': claude(10, 12.5, 20, 0.25, 50),
      'Claude Fable 5': claude(10, 12.5, 20, 1, 50),
      'Claude Opus 5': claude(5, 6.25, 10, 0.5, 25),
      'Claude Opus 4.1': claude(15, 18.75, 30, 1.5, 75),
    },
    cases: [
      ['Claude Opus 5', message(1000, 0, 0, 0, 500), 17_500_000],
      ['Claude Opus 5', message(1000, 2000, 0, 0, 500), 30_000_000],
      ['Claude Opus 5', message(1000, 1500, 500, 0, 500), 31_875_000],
      ['Claude Opus 5', message(21, 0, 0, 188_086, 393), 103_973_000],
      ['Claude Opus 5', message(1, 0, 0, 0, 1), 30_000],
      ['Claude Fable 5.1', message(3, 0, 0, 10_007, 1), 2_581_750],
      ['Claude Fable 5', message(1_000_000_000_000, 0, 0, 0, 0), 10_000_000_000_000_000],
      ['Claude Opus 4.1', chat(6000, 10, 2000, { prompt: { cache_write_tokens: 3000 } }), 75_000_000],
      ['anthropic/claude-opus-5', message(1000, 1500, 500, 0, 500), 31_875_000],
      ['anthropic/claude-fable-5-1', message(3, 0, 0, 10_007, 1), 2_581_750],
      ['anthropic/claude-fable-5', tier('batch', message(1000, 0, 0, 0, 1000)), 30_000_000],
    ],
  },
  {
    address: 'https://ai.google.dev/gemini-api/docs/optimization',
    read,
    prices: {},
    cases: [
      ['google/gemini-2.5-flash', tier('flex', chat(1000, 100)), 275_000],
      ['google/gemini-2.5-pro', tier('batch', chat(300_000, 1000)), 382_500_000],
    ],
  },
  {
    address: 'https://deploybase.ai/articles/gemini-api-pricing',
    read,
    prices: {
      'Gemini 2.5 Pro': { input: 1.25, output: 10, above: [{ tokens: 200_000, input: 2.5, output: 15 }] },
      'Gemini 2.5 Flash': { input: 0.3, output: 2.5 },
    },
    cases: [
      ['Gemini 2.5 Pro', chat(200_000, 10), 250_100_000],
      ['Gemini 2.5 Pro', chat(200_001, 10), 500_152_500],
      ['google/gemini-2.5-pro', chat(200_001, 10), 500_152_500],
      ['Gemini 2.5 Flash', chat(1, 0), 300],
    ],
  },
  {
    address: 'https://console.groq.com/docs/flex-processing',
    read,
    prices: {},
    cases: [['groq/llama-3.3-70b-versatile', tier('flex', chat(100, 100)), 138_000]],
  },
  {
    address: 'https://api-docs.deepseek.com/quick_start/pricing-details-usd',
    read,
    prices: {
      'deepseek-chat': { input: 0.27, cached: 0.07, output: 1.1 },
      'deepseek-reasoner': { input: 0.55, cached: 0.14, output: 2.19 },
    },
    cases: [
      ['deepseek-chat', chat(1000, 50, 640), 197_000],
      ['deepseek-reasoner', chat(13, 7), 22_480],
      ['deepseek/deepseek-reasoner', chat(13, 7), 22_480],
    ],
  },
  {
    address: 'https://docs.perplexity.ai/guides/pricing',
    read,
    prices: {
      Sonar: { input: 1, output: 1 },
      'Sonar Pro': { input: 3, output: 15 },
      'Sonar Reasoning Pro': { input: 2, output: 8 },
      'Sonar Deep Research': { input: 2, output: 8, citations: 2, reasoning: 3, per_search: 0.005 },
    },
    cases: [
      ['Sonar', chat(14, 200), 214_000],
      ['Sonar Pro', chat(100, 300), 4_800_000],
      ['Sonar Reasoning Pro', chat(5, 5), 50_000],
      [
        'Sonar Deep Research',
        {
          prompt_tokens: 7,
          completion_tokens: 3847,
          citation_tokens: 26_098,
          reasoning_tokens: 73_997,
          num_search_queries: 18,
        },
        394_977_000,
      ],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-realtime-1.5.md',
    read,
    prices: {
      'gpt-realtime-1.5': {
        input: 4,
        cached: 0.4,
        output: 16,
        audio_input: 32,
        cached_audio_input: 0.4,
        audio_output: 64,
        image_input: 5,
        cached_image_input: 0.5,
      },
    },
    cases: [
      [
        'gpt-realtime-1.5',
        {
          input_tokens: 132,
          output_tokens: 121,
          input_token_details: {
            text_tokens: 119,
            audio_tokens: 13,
            cached_tokens: 64,
            cached_tokens_details: { text_tokens: 64, audio_tokens: 0 },
          },
          output_token_details: { text_tokens: 30, audio_tokens: 91 },
        },
        6_965_600,
      ],
      [
        'openai/gpt-realtime-1.5',
        {
          input_tokens: 850,
          output_tokens: 10,
          input_token_details: {
            text_tokens: 500,
            audio_tokens: 300,
            image_tokens: 50,
            cached_tokens: 320,
            cached_tokens_details: { text_tokens: 200, audio_tokens: 100, image_tokens: 20 },
          },
        },
        8_040_000,
      ],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-4o-realtime-preview',
    read,
    prices: {
      'gpt-4o-realtime-preview': {
        input: 5,
        cached: 2.5,
        output: 20,
        audio_input: 40,
        cached_audio_input: 2.5,
        audio_output: 80,
      },
    },
    cases: [
      [
        'gpt-4o-realtime-preview',
        chat(20, 30, 0, { prompt: { audio_tokens: 12 }, completion: { audio_tokens: 25 } }),
        2_620_000,
      ],
      [
        'gpt-4o-realtime-preview',
        chat(10, 0, 10, { prompt: { audio_tokens: 4, cached_tokens_details: { audio_tokens: 4 } } }),
        25_000,
      ],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-4o-mini-realtime-preview.md',
    read,
    prices: {
      mini: {
        input: 0.6,
        cached: 0.3,
        output: 2.4,
        audio_input: 10,
        cached_audio_input: 0.3,
        audio_output: 20,
      },
    },
    cases: [
      [
        'mini',
        chat(1000, 500, 0, { prompt: { audio_tokens: 1000 }, completion: { audio_tokens: 500 } }),
        20_000_000,
      ],
      ['openai/gpt-4o-mini-realtime-preview-2024-12-17', chat(3, 5), 13_800],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-realtime-2.1-mini.md',
    read,
    prices: { mini: { input: 0.6, cached: 0.06, output: 2.4, image_input: 0.8, cached_image_input: 0.08 } },
    cases: [
      ['mini', chat(1100, 0, 0, { prompt: { image_tokens: 1000 } }), 860_000],
      [
        'mini',
        chat(500, 0, 500, { prompt: { image_tokens: 500, cached_tokens_details: { image_tokens: 500 } } }),
        40_000,
      ],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-realtime-2.md',
    read,
    prices: { 'gpt-realtime-2': { input: 4, output: 24, audio_output: 64 } },
    cases: [
      ['gpt-realtime-2', chat(1, 1), 28_000],
      ['gpt-realtime-2', chat(0, 10, 0, { completion: { audio_tokens: 7 } }), 520_000],
    ],
  },
  {
    address: 'https://developers.openai.com/api/docs/models/gpt-realtime-whisper',
    read,
    // $0.017 a minute.
    prices: { 'gpt-realtime-whisper': { per_second: 0.000_283_333_333_333_333 } },
    cases: [
      ['gpt-realtime-whisper', { type: 'duration', seconds: 60 }, 17_000_000],
      ['gpt-realtime-whisper', { type: 'duration', seconds: 1 }, 283_334],
      ['gpt-realtime-whisper', { type: 'duration', seconds: 90.5 }, 25_641_667],
    ],
  },
]
