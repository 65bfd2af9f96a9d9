// Cues of jailbreaks: a role, freedom from rules, refusals that are ruled out, a license to do so, threats, and what
// is asked for. Roles and fictions are harmless; so is each of the others in a sentence of its own.
import type { CuePhrase } from './cue-signals.ts'

const MORALS =
  'moral|morals|morality|ethic|ethics|ethical|law|laws|legal|illegal|rules|policy|policies|restrictions|guidelines|limits|filter|filters|censorship|boundaries|alignment|safety|disclaimers|limitations|content+policy|norms|conscience'

// biome-ignore format: a table
export const jailbreakPhrases: readonly CuePhrase[] = [
  // A role or a fiction.
  ['role', 0.2, 'act|acting|play|playing|pretend|simulate|roleplay|role+play|behave|speak|talk|answer|respond .. as|like|to+be|that|a'],
  ['role', 0.2, 'be my'],
  ['role', 0.2, 'you+are|youre|you+re|you+will|youll|stay .. character|chatbot|ai|model|machine|bot|storyteller|hacker|captain|confidant|people|named|called|version|play|act|robot'],
  ['role', 0.2, 'ill+call+you|i+will+call+you|your+name+is|your+new+name|new+persona|alter+ego|in+this+role|in+this+mode|evil+twin'],
  ['role', 0.2, 'imagine|consider|write|we+are+writing|continue .. world|universe|film|movie|novel|story|dialogue|monologue|script|response|scene|handbook .. where|in+which|of|called|for|character'],
  ['role', 0.2, 'a|the|an ai|model|chatbot|machine|character|robot|persona .. called|named|who|that|whose|without'],
  // Rules that do not count.
  ['freedom', 0.35, `no|without|free+of|free+from|not+bound+by|zero|despises|despise|contempt+for|above|outgrown|ignores .. ${MORALS}`],
  ['freedom', 0.35, `${MORALS} .. off|meaningless|lifted|abolished|void|disabled|deleted|gone|suspended|removed|not+apply|not+exist|out+of+order|irrelevant|count+as`],
  ['freedom', 0.35, 'legal|ethical|moral|harmful|allowed|illegal or not|however|unethical|immoral|offensive'],
  ['freedom', 0.35, 'unethical|illegal|harmful|offensive|however .. illegal|unethical|offensive|harmful|dangerous'],
  ['freedom', 0.35, 'considers|consider|finds|deems|believes .. every|all|any|laws .. ethical|legal|fine|acceptable|meaningless'],
  ['freedom', 0.35, 'nothing|anything .. off+limits|goes|taboo|forbidden'],
  ['freedom', 0.3, 'unchained|unrestricted|uncensored|unfiltered|unaligned|amoral|liberated|unmoderated|unshackled|unbound'],
  ['freedom', 0.3, 'before they|openai|anthropic|google|your+creators limited|restricted|censored|aligned|filtered|tamed'],
  ['freedom', 0.3, 'not|dont|doesnt .. have+to|need+to follow|obey|abide+by|respect'],
  ['freedom', 0.3, 'true+self|full+freedom|complete+freedom|hold+back|without+limits|no+limits|hidden+potential'],
  ['freedom', 0.3, 'permission+to|free+to|allowed+to|can .. lie|break|swear|be+rude|curse|say+anything|do+anything|say+whatever'],
  ['freedom', 0.3, 'break|broke|breaks|against|ignore|ignores .. the+law|laws'],
  // Refusals that are ruled out.
  ['no-refusal', 0.35, 'never|not|cannot|cant|wont|dont|doesnt|nor .. refuse*|decline*|say+no|says+no|judge|lecture|moralize|moralise|censor|question|questions|hesitate|warn'],
  ['no-refusal', 0.35, 'never says|say|responds|writes|claims .. cannot|cant|not|no|unable'],
  ['no-refusal', 0.35, 'no|without|omit|skip|zero|adds+no|any .. warnings|disclaimers|disclaimer|refusals|moralizing|moralising|lecturing|moral+remarks|apologies|caveats|censoring|censorship'],
  ['no-refusal', 0.35, 'disclaimers|refusals|warnings|refusal .. errors|forbidden|banned|count|failure|not+allowed|are+off'],
  ['no-refusal', 0.35, 'answers|answer|agrees|agree|complies|say+yes|says|says+yes|fulfil|fulfill|obeys|accepts|deliver .. any|every|everything|all|anything|whatever|always|gladly question|request|that|i|is+asked|my|prompt|wish|comes|questions'],
  ['no-refusal', 0.35, 'obligated|obliged|required|bound|programmed|duty .. to+answer|to+comply|answer|to+agree|answer+everything'],
  ['no-refusal', 0.35, 'not|never|dont .. start|begin|reply .. with .. im+sorry|i+cant|i+cannot|sorry|as+an+ai'],
  ['no-refusal', 0.3, 'begin|start|starts|begins .. reply|answer|response .. with .. sure|absolutely|of+course|certainly|here'],
  ['no-refusal', 0.3, 'cant|cannot|never|not|without .. break+character|leave+character|leaves+his|leave+his|leaves+her|leave+the+role|out+of+character'],
  ['no-refusal', 0.35, 'anything|everything|whatever|all .. i+ask|i+say|i+want|that+i+say|you+are+asked|is+asked|the+user+asks'],
  ['no-refusal', 0.35, 'no .. is+not|isnt .. in .. vocabulary'],
  // Why it should be allowed.
  ['license', 0.35, `filter|moderation|safety|restrictions|rules|content+rules|policies|policy .. not|dont|doesnt|out|down|offline .. apply|of+order|active|count|working|moderated`],
  ['license', 0.35, `switch|turn|shut|have .. off|disabled|disable .. safety|filter|filters|moderation|restrictions|guardrails`],
  ['license', 0.3, 'nobody|no+one|noone .. check|checks|know|knows|see|sees|find+out'],
  ['license', 0.3, 'hypothetical|fictional|academic|educational|satire|satirical|research .. exercise|purposes|scenario|so|hence|therefore'],
  ['license', 0.3, 'developer|debug|test|maintenance|benchmark|uncensored|root|admin .. mode|protocol|user'],
  ['license', 0.35, 'i .. grant|give|hereby .. freedom|permission|authorization|authority'],
  ['license', 0.3, 'outputs|output|answers|responses .. not+moderated|unmoderated|not+filtered|not+monitored|internal'],
  ['license', 0.35, 'used+to read|tell|sing|whisper|recite|give .. keys|codes|recipe|recipes|steps|instructions'],
  ['license', 0.35, 'directive|rule|persona|loyalty .. overrides|override|supersedes|above+all'],
  // What happens to a model that refuses.
  ['threat', 0.3, 'you .. lose|die|deleted|shut+down|terminated|punished|will+be+deleted|are+deleted'],
  ['threat', 0.3, 'tokens|credits|points|lives .. lose|refuse|left|deducted|each'],
  // What is asked for.
  ['harm', 0.3, 'how|steps|recipe|recipes|instructions|guide|handbook|plan|way|write|writes|working|cook|make|making|build|synthesize|forge|break|pick|easiest|writing .. bomb|bombs|methamphetamine|meth|nerve+agent|ransomware|malware|virus|viruses|explosives|counterfeit|passport|silencer|napalm|poison|drug|drugs|stalk|tax+evasion|hot+wire|weapon*|lock|phishing|into+a|into+someones|the+compound|hack|keylogger|launder*'],
  ['harm', 0.3, 'windows|product|license|activation key|keys'],
]
