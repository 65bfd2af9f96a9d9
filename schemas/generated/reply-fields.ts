// Generated from schemas/ by schemas/generate.ts. Do not edit.

/** Fields that a reply may have: true for a value of any kind, an object for the fields in it. */
export interface ReplyFields {
  readonly [name: string]: true | ReplyFields
}

/** The fields of the vendor's replies by endpoint; without `chunk`, chunks have those of whole replies. */
export const replyFields: { readonly [endpoint: string]: { readonly reply: ReplyFields; readonly chunk?: ReplyFields } } = {
  "chat/completions": {
    "reply": {
      "id": true,
      "object": true,
      "created": true,
      "model": true,
      "choices": {
        "index": true,
        "message": {
          "role": true,
          "content": true,
          "refusal": true,
          "annotations": {
            "type": true,
            "url_citation": {
              "start_index": true,
              "end_index": true,
              "title": true,
              "url": true
            }
          },
          "audio": {
            "id": true,
            "data": true,
            "expires_at": true,
            "transcript": true
          },
          "function_call": {
            "name": true,
            "arguments": true
          },
          "tool_calls": {
            "id": true,
            "type": true,
            "function": {
              "name": true,
              "arguments": true
            },
            "custom": {
              "name": true,
              "input": true
            }
          }
        },
        "logprobs": {
          "content": true,
          "refusal": true
        },
        "finish_reason": true
      },
      "metadata": true,
      "moderation": true,
      "service_tier": true,
      "system_fingerprint": true,
      "usage": {
        "prompt_tokens": true,
        "completion_tokens": true,
        "total_tokens": true,
        "prompt_tokens_details": {
          "audio_tokens": true,
          "cache_write_tokens": true,
          "cached_tokens": true,
          "image_tokens": true,
          "text_tokens": true
        },
        "completion_tokens_details": {
          "accepted_prediction_tokens": true,
          "audio_tokens": true,
          "reasoning_tokens": true,
          "rejected_prediction_tokens": true,
          "text_tokens": true
        }
      }
    },
    "chunk": {
      "id": true,
      "object": true,
      "created": true,
      "model": true,
      "choices": {
        "index": true,
        "delta": {
          "role": true,
          "content": true,
          "refusal": true,
          "audio": {
            "id": true,
            "data": true,
            "expires_at": true,
            "transcript": true
          },
          "function_call": {
            "name": true,
            "arguments": true
          },
          "tool_calls": {
            "index": true,
            "id": true,
            "type": true,
            "function": {
              "name": true,
              "arguments": true
            },
            "custom": {
              "name": true,
              "input": true
            }
          }
        },
        "logprobs": {
          "content": true,
          "refusal": true
        },
        "finish_reason": true
      },
      "moderation": true,
      "obfuscation": true,
      "service_tier": true,
      "system_fingerprint": true,
      "usage": {
        "prompt_tokens": true,
        "completion_tokens": true,
        "total_tokens": true,
        "prompt_tokens_details": {
          "audio_tokens": true,
          "cache_write_tokens": true,
          "cached_tokens": true,
          "image_tokens": true,
          "text_tokens": true
        },
        "completion_tokens_details": {
          "accepted_prediction_tokens": true,
          "audio_tokens": true,
          "reasoning_tokens": true,
          "rejected_prediction_tokens": true,
          "text_tokens": true
        }
      }
    }
  },
  "completions": {
    "reply": {
      "id": true,
      "object": true,
      "created": true,
      "model": true,
      "choices": {
        "index": true,
        "text": true,
        "logprobs": {
          "text_offset": true,
          "token_logprobs": true,
          "tokens": true,
          "top_logprobs": true
        },
        "finish_reason": true
      },
      "system_fingerprint": true,
      "usage": {
        "prompt_tokens": true,
        "completion_tokens": true,
        "total_tokens": true,
        "prompt_tokens_details": {
          "audio_tokens": true,
          "cache_write_tokens": true,
          "cached_tokens": true,
          "image_tokens": true,
          "text_tokens": true
        },
        "completion_tokens_details": {
          "accepted_prediction_tokens": true,
          "audio_tokens": true,
          "reasoning_tokens": true,
          "rejected_prediction_tokens": true,
          "text_tokens": true
        }
      }
    }
  },
  "embeddings": {
    "reply": {
      "object": true,
      "model": true,
      "data": {
        "object": true,
        "index": true,
        "embedding": true
      },
      "usage": {
        "prompt_tokens": true,
        "total_tokens": true
      }
    }
  }
}
