export default { provider: 'openai', name: `target-${Date.now()}` }
