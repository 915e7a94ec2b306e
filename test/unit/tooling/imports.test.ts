import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listFiles } from '../../../scripts/lib/files.mjs';
import { checkFile, checkFiles, findImports } from '../../../scripts/lib/imports.mjs';
import { projectRoot } from '../../support/shared.ts';

const problems = (file: string, source: string) => checkFile(file, source).map(({ problem }) => problem);

describe('findImports', () => {
  it('finds static, type, re-exporting, side-effect and dynamic imports with their lines', () => {
    const source = [
      "import { a } from './a.ts';",
      "import type { B } from './b.ts';",
      "export * from './c.ts';",
      "import './d.ts';",
      "const e = await import('./e.ts');",
      "type F = import('./f.ts').F;",
      'import {',
      '  g,',
      "} from './g.ts';",
      "const h = require('./h.ts');",
    ].join('\n');
    expect(findImports(source).map(({ line, specifier }) => `${line} ${specifier}`)).toEqual([
      '1 ./a.ts',
      '2 ./b.ts',
      '3 ./c.ts',
      '4 ./d.ts',
      '5 ./e.ts',
      '6 ./f.ts',
      '9 ./g.ts',
      '10 ./h.ts',
    ]);
  });

  it('is not fooled by comments, strings, templates and regular expressions', () => {
    const source = [
      "// import { a } from './comment.ts';",
      "/* import './block.ts' */",
      'const text = "from \'./string.ts\'";',
      'const template = `import x from "./template.ts"`;',
      "const pattern = /['\"] from '/; const after = 'x';",
      "import { real } from './real.ts';",
    ].join('\n');
    expect(findImports(source)).toEqual([{ line: 6, specifier: './real.ts' }]);
  });
});

describe('checkFile', () => {
  it('lets data flow one way', () => {
    expect(problems('src/journal/record.ts', "import { x } from '../kubelet/time.ts'; import './klog.ts';")).toEqual(
      [],
    );
    expect(
      problems('src/cli.ts', "import { print } from './cli/print.ts'; import { stat } from 'node:fs/promises';"),
    ).toEqual([]);
    expect(problems('src/replay/fit.ts', "import { Model } from '../model/model.ts';")).toEqual([]);
  });

  it.each([
    ['src/kubelet/time.ts', "import type { R } from '../journal/record.ts';", 'kubelet must not import journal'],
    ['src/inference/rule.ts', "import { M } from '../model/model.ts';", 'inference must not import model'],
    ['src/model/pleg.ts', "import { readFileSync } from 'node:fs';", 'model must not import Node modules'],
    ['src/journal/gzip.ts', "import { gunzipSync } from 'zlib';", 'journal must not import the module zlib'],
    ['src/analysis/door.ts', "import * as vscode from 'vscode';", 'analysis must not import the module vscode'],
    ['src/cli.ts', "import * as vscode from 'vscode';", 'cli.ts must not import the module vscode'],
    ['src/cliStart.ts', "import { run } from './cli/run.ts';", 'cliStart.ts must not import cli'],
    ['src/editor/hover.ts', "import { readFile } from 'node:fs/promises';", 'editor must not import Node modules'],
    ['src/timeline/lanes.ts', "const p = import('../editor/panel.ts');", 'timeline must not import editor'],
    ['webview/main.ts', "import { analyse } from '../src/analysis/analyse.ts';", 'webview must not import analysis'],
    ['webview/main.ts', "import { workspace } from 'vscode';", 'webview must not import the module vscode'],
    [
      'src/messages/table.ts',
      "import table from '../../test/fixtures/table.json';",
      'messages must not import from outside src/ and webview/',
    ],
  ])('catches %s: %s', (file, source, problem) => {
    expect(problems(file, source)).toEqual([problem]);
  });

  it('asks for a place in the picture for a new room', () => {
    expect(problems('src/utils/helpers.ts', '')).toEqual([
      'utils is no room of the house (scripts/lib/imports.mjs lists them)',
    ]);
  });
});

describe('checkFiles', () => {
  it('lets one file of the page know the toolkit', () => {
    const source = "import { vsCodeButton } from '@vscode/webview-ui-toolkit';";
    const violations = checkFiles(
      new Map([
        ['webview/a.ts', source],
        ['webview/b.ts', source],
      ]),
    );
    expect(violations.map(({ file, problem }) => `${file}: ${problem}`)).toEqual([
      'webview/b.ts: only one file may import @vscode/webview-ui-toolkit; webview/a.ts does',
    ]);
  });

  it('finds an import that is slipped into the real sources', () => {
    const files = listFiles('src/kubelet', /\.ts$/);
    const sources = new Map(files.map((file) => [file, readFileSync(join(projectRoot, file), 'utf8')]));
    expect(sources.size).toBeGreaterThan(0);
    expect(checkFiles(sources)).toEqual([]);
    const [file = '', source = ''] = [...sources][0] ?? [];
    sources.set(file, `${source}\nimport * as vscode from 'vscode';\n`);
    expect(checkFiles(sources).map(({ problem }) => problem)).toEqual(['kubelet must not import the module vscode']);
  });
});
