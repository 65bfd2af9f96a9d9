export const config = { provider: 'openai' }
