const config = { provider: 'openai' }
