const targets: object[] = []
for (let n = 0; n < 10; ) targets[n] = { provider: 'openai', weight: n }
export default { targets }
