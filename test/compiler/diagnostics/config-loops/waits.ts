await new Promise(() => {})
export default { provider: 'openai' }
