// What `helm template` does, for machines that have no Helm: the same template engine, functions and merging of values,
// and the schema validator that Helm had until 3.17, all from Debian's packages. Reads a list of {"release", "values"}
// as JSON and writes, for each, what it renders to or why it does not. CI holds `helm template` against it.
//
//	render CHART < wanted.json
//	render -parse < rendered.yaml
package main

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"sort"
	"strings"
	"text/template"

	"github.com/Masterminds/sprig"
	"github.com/xeipuuv/gojsonschema"
	"sigs.k8s.io/yaml"
)

type object = map[string]interface{}

type wanted struct {
	Release string `json:"release"`
	Values  object `json:"values"`
}

type rendered struct {
	Objects []object `json:"objects,omitempty"`
	Notes   string   `json:"notes,omitempty"`
	Values  object   `json:"values,omitempty"`
	Error   string   `json:"error,omitempty"`
}

// The chart's files, as Helm gives them to `.Files.Get`: all but the templates.
type files map[string]string

func (f files) Get(name string) string { return f[name] }

type metadata struct{ Name, Version, AppVersion string }

func main() {
	if os.Args[1] == "-parse" {
		text := must(io.ReadAll(os.Stdin))
		write(must(parse(string(text))))
		return
	}
	chart := os.Args[1]
	var all []wanted
	check(json.Unmarshal(must(io.ReadAll(os.Stdin)), &all))
	results := make([]rendered, len(all))
	for at, one := range all {
		result, err := render(chart, one)
		if err != nil {
			result = rendered{Error: err.Error()}
		}
		results[at] = result
	}
	write(results)
}

func render(chart string, want wanted) (rendered, error) {
	var meta metadata
	var values object
	check(yaml.Unmarshal(must(os.ReadFile(filepath.Join(chart, "Chart.yaml"))), &meta))
	check(yaml.Unmarshal(must(os.ReadFile(filepath.Join(chart, "values.yaml"))), &values))
	merge(values, want.Values)
	if err := validate(chart, values); err != nil {
		return rendered{}, err
	}
	all := templates()
	own := files{}
	names := []string{}
	check(filepath.Walk(chart, func(path string, info os.FileInfo, err error) error {
		if err != nil || info.IsDir() {
			return err
		}
		name := must(filepath.Rel(chart, path))
		// Follows symbolic links, as Helm does.
		text := string(must(os.ReadFile(path)))
		if !strings.HasPrefix(name, "templates/") {
			own[name] = text
			return nil
		}
		names = append(names, name)
		_, err = all.New(meta.Name + "/" + name).Parse(text)
		return err
	}))
	sort.Strings(names)
	data := object{
		"Values": values,
		"Chart":  meta,
		"Files":  own,
		"Release": object{
			"Name": want.Release, "Namespace": "bots", "Service": "Helm", "Revision": 1,
			"IsInstall": true, "IsUpgrade": false,
		},
	}
	result := rendered{Values: values}
	for _, name := range names {
		if strings.HasPrefix(filepath.Base(name), "_") {
			continue
		}
		text, err := execute(all, meta.Name+"/"+name, data)
		if err != nil {
			return rendered{}, err
		}
		if filepath.Base(name) == "NOTES.txt" {
			result.Notes = text
			continue
		}
		objects, err := parse(text)
		if err != nil {
			return rendered{}, fmt.Errorf("%s: %w", name, err)
		}
		result.Objects = append(result.Objects, objects...)
	}
	return result, nil
}

func execute(all *template.Template, name string, data interface{}) (string, error) {
	var text strings.Builder
	err := all.ExecuteTemplate(&text, name, data)
	return strings.ReplaceAll(text.String(), "<no value>", ""), err
}

// Helm's functions: https://helm.sh/docs/chart_template_guide/function_list/
func templates() *template.Template {
	all := template.New("chart").Option("missingkey=zero")
	functions := sprig.TxtFuncMap()
	delete(functions, "env")
	delete(functions, "expandenv")
	functions["toYaml"] = func(value interface{}) string {
		return strings.TrimSuffix(string(must(yaml.Marshal(value))), "\n")
	}
	functions["fromYaml"] = func(text string) object {
		value := object{}
		if err := yaml.Unmarshal([]byte(text), &value); err != nil {
			value["Error"] = err.Error()
		}
		return value
	}
	functions["toJson"] = func(value interface{}) string { return string(must(json.Marshal(value))) }
	functions["include"] = func(name string, data interface{}) (string, error) { return execute(all, name, data) }
	return all.Funcs(functions)
}

// As Helm lays a user's values over the chart's: maps are merged, null takes a key away.
func merge(under, over object) {
	for key, value := range over {
		inner, isMap := value.(object)
		below, wasMap := under[key].(object)
		switch {
		case value == nil:
			delete(under, key)
		case isMap && wasMap:
			merge(below, inner)
		default:
			under[key] = value
		}
	}
}

func validate(chart string, values object) error {
	schema := gojsonschema.NewBytesLoader(must(os.ReadFile(filepath.Join(chart, "values.schema.json"))))
	result, err := gojsonschema.Validate(schema, gojsonschema.NewBytesLoader(must(json.Marshal(values))))
	if err != nil || result.Valid() {
		return err
	}
	lines := []string{}
	for _, problem := range result.Errors() {
		lines = append(lines, "- "+problem.String())
	}
	sort.Strings(lines)
	return fmt.Errorf("values don't meet the specifications of the schema(s):\n%s", strings.Join(lines, "\n"))
}

var separator = regexp.MustCompile(`(?m)^---\s*$`)

// The objects of a stream of YAML, read as Kubernetes reads it.
func parse(text string) ([]object, error) {
	objects := []object{}
	for _, document := range separator.Split(text, -1) {
		var one object
		if err := yaml.UnmarshalStrict([]byte(document), &one); err != nil {
			return nil, fmt.Errorf("%w in\n%s", err, document)
		}
		if len(one) > 0 {
			objects = append(objects, one)
		}
	}
	return objects, nil
}

func write(value interface{}) {
	_, err := os.Stdout.Write(must(json.Marshal(value)))
	check(err)
}

func must[T any](value T, err error) T {
	check(err)
	return value
}

func check(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
