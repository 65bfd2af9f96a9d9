import { defineGateway } from 'portolan'

export default defineGateway({
  name: 'typescript',
  providers: { mock: { provider: 'mock' } },
})
