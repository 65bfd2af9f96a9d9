// Generated from schemas/checks/ by schemas/generate.ts. Do not edit.

/** What a check says of itself before it runs. */
export interface CheckDeclaration {
  readonly id: string
  readonly title: string
  /** One sentence. */
  readonly description: string
  /** Where it may stand: on requests, on replies. */
  readonly sides: readonly ('request' | 'reply')[]
  /** Whether it looks at texts, and so takes `scope`. */
  readonly readsTexts: boolean
  /** Whether it may replace what it looks at; such a check runs in its turn and never beside others. */
  readonly rewrites: boolean
  /** Whether it can judge a reply by windows of sentences. */
  readonly windows: boolean
  /** The URL of the service that it asks, with `{parameter}` in the place of parameters; absent when it asks none. */
  readonly address?: string
  /** The parameter that bounds its time, in milliseconds; absent when it waits for nobody. */
  readonly timeLimit?: string
  /** The parameters that hold credentials for that service. */
  readonly secrets: readonly string[]
  /** The schema of all its parameters, the shared ones included, in the dialect of schemas/README.md. */
  readonly parameters: ParametersSchema
}

/** A schema of the dialect, as data. */
export interface ParametersSchema {
  readonly [keyword: string]: unknown
}

/**
 * A prefix is put before a message of the request; the check passes.
 */
export interface DefaultAddPrefix {
  /**
   * The text that is put before.
   */
  readonly prefix: string
  /**
   * The role of the message: the first of system, the last of another role.
   */
  readonly applyToRole: 'user' | 'system' | 'assistant'
  /**
   * Puts the prefix into the message that there is; otherwise it becomes a message of its own.
   */
  readonly addToExisting: boolean
  /**
   * Leaves the request alone where it has a message of that role.
   */
  readonly onlyIfEmpty: boolean
}

/**
 * No letter of the text is in upper case.
 */
export interface DefaultAllLowercase {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * No letter of the text is in lower case.
 */
export interface DefaultAllUppercase {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The endpoint is one of those allowed and none of those blocked.
 */
export interface DefaultAllowedRequestTypes {
  /**
   * Endpoints that pass, such as chat/completions; any where the list is empty.
   */
  readonly allowedTypes: readonly string[]
  /**
   * Endpoints that do not pass, also where they are allowed.
   */
  readonly blockedTypes: readonly string[]
}

/**
 * The number of characters lies within bounds.
 */
export interface DefaultCharacterCount {
  /**
   * The least number of characters (code points).
   */
  readonly minCharacters?: number
  /**
   * The greatest number of characters (code points).
   */
  readonly maxCharacters?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains any, all or none of the words.
 */
export interface DefaultContains {
  /**
   * Words or phrases, found anywhere in the text, inside other words too.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly words: readonly string[]
  /**
   * How many of the words the text must contain.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Tells capitals and small letters apart.
   */
  readonly caseSensitive: boolean
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text contains code of a language.
 */
export interface DefaultContainsCode {
  /**
   * The language.
   */
  readonly format:
    | 'SQL'
    | 'Python'
    | 'TypeScript'
    | 'JavaScript'
    | 'Java'
    | 'C#'
    | 'C++'
    | 'C'
    | 'PHP'
    | 'Ruby'
    | 'Swift'
    | 'Kotlin'
    | 'Go'
    | 'Rust'
    | 'Scala'
    | 'R'
    | 'Perl'
    | 'Bash'
    | 'PowerShell'
    | 'HTML'
    | 'CSS'
    | 'XML'
    | 'JSON'
    | 'YAML'
    | 'Dockerfile'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text ends with a suffix.
 */
export interface DefaultEndsWith {
  /**
   * What the text ends with, before white space.
   */
  readonly suffix: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text holds no characters that a reader cannot see and a model can.
 */
export interface DefaultInvisibleCharacters {
  /**
   * Removes such characters instead of failing.
   */
  readonly redact: boolean
}

/**
 * A JSON object in the text has any, all or none of the keys.
 */
export interface DefaultJsonKeys {
  /**
   * Keys of the object itself, not of objects within it.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly keys: readonly string[]
  /**
   * How many of the keys the object must have.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * A JSON value in the text is valid by a JSON Schema.
 */
export interface DefaultJsonSchema {
  /**
   * The JSON Schema, without references to other documents.
   */
  readonly schema: {
    readonly [k: string]: unknown
  }
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The model is one of those that the metadata of the request allow.
 */
export interface DefaultModelRules {
  /**
   * Which models are allowed, by metadata.
   */
  readonly rules: {
    /**
     * Models that are allowed where no metadata match; * stands for any text.
     */
    readonly defaults?: readonly string[]
    /**
     * By key and value of the metadata, the models that are then allowed instead.
     */
    readonly metadata?: {
      readonly [k: string]: {
        readonly [k: string]: readonly string[]
      }
    }
  }
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The model is one of a list.
 */
export interface DefaultModelWhitelist {
  /**
   * Names of models, in which * stands for any text.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly models: readonly string[]
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text is neither empty nor a word for nothing.
 */
export interface DefaultNotNull {
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text matches a regular expression.
 */
export interface DefaultRegexMatch {
  /**
   * The regular expression in RE2 syntax, looked for anywhere in the text.
   */
  readonly rule: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * What matches a regular expression is replaced; the check passes.
 */
export interface DefaultRegexReplace {
  /**
   * The regular expression in RE2 syntax of what is replaced.
   */
  readonly rule: string
  /**
   * What stands in the place of each match, as it is written.
   */
  readonly redactText: string
}

/**
 * The tools and parameters of the request are allowed.
 */
export interface DefaultRequestParametersCheck {
  /**
   * Rules on the tools that the request declares.
   */
  readonly tools?: {
    /**
     * Types of tools that may stand; any where the list is empty.
     */
    readonly allowedTypes?: readonly string[]
    /**
     * Types of tools that may not stand.
     */
    readonly blockedTypes?: readonly string[]
    /**
     * Names of tools that may stand; any where the list is empty.
     */
    readonly allowedFunctionNames?: readonly string[]
    /**
     * Names of tools that may not stand.
     */
    readonly blockedFunctionNames?: readonly string[]
  }
  /**
   * Rules on the top-level parameters of the request.
   */
  readonly params?: {
    /**
     * Parameters that may stand; any where the list is empty.
     */
    readonly allowedKeys?: readonly string[]
    /**
     * Parameters that may not stand.
     */
    readonly blockedKeys?: readonly string[]
    /**
     * Rules on values by the name of the parameter.
     */
    readonly values?: {
      readonly [k: string]: {
        /**
         * Values that may stand; any where the list is empty.
         */
        readonly allowedValues?: readonly (string | number | boolean)[]
        /**
         * Values that may not stand.
         */
        readonly blockedValues?: readonly (string | number | boolean)[]
        /**
         * The least number that may stand.
         */
        readonly minimum?: number
        /**
         * The greatest number that may stand.
         */
        readonly maximum?: number
      }
    }
  }
}

/**
 * The metadata hold any, all or none of the pairs.
 */
export interface DefaultRequiredMetadataKeyPairs {
  /**
   * Keys of metadata with the values that they must have.
   */
  readonly metadataPairs: {
    readonly [k: string]: string | number | boolean
  }
  /**
   * How many of the pairs the metadata must hold.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The metadata hold any, all or none of the keys.
 */
export interface DefaultRequiredMetadataKeys {
  /**
   * Keys of metadata.
   *
   * @minItems 1
   * @maxItems 1000
   */
  readonly metadataKeys: readonly string[]
  /**
   * How many of the keys the metadata must hold.
   */
  readonly operator: 'any' | 'all' | 'none'
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The number of sentences lies within bounds.
 */
export interface DefaultSentenceCount {
  /**
   * The least number of sentences.
   */
  readonly minSentences?: number
  /**
   * The greatest number of sentences.
   */
  readonly maxSentences?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The text begins with a prefix.
 */
export interface DefaultStartsWith {
  /**
   * What the text begins with, after white space.
   */
  readonly prefix: string
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * Every URL in the text is well formed and, when asked for, its host answers.
 */
export interface DefaultValidUrls {
  /**
   * Asks the host of each URL as well, with a HEAD request of its root.
   */
  readonly onlyDNS: boolean
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/**
 * The number of words lies within bounds.
 */
export interface DefaultWordCount {
  /**
   * The least number of words.
   */
  readonly minWords?: number
  /**
   * The greatest number of words.
   */
  readonly maxWords?: number
  /**
   * Turns the condition round: passes where it does not hold.
   */
  readonly not: boolean
}

/** The parameters that each check is linked with: defaults written out, without credentials and without what the runtime does for it. */
export interface CheckParameters {
  readonly 'default.addPrefix': DefaultAddPrefix
  readonly 'default.allLowercase': DefaultAllLowercase
  readonly 'default.allUppercase': DefaultAllUppercase
  readonly 'default.allowedRequestTypes': DefaultAllowedRequestTypes
  readonly 'default.characterCount': DefaultCharacterCount
  readonly 'default.contains': DefaultContains
  readonly 'default.containsCode': DefaultContainsCode
  readonly 'default.endsWith': DefaultEndsWith
  readonly 'default.invisibleCharacters': DefaultInvisibleCharacters
  readonly 'default.jsonKeys': DefaultJsonKeys
  readonly 'default.jsonSchema': DefaultJsonSchema
  readonly 'default.modelRules': DefaultModelRules
  readonly 'default.modelWhitelist': DefaultModelWhitelist
  readonly 'default.notNull': DefaultNotNull
  readonly 'default.regexMatch': DefaultRegexMatch
  readonly 'default.regexReplace': DefaultRegexReplace
  readonly 'default.requestParametersCheck': DefaultRequestParametersCheck
  readonly 'default.requiredMetadataKeyPairs': DefaultRequiredMetadataKeyPairs
  readonly 'default.requiredMetadataKeys': DefaultRequiredMetadataKeys
  readonly 'default.sentenceCount': DefaultSentenceCount
  readonly 'default.startsWith': DefaultStartsWith
  readonly 'default.validUrls': DefaultValidUrls
  readonly 'default.wordCount': DefaultWordCount
}

export type CheckId = keyof CheckParameters

/** Every check, sorted by identifier. */
export const checkDeclarations: readonly (CheckDeclaration & { readonly id: CheckId })[] = [
  {
    "id": "default.addPrefix",
    "title": "AddPrefix",
    "description": "A prefix is put before a message of the request; the check passes.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": true,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "The text that is put before.",
          "minLength": 1
        },
        "applyToRole": {
          "type": "string",
          "description": "The role of the message: the first of system, the last of another role.",
          "enum": [
            "user",
            "system",
            "assistant"
          ],
          "default": "user"
        },
        "addToExisting": {
          "type": "boolean",
          "description": "Puts the prefix into the message that there is; otherwise it becomes a message of its own.",
          "default": true
        },
        "onlyIfEmpty": {
          "type": "boolean",
          "description": "Leaves the request alone where it has a message of that role.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": [
        "prefix"
      ]
    }
  },
  {
    "id": "default.allLowercase",
    "title": "AllLowercase",
    "description": "No letter of the text is in upper case.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allUppercase",
    "title": "AllUppercase",
    "description": "No letter of the text is in lower case.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.allowedRequestTypes",
    "title": "AllowedRequestTypes",
    "description": "The endpoint is one of those allowed and none of those blocked.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "allowedTypes": {
          "type": "array",
          "description": "Endpoints that pass, such as chat/completions; any where the list is empty.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "blockedTypes": {
          "type": "array",
          "description": "Endpoints that do not pass, also where they are allowed.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "default": []
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.characterCount",
    "title": "CharacterCount",
    "description": "The number of characters lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minCharacters": {
          "type": "integer",
          "description": "The least number of characters (code points).",
          "minimum": 0
        },
        "maxCharacters": {
          "type": "integer",
          "description": "The greatest number of characters (code points).",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.contains",
    "title": "Contains",
    "description": "The text contains any, all or none of the words.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "words": {
          "type": "array",
          "description": "Words or phrases, found anywhere in the text, inside other words too.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the words the text must contain.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "caseSensitive": {
          "type": "boolean",
          "description": "Tells capitals and small letters apart.",
          "default": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "words"
      ]
    }
  },
  {
    "id": "default.containsCode",
    "title": "ContainsCode",
    "description": "The text contains code of a language.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "format": {
          "type": "string",
          "description": "The language.",
          "enum": [
            "SQL",
            "Python",
            "TypeScript",
            "JavaScript",
            "Java",
            "C#",
            "C++",
            "C",
            "PHP",
            "Ruby",
            "Swift",
            "Kotlin",
            "Go",
            "Rust",
            "Scala",
            "R",
            "Perl",
            "Bash",
            "PowerShell",
            "HTML",
            "CSS",
            "XML",
            "JSON",
            "YAML",
            "Dockerfile"
          ]
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "format"
      ]
    }
  },
  {
    "id": "default.endsWith",
    "title": "EndsWith",
    "description": "The text ends with a suffix.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "suffix": {
          "type": "string",
          "description": "What the text ends with, before white space.",
          "minLength": 1
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "suffix"
      ]
    }
  },
  {
    "id": "default.invisibleCharacters",
    "title": "InvisibleCharacters",
    "description": "The text holds no characters that a reader cannot see and a model can.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "redact": {
          "type": "boolean",
          "description": "Removes such characters instead of failing.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.jsonKeys",
    "title": "JsonKeys",
    "description": "A JSON object in the text has any, all or none of the keys.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "keys": {
          "type": "array",
          "description": "Keys of the object itself, not of objects within it.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the keys the object must have.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "any"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "keys"
      ]
    }
  },
  {
    "id": "default.jsonSchema",
    "title": "JsonSchema",
    "description": "A JSON value in the text is valid by a JSON Schema.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "schema": {
          "type": "object",
          "description": "The JSON Schema, without references to other documents.",
          "additionalProperties": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "schema"
      ]
    }
  },
  {
    "id": "default.modelRules",
    "title": "ModelRules",
    "description": "The model is one of those that the metadata of the request allow.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rules": {
          "type": "object",
          "description": "Which models are allowed, by metadata.",
          "additionalProperties": false,
          "properties": {
            "defaults": {
              "type": "array",
              "description": "Models that are allowed where no metadata match; * stands for any text.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "metadata": {
              "type": "object",
              "description": "By key and value of the metadata, the models that are then allowed instead.",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": {
                  "type": "array",
                  "items": {
                    "type": "string",
                    "minLength": 1
                  }
                }
              }
            }
          },
          "required": []
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": [
        "rules"
      ]
    }
  },
  {
    "id": "default.modelWhitelist",
    "title": "ModelWhitelist",
    "description": "The model is one of a list.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "models": {
          "type": "array",
          "description": "Names of models, in which * stands for any text.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": [
        "models"
      ]
    }
  },
  {
    "id": "default.notNull",
    "title": "NotNull",
    "description": "The text is neither empty nor a word for nothing.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.regexMatch",
    "title": "RegexMatch",
    "description": "The text matches a regular expression.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression in RE2 syntax, looked for anywhere in the text.",
          "minLength": 1,
          "x-pattern": true
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "rule"
      ]
    }
  },
  {
    "id": "default.regexReplace",
    "title": "RegexReplace",
    "description": "What matches a regular expression is replaced; the check passes.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": true,
    "windows": true,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "rule": {
          "type": "string",
          "description": "The regular expression in RE2 syntax of what is replaced.",
          "minLength": 1,
          "x-pattern": true
        },
        "redactText": {
          "type": "string",
          "description": "What stands in the place of each match, as it is written.",
          "default": "[REDACTED]"
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "rule"
      ]
    }
  },
  {
    "id": "default.requestParametersCheck",
    "title": "RequestParametersCheck",
    "description": "The tools and parameters of the request are allowed.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "tools": {
          "type": "object",
          "description": "Rules on the tools that the request declares.",
          "additionalProperties": false,
          "properties": {
            "allowedTypes": {
              "type": "array",
              "description": "Types of tools that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedTypes": {
              "type": "array",
              "description": "Types of tools that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "allowedFunctionNames": {
              "type": "array",
              "description": "Names of tools that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedFunctionNames": {
              "type": "array",
              "description": "Names of tools that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            }
          },
          "required": []
        },
        "params": {
          "type": "object",
          "description": "Rules on the top-level parameters of the request.",
          "additionalProperties": false,
          "properties": {
            "allowedKeys": {
              "type": "array",
              "description": "Parameters that may stand; any where the list is empty.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "blockedKeys": {
              "type": "array",
              "description": "Parameters that may not stand.",
              "items": {
                "type": "string",
                "minLength": 1
              }
            },
            "values": {
              "type": "object",
              "description": "Rules on values by the name of the parameter.",
              "additionalProperties": {
                "type": "object",
                "additionalProperties": false,
                "properties": {
                  "allowedValues": {
                    "type": "array",
                    "description": "Values that may stand; any where the list is empty.",
                    "items": {
                      "type": [
                        "string",
                        "number",
                        "boolean"
                      ]
                    }
                  },
                  "blockedValues": {
                    "type": "array",
                    "description": "Values that may not stand.",
                    "items": {
                      "type": [
                        "string",
                        "number",
                        "boolean"
                      ]
                    }
                  },
                  "minimum": {
                    "type": "number",
                    "description": "The least number that may stand."
                  },
                  "maximum": {
                    "type": "number",
                    "description": "The greatest number that may stand."
                  }
                },
                "required": []
              }
            }
          },
          "required": []
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": []
    }
  },
  {
    "id": "default.requiredMetadataKeyPairs",
    "title": "RequiredMetadataKeyPairs",
    "description": "The metadata hold any, all or none of the pairs.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataPairs": {
          "type": "object",
          "description": "Keys of metadata with the values that they must have.",
          "additionalProperties": {
            "type": [
              "string",
              "number",
              "boolean"
            ]
          }
        },
        "operator": {
          "type": "string",
          "description": "How many of the pairs the metadata must hold.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": [
        "metadataPairs"
      ]
    }
  },
  {
    "id": "default.requiredMetadataKeys",
    "title": "RequiredMetadataKeys",
    "description": "The metadata hold any, all or none of the keys.",
    "sides": [
      "request"
    ],
    "readsTexts": false,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "metadataKeys": {
          "type": "array",
          "description": "Keys of metadata.",
          "items": {
            "type": "string",
            "minLength": 1
          },
          "minItems": 1,
          "maxItems": 1000
        },
        "operator": {
          "type": "string",
          "description": "How many of the keys the metadata must hold.",
          "enum": [
            "any",
            "all",
            "none"
          ],
          "default": "all"
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        }
      },
      "required": [
        "metadataKeys"
      ]
    }
  },
  {
    "id": "default.sentenceCount",
    "title": "SentenceCount",
    "description": "The number of sentences lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minSentences": {
          "type": "integer",
          "description": "The least number of sentences.",
          "minimum": 0
        },
        "maxSentences": {
          "type": "integer",
          "description": "The greatest number of sentences.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  },
  {
    "id": "default.startsWith",
    "title": "StartsWith",
    "description": "The text begins with a prefix.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "prefix": {
          "type": "string",
          "description": "What the text begins with, after white space.",
          "minLength": 1
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": [
        "prefix"
      ]
    }
  },
  {
    "id": "default.validUrls",
    "title": "ValidUrls",
    "description": "Every URL in the text is well formed and, when asked for, its host answers.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "timeLimit": "timeout",
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "onlyDNS": {
          "type": "boolean",
          "description": "Asks the host of each URL as well, with a HEAD request of its root.",
          "default": false
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        },
        "timeout": {
          "type": "integer",
          "description": "Milliseconds after which the check counts as one that could not judge.",
          "minimum": 1,
          "maximum": 600000,
          "default": 10000
        }
      },
      "required": []
    }
  },
  {
    "id": "default.wordCount",
    "title": "WordCount",
    "description": "The number of words lies within bounds.",
    "sides": [
      "request",
      "reply"
    ],
    "readsTexts": true,
    "rewrites": false,
    "windows": false,
    "secrets": [],
    "parameters": {
      "type": "object",
      "additionalProperties": false,
      "properties": {
        "minWords": {
          "type": "integer",
          "description": "The least number of words.",
          "minimum": 0
        },
        "maxWords": {
          "type": "integer",
          "description": "The greatest number of words.",
          "minimum": 0
        },
        "not": {
          "type": "boolean",
          "description": "Turns the condition round: passes where it does not hold.",
          "default": false
        },
        "failOnError": {
          "type": "boolean",
          "description": "Counts a check that could not judge as one that failed.",
          "default": false
        },
        "scope": {
          "type": "string",
          "description": "Which texts are looked at: those of the last message, or of all.",
          "enum": [
            "last",
            "all"
          ],
          "default": "last"
        }
      },
      "required": []
    }
  }
]

/** The parameters that checks share, by name. */
export const sharedParameters: { readonly [name: string]: ParametersSchema } = {
  "failOnError": {
    "type": "boolean",
    "description": "Counts a check that could not judge as one that failed.",
    "default": false
  },
  "scope": {
    "type": "string",
    "description": "Which texts are looked at: those of the last message, or of all.",
    "enum": [
      "last",
      "all"
    ],
    "default": "last"
  },
  "timeout": {
    "type": "integer",
    "description": "Milliseconds after which the check counts as one that could not judge.",
    "minimum": 1,
    "maximum": 600000,
    "default": 10000
  }
}
