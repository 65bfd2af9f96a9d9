export default {
  provider: 'openai',
  retry: { attempts: ; },
}
