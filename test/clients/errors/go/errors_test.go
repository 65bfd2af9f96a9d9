// Package errors compares errors of Go's SDKs through the gateway with those of a direct connection to the vendor.
package errors

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"testing"

	"github.com/anthropics/anthropic-sdk-go"
	anthropicoption "github.com/anthropics/anthropic-sdk-go/option"
	"github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

type row struct {
	Provider string
	Kind     string
	Model    string
	Status   int
}

func rows(t *testing.T) []row {
	var list []row
	if err := json.Unmarshal([]byte(os.Getenv("ROWS")), &list); err != nil {
		t.Fatal(err)
	}
	return list
}

type facts struct {
	status int
	code   string
	kind   string
}

func chat(base, model string) error {
	client := openai.NewClient(option.WithBaseURL(base+"/v1"), option.WithAPIKey("k"), option.WithMaxRetries(0))
	_, err := client.Chat.Completions.New(context.Background(), openai.ChatCompletionNewParams{
		Model:    model,
		Messages: []openai.ChatCompletionMessageParamUnion{openai.UserMessage("Hello")},
	})
	return err
}

func chatFacts(t *testing.T, err error) facts {
	var found *openai.Error
	if !errors.As(err, &found) {
		t.Fatalf("not an error of the SDK: %v", err)
	}
	return facts{found.StatusCode, found.Code, found.Type}
}

func messages(base, model string) error {
	client := anthropic.NewClient(
		anthropicoption.WithBaseURL(base), anthropicoption.WithAPIKey("k"), anthropicoption.WithMaxRetries(0))
	_, err := client.Messages.New(context.Background(), anthropic.MessageNewParams{
		Model:     anthropic.Model(model),
		MaxTokens: 5,
		Messages:  []anthropic.MessageParam{anthropic.NewUserMessage(anthropic.NewTextBlock("Hello"))},
	})
	return err
}

func messagesFacts(t *testing.T, err error) facts {
	var found *anthropic.Error
	if !errors.As(err, &found) {
		t.Fatalf("not an error of the SDK: %v", err)
	}
	var body struct{ Error struct{ Type string } }
	if err := json.Unmarshal([]byte(found.RawJSON()), &body); err != nil {
		t.Fatal(err)
	}
	if found.RequestID == "" && found.Response.Request.URL.Host == os.Getenv("GATEWAY")[len("http://"):] {
		t.Error("no request ID")
	}
	return facts{found.StatusCode, "", body.Error.Type}
}

func compare(t *testing.T, own map[string]bool, call func(base, model string) error, read func(*testing.T, error) facts) {
	for _, each := range rows(t) {
		if own[each.Provider] || (each.Kind == "invalid_request" && each.Status != 400) {
			continue
		}
		t.Run(each.Model, func(t *testing.T) {
			direct := read(t, call(os.Getenv("VENDOR"), "own-"+each.Kind))
			through := read(t, call(os.Getenv("GATEWAY"), each.Model))
			if through != direct {
				t.Errorf("through the gateway %+v, directly %+v", through, direct)
			}
		})
	}
}

func TestChats(t *testing.T) {
	// Providers of OpenAI's schema have statuses of their own.
	own := map[string]bool{"openai": true, "mistral": true, "deepseek": true, "groq": true, "together": true, "xai": true}
	compare(t, own, chat, chatFacts)
}

func TestMessages(t *testing.T) {
	compare(t, map[string]bool{"anthropic": true}, messages, messagesFacts)
}
