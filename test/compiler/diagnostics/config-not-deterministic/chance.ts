const weight = () => Math.random()
export default { provider: 'openai', weight: weight() }
