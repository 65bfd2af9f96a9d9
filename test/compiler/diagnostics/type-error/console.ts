console.log('compiling')
export default { provider: 'openai' }
