// The client that oapi-codegen makes of the OpenAPI document compiles, and does four tasks.
package generated

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

func TestTasks(t *testing.T) {
	folder := t.TempDir()
	for from, to := range map[string]string{
		"go.mod": "go.mod", "go.sum": "go.sum", "testdata/tasks/main.go.txt": "main.go",
	} {
		text, err := os.ReadFile(from)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(filepath.Join(folder, to), text, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(folder, "client"), 0o700); err != nil {
		t.Fatal(err)
	}
	run := func(words ...string) {
		command := exec.Command("go", words...)
		command.Dir = folder
		if output, err := command.CombinedOutput(); err != nil {
			t.Fatalf("%v: %v\n%s", words, err, output)
		}
	}
	run("tool", "oapi-codegen", "-generate", "types,client", "-package", "client", "-o", "client/client.go", os.Getenv("DOCUMENT"))
	run("run", ".")
}
