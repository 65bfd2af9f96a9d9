declare const process: { env: Record<string, string> }
export default { provider: 'openai', api_key: process.env['OPENAI_KEY'] }
