// A few lines of each language, as models write them, and prose that sounds like code.
import type { CodeLanguage } from '../../../../runtime/guardrails/detect/code/language-patterns.ts'

export const SNIPPETS: { readonly [L in CodeLanguage]: string } = {
  SQL: 'SELECT name, age\nFROM users\nWHERE age > 21\nORDER BY name;',
  Python: 'import os\n\ndef area(radius):\n    return 3.14 * radius ** 2\n\nprint(area(2))',
  TypeScript:
    'interface User {\n  name: string\n}\n\nexport const greet = (user: User): string => `Hi ${user.name}`',
  JavaScript: "const total = items.reduce((sum, item) => sum + item.price, 0);\nconsole.log('Total', total);",
  Java: 'public class Main {\n  public static void main(String[] args) {\n    System.out.println("Hello");\n  }\n}',
  'C#': 'using System;\n\nnamespace Shop;\n\npublic class Item\n{\n  public string Name { get; set; }\n}',
  'C++':
    '#include <iostream>\n\nint add(int a, int b) { return a + b; }\n\nvoid show() { std::cout << add(1, 2); }',
  C: '#include <stdio.h>\n\nint main(void) {\n  printf("Hello\\n");\n  return 0;\n}',
  PHP: '<?php\n$name = $_GET["name"];\necho "Hello " . $name;',
  Ruby: "class Greeter\n  def hello(name)\n    puts 'Hello'\n  end\nend",
  Swift: 'import Foundation\n\nfunc greet(person: String) -> String {\n  return "Hello"\n}',
  Kotlin: 'fun main() {\n  val name = "world"\n  println("Hello")\n}',
  Go: 'package main\n\nimport "fmt"\n\nfunc main() {\n\tfmt.Println("Hello")\n}',
  Rust: 'fn main() {\n    let mut count = 0;\n    count += 1;\n    println!("{}", count);\n}',
  Scala: 'case class Point(x: Int, y: Int)\n\nobject Main extends App {\n  val origin = Point(0, 0)\n}',
  R: 'library(ggplot2)\nscores <- c(1, 2, 3)\nmean(scores)',
  Perl: 'use strict;\nuse warnings;\nmy $name = shift;\nprint "Hello";',
  Bash: '#!/bin/bash\nfor file in *.txt; do\n  echo "$file"\ndone',
  PowerShell: 'Get-ChildItem -Path C:\\logs | Where-Object { $_.Length -gt 100 }',
  HTML: '<!DOCTYPE html>\n<html>\n<body>\n<h1>Hello</h1>\n</body>\n</html>',
  CSS: '.button {\n  color: red;\n  margin: 0 auto;\n}',
  XML: '<?xml version="1.0"?>\n<note>\n  <to>Ann</to>\n</note>',
  JSON: '{\n  "name": "Ann",\n  "age": 30\n}',
  YAML: 'services:\n  web:\n    image: nginx\n    ports:\n      - "80:80"',
  Dockerfile: 'FROM node:22\nWORKDIR /app\nCOPY . .\nRUN npm ci\nCMD ["node", "main.js"]',
}

export const PROSE: readonly string[] = [
  'Please select a few colours from the list, where it says so; update the rest.',
  'The function of the heart is to pump blood. Class starts at nine.',
  'Import duties are due when goods come from abroad; let us return to that (later).',
  'For each guest in the hall there is a seat. If you can, come early:\n- bring bread\n- bring wine',
  'Dear team,\n\nnote: the meeting is on Monday. Agenda:\n1. Budget\n2. Hiring = 3 people\n\nBest',
  'Temperature rises: 3 > 2, and 10 < 20. Use {braces} sparingly; echo the sentiment.',
  'Wir treffen uns am Montag. Bitte mitbringen: Brot, Wein und gute Laune!',
  'I use Python and Go at work, Rust at home, and I print my letters.',
  'From London to Paris. Copy that. Run home!',
]
