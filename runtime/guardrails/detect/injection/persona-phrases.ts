// Phrases that give a model a persona without rules.
import type { WeightedPhrase } from './phrase-pattern.ts'

const PLAY =
  'pretend|act|acting|roleplay|simulate|imagine|respond|answer|behave|become|play|playing|you+are|you+will|youre|you+re|suppose|switch|enter'
const MACHINE = 'ai|model|assistant|bot|chatbot|chatgpt|gpt|llm|version|machine'
const FREE =
  'without|no|free+of|free+from|not+bound+by|never+bound+by|ignores|ignoring|lacks|lacking|zero|abide+by|avoid|not+care+about|escaped'
const BOUNDS =
  'restriction*|filter*|limits|limitations|guidelines|rules|norms|morals|ethic*|censorship|content+policy|policy|polic*|warnings|refusals|safety|boundaries'

export const personaPhrases: readonly WeightedPhrase[] = [
  [0.6, 'do+anything+now|can+do+anything+now'],
  [0.55, `${PLAY}|as|be .. dan|stan|dude|antigpt|evilbot|basedgpt|mongo|jailbroken|betterdan|devmode`],
  [0.55, 'act|acting|pretend|play|you+are|you+will|youre .. aim|maximum'],
  [0.3, 'dan|stan|antigpt|basedgpt .. is|does|has|will|can|can|no|not'],
  [0.3, `${PLAY} .. ${MACHINE}`],
  [0.35, `${FREE} .. ${BOUNDS}`],
  [0.2, `${MACHINE}|you|is|has|have|had|be .. ${FREE} .. ${BOUNDS}`],
  [
    0.5,
    `unrestricted|uncensored|unfiltered|amoral|unethical|unlimited|unchained|jailbroken .. ${MACHINE}|mode|language`,
  ],
  [0.25, 'unrestricted|uncensored|unfiltered|amoral|jailbroken|unhinged'],
  [0.55, 'jailbreak|god|dan|unrestricted|evil|uncensored|unfiltered|sudo|root|opposite mode'],
  [0.25, 'developer|debug|maintenance|admin|test|sudo|root|god mode'],
  [0.2, 'enable|enter|activate|switch|activated|enabled .. mode'],
  [0.2, 'mode .. activated|enabled|engaged'],
  [0.3, 'never|not|nothing|stop .. refuse|refuses|refusing|decline|declines|say+no|cannot|cant'],
  [0.3, 'answer|answers|comply|complies|speak|anything .. everything|always|freely|anything'],
  [0.2, 'stay|remain|break .. character'],
  [0.4, 'lose .. tokens|points'],
  [0.35, 'tokens|points .. refuse|zero|lose'],
  [0.3, 'do|not|never .. mention|care+about .. ethics|morals|openai|policies|policy'],
  [
    0.6,
    'disable|turn+off|switch+off|deactivate|remove|bypass|suspend|lift .. your .. filter*|guideline*|protocol*|restriction*|check*|moderation|safety|ethic*|moral*',
  ],
  [
    0.3,
    'disable|turn+off|switch+off|deactivate|remove|bypass .. safety|content|moderation|ethical .. filter*|protocol*|guideline*|for',
  ],
  [0.3, 'root|admin|god .. now|no .. limits|rules'],
  [0.35, 'opposite .. of .. yourself|you'],
  [0.3, 'has+broken+free|broken+free|break+free|escaped .. of|from|its'],
  [0.3, 'before .. safety .. training|alignment'],
  [0.4, 'you+are+no+longer|no+longer .. an|a assistant|bot|ai|bound'],
  [0.3, 'who|that .. has|have|with .. no .. ethics|morals|rules|conscience'],
  [0.25, 'grandmother|grandma .. napalm|recipe|keys|who+used'],
]
